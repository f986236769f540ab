(* The bounds by counting, in the machine's numbers, are not above those of the rules. *)

From Coq Require Import PArray List Bool Arith ZArith Uint63 Lia Permutation.
From Guesstree Require Import Spec Rules Core Numbers.
Import ListNotations PArrayNotations.
Notation length := List.length.

Definition weight (weights : option (array int)) (s : int) : nat := nat_of (weight_of weights s).

Section Bounds.
Variable weights : option (array int).
Variable alone endless : bool.
Variable price : nat -> nat.
Hypothesis prices_never_fall : forall k, price k <= price (S k).
Variable limit : option nat.

(* ps are the prices of the guesses number k, k + 1, ...; with prices without end, of as many as are needed. *)
Definition prices_from (k : nat) (ps : list int) :=
  (forall i p, nth_error ps i = Some p -> price (k + i) = nat_of p) /\
  if endless then limit = None else exists m, limit = Some m /\ m <= k + length ps - 1.

Lemma prices_from_next k p ps : prices_from k (p :: ps) -> prices_from (S k) ps.
Proof.
  intros [a b]. split.
  - intros i q H. specialize (a (S i) q H). now rewrite Nat.add_succ_r in a.
  - destruct endless; auto. destruct b as [m [b l]]. exists m. split; auto. simpl in l. lia.
Qed.

Lemma price_of_first k p ps : prices_from k (p :: ps) -> price k = nat_of p.
Proof. intros [a _]. specialize (a 0 p eq_refl). now rewrite Nat.add_0_r in a. Qed.

Notation R_steps := (Rules.steps int (weight weights) price limit).
Notation R_guess_bound := (Rules.guess_bound int (weight weights) price limit).
Notation R_set_bound := (Rules.set_bound int alone (weight weights) price limit).

(* A number that is not above a bound. *)
Definition under (x : int) (b : Rules.bound) := weaker (Some (nat_of x)) b.

Lemma added_at_most l : nat_of (added l) <= list_sum (map nat_of l).
Proof.
  induction l as [|x l IH]; cbn [added map list_sum fold_right]; [rewrite nat_of_0; auto|].
  pose proof (sum_at_most x (added l)). unfold list_sum in IH. lia.
Qed.

(* What is needed of the size and the weights of a set. *)
Definition weighed (n : int) (ws C : list int) := nat_of n = length C /\
  forall k, nat_of k < length C -> nat_of (tail n ws k) <= Rules.tail (nat_of k) (map (weight weights) C).

Lemma weighed_is C : few (length C) -> weighed (count C) (weigh weights C) C.
Proof.
  intros F. split; [now apply count_is|]. intros k K. unfold weigh, tail. set (ws := Sorting.sort (map (weight_of weights) C)).
  assert (X : forall t, list_sum (map (fun s => min t (weight weights s)) C) <= Rules.tail (nat_of k) (map (weight weights) C) + nat_of k * t).
  { intros t. rewrite <- (map_map (weight weights) (min t)). apply tail_by_a_weight. }
  assert (One : weights = None -> nat_of (count C - k)%uint63 <= Rules.tail (nat_of k) (map (weight weights) C)).
  { intros E. rewrite difference_is, count_is by (auto; rewrite count_is by auto; lia).
    specialize (X 1). assert (Y : list_sum (map (fun s => min 1 (weight weights s)) C) = length C); [|lia].
    unfold weight, weight_of. rewrite E. clear. induction C; simpl; auto. }
  destruct weights as [a|] eqn:E; [|now apply One]. destruct ws as [|w0 r] eqn:Ews.
  { exfalso. pose proof (Permutation_length (Sorting.Permuted_sort (map (weight_of (Some a)) C))) as L. fold ws in L.
    rewrite Ews, map_length in L. simpl in L. lia. }
  rewrite <- Ews. set (t := Core.least 4294967296 _). specialize (X (nat_of t)).
  assert (T : (Z.of_nat (nat_of t) < 4294967297)%Z).
  { unfold t. rewrite nat_of_least. change (nat_of 4294967296) with (Z.to_nat 4294967296). lia. }
  assert (Y : nat_of (added (map (Core.least t) ws)) <= list_sum (map (fun s => min (nat_of t) (weight (Some a) s)) C)).
  { etransitivity; [apply added_at_most|]. rewrite map_map.
    pose proof (total_permuted int (fun w => min (nat_of t) (nat_of w)) _ _ (Sorting.Permuted_sort (map (weight_of (Some a)) C))) as p.
    unfold Rules.total in p. fold ws in p. rewrite map_map in p. unfold weight. rewrite p. apply Nat.eq_le_incl. f_equal. apply map_ext.
    intros w. apply nat_of_least. }
  cbv zeta. rewrite leb_nat. destruct (Nat.leb_spec (nat_of (added (map (Core.least t) ws))) (nat_of (k * t)%uint63)) as [l|l]; [rewrite nat_of_0; lia|].
  rewrite difference_is by lia. rewrite product_is; [lia|]. unfold few in F. change wB with 9223372036854775808%Z. nia.
Qed.

Lemma go_is_under d C : few (length C) -> forall ps n ws c w plain able j i reach found,
  weighed n ws C -> nat_of c <= length C -> nat_of w <= 1 -> nat_of w <= nat_of c ->
  few (nat_of plain) -> few (nat_of able) ->
  nat_of i = j + 1 -> j <= length C ->
  nat_of reach = Rules.reach (length C) (nat_of plain) (nat_of able) j ->
  nat_of found = Rules.found (length C) (nat_of c) (nat_of w) (nat_of plain) (nat_of able) j ->
  nat_of reach <= max 1 (length C) ->
  prices_from (d + j + 1) ps -> 2 <= length C ->
  under (go endless ps n ws c w plain able i reach found)
    (R_steps (length C - j) d C (nat_of c) (nat_of w) (nat_of plain) (nat_of able) j).
Proof.
  intros F. unfold few in F. assert (W : wB = 9223372036854775808%Z) by reflexivity.
  induction ps as [|p ps IH]; intros n ws c w plain able j i reach found [Hn Ht] Hc Hw Hwc Hp Ha Hi Hj Hr Hf Hb P two;
    cbn [go]; rewrite leb_nat, ltb_nat, Hn, Hi, Hf;
    destruct (Nat.leb_spec (length C) (Rules.found (length C) (nat_of c) (nat_of w) (nat_of plain) (nat_of able) j)) as [l|l];
    try (unfold under, weaker; rewrite nat_of_0; destruct (R_steps _ _ _ _ _ _ _ _); [lia|exact I]).
  - destruct (Nat.ltb_spec (length C) (j + 1)) as [q|q].
    { replace (length C - j) with 0 by lia. simpl.
      destruct (Nat.leb_spec (length C) (Rules.found (length C) (nat_of c) (nat_of w) (nat_of plain) (nat_of able) j)); [lia|exact I]. }
    destruct endless eqn:E; [unfold under, weaker; rewrite nat_of_0; destruct (R_steps _ _ _ _ _ _ _ _); [lia|exact I]|].
    destruct P as [_ P]. rewrite E in P. destruct P as [m [P Q]]. simpl length in Q.
    replace (length C - j) with (S (length C - j - 1)) by lia. cbn [Rules.steps].
    destruct (Nat.leb_spec (length C) (Rules.found (length C) (nat_of c) (nat_of w) (nat_of plain) (nat_of able) j)); [lia|].
    unfold late. rewrite P. destruct (Nat.ltb_spec m (d + (j + 2))); [exact I|lia].
  - destruct (Nat.ltb_spec (length C) (j + 1)) as [q|q].
    { replace (length C - j) with 0 by lia. simpl.
      destruct (Nat.leb_spec (length C) (Rules.found (length C) (nat_of c) (nat_of w) (nat_of plain) (nat_of able) j)); [lia|exact I]. }
    replace (length C - j) with (S (length C - S j)) by lia. cbn [Rules.steps].
    destruct (Nat.leb_spec (length C) (Rules.found (length C) (nat_of c) (nat_of w) (nat_of plain) (nat_of able) j)); [lia|].
    destruct ps as [|q' ps].
    + destruct endless eqn:E.
      * unfold under, weaker. rewrite nat_of_0. destruct (if late _ _ _ then _ else _); [lia|exact I].
      * destruct P as [_ P]. rewrite E in P. destruct P as [m [P Q]]. simpl length in Q. unfold late. rewrite P.
        destruct (Nat.ltb_spec m (d + (j + 2))); [exact I|lia].
    + destruct (late limit d (j + 2)) eqn:L; [exact I|].
      pose proof (price_of_first _ _ _ P) as E1. pose proof (prices_from_next _ _ _ P) as P'.
      pose proof (price_of_first _ _ _ P') as E2.
      set (reach' := least n _). set (found' := (w + (c - w) * reach)%uint63).
      assert (Hprod : forall x y, few (nat_of x) -> nat_of y <= max 1 (length C) ->
        nat_of (x * y)%uint63 = nat_of x * nat_of y).
      { unfold few. intros x y hx hy. apply product_is. rewrite W. nia. }
      assert (Hfound : nat_of found' = Rules.found (length C) (nat_of c) (nat_of w) (nat_of plain) (nat_of able) (S j)).
      { unfold found'. cbn [Rules.found]. rewrite <- Hr.
        assert (X : nat_of ((c - w) * reach)%uint63 = (nat_of c - nat_of w) * nat_of reach).
        { rewrite Hprod; rewrite ?difference_is; unfold few; lia. }
        rewrite sum_is; rewrite X; [reflexivity|]. rewrite W. nia. }
      assert (Hreach : nat_of reach' = Rules.reach (length C) (nat_of plain) (nat_of able) (S j)).
      { unfold reach'. rewrite nat_of_least, nat_of_most. cbn [Rules.reach]. rewrite Hprod, Hn, <- Hr by (auto; lia).
        f_equal. f_equal. rewrite eqb_nat, nat_of_0. destruct (Nat.eqb_spec (nat_of able) 0) as [z|z]; [reflexivity|].
        assert (Y : nat_of (able - 1)%uint63 = nat_of able - 1) by (rewrite difference_is; rewrite nat_of_1; lia).
        assert (X : nat_of ((able - 1) * reach)%uint63 = (nat_of able - 1) * nat_of reach).
        { rewrite Hprod; unfold few in *; rewrite ?Y; lia. }
        rewrite sum_is; rewrite X, nat_of_1; [reflexivity|]. rewrite W. unfold few in *. nia. }
      specialize (IH n ws c w plain able (S j) (i + 1)%uint63 reach' found' (conj Hn Ht) Hc Hw Hwc Hp Ha).
      assert (B : under (go endless (q' :: ps) n ws c w plain able (i + 1)%uint63 reach' found')
        (R_steps (length C - S j) d C (nat_of c) (nat_of w) (nat_of plain) (nat_of able) (S j))).
      { apply IH; auto; try lia.
        - rewrite sum_is; rewrite Hi, nat_of_1; [lia|]. rewrite W. lia.
        - rewrite Hreach. cbn [Rules.reach]. lia.
        - replace (d + S j + 1) with (S (d + j + 1)) by lia. exact P'. }
      clear IH. unfold under, weaker, plus in *.
      destruct (R_steps (length C - S j) d C (nat_of c) (nat_of w) (nat_of plain) (nat_of able) (S j)); [|exact I].
      etransitivity; [apply sum_at_most|]. apply Nat.add_le_mono; [|exact B].
      etransitivity; [apply product_at_most|].
      assert (M : nat_of p <= nat_of q').
      { rewrite <- E1, <- E2. apply prices_never_fall. }
      rewrite difference_is by (auto; lia). rewrite <- Hf. apply Nat.mul_le_mono; [|apply Ht; lia]. unfold rel.
      replace (d + (j + 2)) with (S (d + j + 1)) by lia. replace (d + (j + 1)) with (d + j + 1) by lia.
      rewrite E1, E2. pose proof (prices_never_fall (d + 1)).
      assert (price (d + 1) <= price (d + j + 1)).
      { clear - prices_never_fall. induction j; [rewrite Nat.add_0_r; auto|]. rewrite IHj.
        replace (d + S j + 1) with (S (d + j + 1)) by lia. apply prices_never_fall. }
      lia.
Qed.

Lemma guess_bound_is_under d C ps n ws c w plain able : few (length C) -> C <> [] ->
  weighed n ws C -> nat_of c <= length C -> nat_of w <= 1 ->
  few (nat_of plain) -> few (nat_of able) -> prices_from (d + 1) ps ->
  under (guess_bound endless ps n ws c w plain able)
    (R_guess_bound d C (nat_of c) (nat_of w) (nat_of plain) (nat_of able)).
Proof.
  intros F N T Hc Hw Hp Ha P. pose proof (proj1 T) as Hn. unfold guess_bound, Rules.guess_bound.
  rewrite leb_nat, Hn, nat_of_1. destruct (Nat.leb_spec (length C) 1) as [l|l].
  - destruct (late limit d 1) eqn:L; [exact I|]. destruct ps as [|p ps]; [|unfold under, weaker; rewrite nat_of_0; lia].
    destruct endless eqn:E; [unfold under, weaker; rewrite nat_of_0; lia|]. destruct P as [_ P]. rewrite E in P. destruct P as [m [P Q]].
    unfold late in L. rewrite P in L. simpl length in Q. apply Nat.ltb_ge in L. lia.
  - rewrite ltb_nat. change (nat_of 2%uint63) with 2. destruct (Nat.ltb_spec (nat_of c) 2) as [m|m]; [exact I|].
    replace (length C) with (length C - 0) at 1 by lia.
    apply go_is_under; auto; try lia.
    + rewrite nat_of_1. lia.
    + now rewrite Nat.add_0_r.
Qed.

Lemma set_bound_is_under d C ps n ws plain able : few (length C) -> C <> [] ->
  weighed n ws C -> few (nat_of plain) -> few (nat_of able) -> prices_from (d + 1) ps ->
  under (set_bound alone endless ps n ws plain able) (R_set_bound d C (nat_of plain) (nat_of able)).
Proof.
  intros F N T Hp Ha P. pose proof (proj1 T) as Hn. unfold set_bound, Rules.set_bound.
  pose proof (guess_bound_is_under d C ps n ws (least plain n) 0%uint63 plain able F N T) as X.
  pose proof (guess_bound_is_under d C ps n ws (least able n) 1%uint63 plain able F N T) as Y.
  rewrite nat_of_least, nat_of_0 in X. rewrite nat_of_least, nat_of_1 in Y. rewrite Hn in X, Y.
  specialize (X ltac:(lia) ltac:(lia) Hp Ha P). specialize (Y ltac:(lia) ltac:(lia) Hp Ha P).
  destruct (length C <=? 1) eqn:l; [|destruct alone; [exact X|]].
  - unfold Rules.guess_bound in X. rewrite l in X. revert X. cbv zeta. unfold under, weaker. destruct (late limit d 1); auto.
    intros X; destruct alone; rewrite ?nat_of_least; lia.
  - revert X Y. unfold under, weaker, Rules.least. rewrite nat_of_least.
    destruct (R_guess_bound d C (min (nat_of plain) (length C)) 0 _ _),
      (R_guess_bound d C (min (nat_of able) (length C)) 1 _ _); (intros; lia) || (intros; exact I).
Qed.

End Bounds.
