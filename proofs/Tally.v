(* 63 guesses are counted together: bit j of each word is about guess j of a block. *)

From Coq Require Import List Bool Arith ZArith Uint63 PArray Lia.
From Guesstree Require Import Spec.
Import ListNotations PArrayNotations.
Notation length := List.length.
Local Open Scope uint63_scope.

(* 63 numbers below 64: bit j of b_k is bit k of number j. *)
Record tally := { b0 : int; b1 : int; b2 : int; b3 : int; b4 : int; b5 : int }.
Definition nothing_yet := {| b0 := 0; b1 := 0; b2 := 0; b3 := 0; b4 := 0; b5 := 0 |}.
(* One more for each guess whose bit is 1. *)
Definition one_more (w : int) (t : tally) : tally :=
  let c1 := b0 t land w in
  let c2 := b1 t land c1 in
  let c3 := b2 t land c2 in
  let c4 := b3 t land c3 in
  let c5 := b4 t land c4 in
  {| b0 := b0 t lxor w; b1 := b1 t lxor c1; b2 := b2 t lxor c2; b3 := b3 t lxor c3; b4 := b4 t lxor c4; b5 := b5 t lxor c5 |}.
(* The guesses whose number is more than n. *)
Definition above_bit (n w x : int) : int := if is_even n then w lor x else w land x.
Definition above (t : tally) (n : int) : int :=
  above_bit (n >> 5) (b5 t) (above_bit (n >> 4) (b4 t) (above_bit (n >> 3) (b3 t)
    (above_bit (n >> 2) (b2 t) (above_bit (n >> 1) (b1 t) (above_bit n (b0 t) 0))))).
Definition tally_at (t : tally) (j : int) : int :=
  (if bit (b0 t) j then 1 else 0) + (if bit (b1 t) j then 2 else 0) + (if bit (b2 t) j then 4 else 0) +
  (if bit (b3 t) j then 8 else 0) + (if bit (b4 t) j then 16 else 0) + (if bit (b5 t) j then 32 else 0).

(* Five words of each row, from those numbers on, are combined, and counted. *)
Record five := { n0 : int; n1 : int; n2 : int; n3 : int; n4 : int }.
Fixpoint count_five (rows : list (array int)) (at_ : int) (f : five) (u v w x y : int) (t : tally) : tally :=
  match rows with
  | [] => one_more u (one_more v (one_more w (one_more x (one_more y t))))
  | a :: r => count_five r at_ f (u lor a.[at_ + n0 f]) (v lor a.[at_ + n1 f]) (w lor a.[at_ + n2 f])
      (x lor a.[at_ + n3 f]) (y lor a.[at_ + n4 f]) t
  end.
Fixpoint count_all (rows : list (array int)) (at_ : int) (fives : list five) (t : tally) : tally :=
  match fives with [] => t | f :: r => count_all rows at_ r (count_five rows at_ f 0 0 0 0 0 t) end.
Definition in_five (f : five) : list int := [n4 f; n3 f; n2 f; n1 f; n0 f].

(* ---- proofs *)

Definition tallied (t : tally) (j : int) : nat :=
  (Nat.b2n (bit (b0 t) j) + 2 * Nat.b2n (bit (b1 t) j) + 4 * Nat.b2n (bit (b2 t) j) + 8 * Nat.b2n (bit (b3 t) j) +
   16 * Nat.b2n (bit (b4 t) j) + 32 * Nat.b2n (bit (b5 t) j))%nat.

Lemma tally_at_is t j : nat_of (tally_at t j) = tallied t j.
Proof. unfold tally_at, tallied. repeat match goal with |- context [bit ?w ?k] => destruct (bit w k) end; reflexivity. Qed.

Lemma one_more_is w t j : (tallied t j < 63)%nat -> tallied (one_more w t) j = (tallied t j + Nat.b2n (bit w j))%nat.
Proof.
  unfold tallied, one_more. cbn [b0 b1 b2 b3 b4 b5]. rewrite !lxor_spec, !land_spec.
  destruct (bit w j), (bit (b0 t) j), (bit (b1 t) j), (bit (b2 t) j), (bit (b3 t) j), (bit (b4 t) j), (bit (b5 t) j); cbn; lia.
Qed.

Lemma above_bit_is n w x j : bit (above_bit n w x) j = if is_even n then bit w j || bit x j else bit w j && bit x j.
Proof. unfold above_bit. destruct (is_even n); [apply lor_spec|apply land_spec]. Qed.

(* Of all 64 times 64 cases. *)
Definition bools := [true; false].
Definition above_for_one (n : int) (x0 x1 x2 x3 x4 x5 : bool) : bool :=
  let step k w x := if is_even (n >> k) then w || x else w && x in
  step 5 x5 (step 4 x4 (step 3 x3 (step 2 x2 (step 1 x1 (if is_even n then x0 || false else x0 && false))))).
Definition all_above : bool := forallb (fun k => let n := of_Z (Z.of_nat k) in
  forallb (fun x0 => forallb (fun x1 => forallb (fun x2 => forallb (fun x3 => forallb (fun x4 => forallb (fun x5 =>
    Bool.eqb (above_for_one n x0 x1 x2 x3 x4 x5)
      (Nat.ltb k (Nat.b2n x0 + 2 * Nat.b2n x1 + 4 * Nat.b2n x2 + 8 * Nat.b2n x3 + 16 * Nat.b2n x4 + 32 * Nat.b2n x5)))
  bools) bools) bools) bools) bools) bools) (seq 0 64).
Lemma all_above_is : all_above = true. Proof. vm_compute. reflexivity. Qed.

Lemma above_is t n j : n <? 64 = true -> bit (above t n) j = (nat_of n <? tallied t j)%nat.
Proof.
  intros H. unfold above. rewrite !above_bit_is, bit_0.
  assert (B : forall b, In b bools) by (intros []; simpl; auto).
  assert (E : In (nat_of n) (seq 0 64) /\ of_Z (Z.of_nat (nat_of n)) = n).
  { apply ltb_spec in H. change (to_Z 64) with 64%Z in H. unfold nat_of. pose proof (to_Z_bounded n). split; [apply in_seq; lia|].
    rewrite Z2Nat.id by lia. apply of_to_Z. }
  destruct E as [i e]. pose proof all_above_is as A. unfold all_above in A. rewrite forallb_forall in A. specialize (A _ i). cbv zeta in A. rewrite e in A.
  rewrite forallb_forall in A. specialize (A _ (B (bit (b0 t) j))). rewrite forallb_forall in A. specialize (A _ (B (bit (b1 t) j))).
  rewrite forallb_forall in A. specialize (A _ (B (bit (b2 t) j))). rewrite forallb_forall in A. specialize (A _ (B (bit (b3 t) j))).
  rewrite forallb_forall in A. specialize (A _ (B (bit (b4 t) j))). rewrite forallb_forall in A. specialize (A _ (B (bit (b5 t) j))).
  apply eqb_prop in A. exact A.
Qed.

(* How many of the words have bit j, in any row. *)
Definition has (rows : list (array int)) (at_ j n : int) : bool := existsb (fun a => bit a.[at_ + n] j) rows.

Lemma count_five_is rows at_ f j : forall u v w x y t, (tallied t j + 5 < 64)%nat ->
  tallied (count_five rows at_ f u v w x y t) j =
  (tallied t j + Nat.b2n (bit y j || has rows at_ j (n4 f)) + Nat.b2n (bit x j || has rows at_ j (n3 f)) + Nat.b2n (bit w j || has rows at_ j (n2 f)) +
   Nat.b2n (bit v j || has rows at_ j (n1 f)) + Nat.b2n (bit u j || has rows at_ j (n0 f)))%nat.
Proof.
  induction rows as [|a rows IH]; intros u v w x y t H; cbn [count_five].
  - unfold has. cbn [existsb]. rewrite !orb_false_r.
    assert (L : forall b, (Nat.b2n b <= 1)%nat) by (intros []; cbn; lia).
    pose proof (L (bit u j)). pose proof (L (bit v j)). pose proof (L (bit w j)). pose proof (L (bit x j)). pose proof (L (bit y j)).
    pose proof (one_more_is y t j ltac:(lia)) as Y. pose proof (one_more_is x _ j ltac:(rewrite Y; lia)) as X.
    pose proof (one_more_is w _ j ltac:(rewrite X; lia)) as W. pose proof (one_more_is v _ j ltac:(rewrite W; lia)) as V.
    rewrite (one_more_is u _ j ltac:(rewrite V; lia)). lia.
  - rewrite IH by exact H. unfold has. cbn [existsb]. now rewrite !lor_spec, <- !orb_assoc.
Qed.

Lemma count_all_is rows at_ fives j : forall t, (tallied t j + 5 * length fives < 64)%nat ->
  tallied (count_all rows at_ fives t) j = (tallied t j + length (filter (has rows at_ j) (flat_map in_five fives)))%nat.
Proof.
  induction fives as [|f fives IH]; intros t H; cbn [count_all flat_map filter length] in *; [lia|].
  assert (X : tallied (count_five rows at_ f 0 0 0 0 0 t) j = (tallied t j + length (filter (has rows at_ j) (in_five f)))%nat).
  { rewrite count_five_is by lia. rewrite !bit_0. cbn [orb in_five filter].
    destruct (has rows at_ j (n4 f)), (has rows at_ j (n3 f)), (has rows at_ j (n2 f)), (has rows at_ j (n1 f)), (has rows at_ j (n0 f)); cbn; lia. }
  rewrite IH, X, filter_app, app_length; [lia|]. rewrite X.
  assert (length (filter (has rows at_ j) (in_five f)) <= 5)%nat; [|lia]. cbn [in_five filter].
  destruct (has rows at_ j (n4 f)), (has rows at_ j (n3 f)), (has rows at_ j (n2 f)), (has rows at_ j (n1 f)), (has rows at_ j (n0 f)); cbn; lia.
Qed.

(* In one row, at most one of the words has bit j. *)
Fixpoint are_apart (a : array int) (at_ : int) (ns : list int) (before : int) : bool :=
  match ns with [] => true | n :: r => let w := a.[at_ + n] in (before land w =? 0) && are_apart a at_ r (before lor w) end.

Lemma are_apart_is a at_ j ns : forall before, are_apart a at_ ns before = true ->
  (Nat.b2n (bit before j) + length (filter (fun n => bit a.[at_ + n] j) ns) <= 1)%nat.
Proof.
  induction ns as [|n ns IH]; intros before H; cbn [are_apart filter] in *; [destruct (bit before j); cbn; lia|].
  apply andb_true_iff in H as [e H]. apply eqb_spec in e. apply IH in H. rewrite lor_spec in H.
  assert (X : bit before j && bit a.[at_ + n] j = false) by (rewrite <- land_spec, e; apply bit_0).
  destruct (bit before j), (bit a.[at_ + n] j); cbn in *; lia || discriminate.
Qed.

(* So there are no more of them than rows. *)
Lemma at_most_rows rows at_ j ns : Forall (fun a => length (filter (fun n => bit a.[at_ + n] j) ns) <= 1)%nat rows ->
  (length (filter (has rows at_ j) ns) <= length rows)%nat.
Proof.
  induction 1 as [|a rows H F IH]; unfold has in *; cbn [existsb length].
  - clear. induction ns; auto.
  - assert (L : (length (filter (fun n => bit a.[at_ + n] j || existsb (fun a => bit a.[at_ + n] j) rows) ns) <=
      length (filter (fun n => bit a.[at_ + n] j) ns) + length (filter (fun n => existsb (fun a => bit a.[at_ + n] j) rows) ns))%nat).
    { clear. induction ns as [|n ns IH]; cbn [filter length]; [lia|].
      destruct (bit a.[at_ + n] j), (existsb (fun a => bit a.[at_ + n] j) rows); cbn [orb length] in *; lia. }
    lia.
Qed.
