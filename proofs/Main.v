(* From the bytes of a certificate to its claims. *)

From Coq Require Import List ZArith Uint63 Lia.
From Guesstree Require Import Spec Program Shares Read Claims.

Inductive verdict := Checked (claims : list claim) | Rejected.

(* Of the lemmas, those are checked that are `ours`, by a number that each has; all are read. *)
Definition check_some (ours : int -> bool) (bytes : list int) : verdict :=
  match read bytes with
  | None => Rejected
  | Some (h, nums) =>
      match check_header make_map its_symbols has_symmetries ours h nums with
      | Some claims => Checked claims
      | None => Rejected
      end
  end.
Definition check := check_some (fun _ => true).

Theorem what_is_checked_holds (bytes : list int) (claims : list claim) :
  check bytes = Checked claims -> forall c, In c claims -> holds c.
Proof.
  unfold check, check_some. destruct (read bytes) as [[h nums]|]; try discriminate.
  destruct (check_header _ _ _ _ h nums) as [found|] eqn:E; [|discriminate]. intros e. injection e as <-.
  apply check_header_is in E. now apply Forall_forall.
Qed.

(* The same in n shares, 0 to n - 1, each of which may be checked on another day. *)
Definition rest (n x : int) : int := (x - n * (x / n))%uint63.
Definition check_share (k n : int) : list int -> verdict := check_some (fun x => rest n x =? k)%uint63.

Lemma shares_meet a b c bytes x y : (forall i, c i = true -> a i = true \/ b i = true) ->
  check_some a bytes = Checked x -> check_some b bytes = Checked y -> check_some c bytes = Checked x.
Proof.
  intros H. unfold check_some. destruct (read bytes) as [[h nums]|]; [|discriminate].
  destruct (check_header _ _ _ a h nums) as [p|] eqn:A; [|discriminate].
  destruct (check_header _ _ _ b h nums) as [q|] eqn:B; [|discriminate]. intros e _. injection e as <-.
  now destruct (check_header_meets a b c H make_map its_symbols has_symmetries h nums p q A B) as [_ ->].
Qed.

Lemma rest_is_less n x : (0 < to_Z n)%Z -> (0 <= to_Z (rest n x) < to_Z n)%Z.
Proof.
  intros P. unfold rest. pose proof (to_Z_bounded x) as b. pose proof (Z.mod_pos_bound (to_Z x) (to_Z n) P) as m.
  pose proof (Z.div_mod (to_Z x) (to_Z n) ltac:(lia)) as e.
  assert (q : (0 <= to_Z x / to_Z n)%Z) by (apply Z.div_pos; lia).
  assert (t : to_Z (n * (x / n)) = (to_Z n * (to_Z x / to_Z n))%Z) by (rewrite mul_spec, div_spec, Z.mod_small; nia).
  rewrite sub_spec, t, Z.mod_small; lia.
Qed.

Theorem what_is_checked_in_shares_holds (n : int) (bytes : list int) (claims : list claim) :
  (0 <? n)%uint63 = true -> (forall k, (k <? n)%uint63 = true -> check_share k n bytes = Checked claims) ->
  forall c, In c claims -> holds c.
Proof.
  intros P H. apply what_is_checked_holds with bytes. apply ltb_spec in P. change (to_Z 0) with 0%Z in P.
  assert (X : forall m, (Z.of_nat (S m) <= to_Z n)%Z ->
    check_some (fun x => (to_Z (rest n x) <? Z.of_nat (S m))%Z) bytes = Checked claims).
  { induction m as [|m IH]; intros l.
    - assert (Y : check_share 0 n bytes = Checked claims) by (apply H, ltb_spec; change (to_Z 0) with 0%Z; lia).
      refine (shares_meet _ _ _ _ _ _ _ Y Y). intros i e. left. apply Z.ltb_lt in e. pose proof (rest_is_less n i P) as r.
      apply eqb_spec, to_Z_inj. change (to_Z 0) with 0%Z. lia.
    - assert (k : to_Z (of_Z (Z.of_nat (S m))) = Z.of_nat (S m)).
      { rewrite of_Z_spec. apply Z.mod_small. pose proof (to_Z_bounded n). lia. }
      assert (Y : check_share (of_Z (Z.of_nat (S m))) n bytes = Checked claims) by (apply H, ltb_spec; lia).
      refine (shares_meet _ _ _ _ _ _ _ (IH ltac:(lia)) Y). intros i e. apply Z.ltb_lt in e.
      destruct (Z.eq_dec (to_Z (rest n i)) (Z.of_nat (S m))) as [d|d]; [right|left; apply Z.ltb_lt; lia].
      apply eqb_spec, to_Z_inj. lia. }
  specialize (X (Z.to_nat (to_Z n - 1)) ltac:(lia)). refine (shares_meet _ _ _ _ _ _ _ X X).
  intros i _. left. apply Z.ltb_lt. pose proof (rest_is_less n i P). lia.
Qed.

Print Assumptions what_is_checked_in_shares_holds.
