(* Cells and ranks: how a guess splits a set, and how many cells each guess makes. *)

From Coq Require Import PArray List Bool Arith ZArith Uint63 Lia.
From Guesstree Require Import Spec Rules Core Numbers Bounds.
Import ListNotations PArrayNotations.
Notation length := List.length.

Lemma same_eqb x y : (if int_same x y then true else false) = (x =? y)%uint63.
Proof. destruct (int_same x y) as [->|n]; symmetry; [apply eqb_refl|now apply eqb_false_spec]. Qed.

Lemma filter_filter {A} (p q : A -> bool) l : filter p (filter q l) = filter (fun x => q x && p x) l.
Proof. induction l as [|x l IH]; simpl; auto. destruct (q x); simpl; rewrite IH; auto. Qed.

(* ---- bits *)

Lemma bit_of_one f k : (f <? 63)%uint63 = true -> bit (1 << f) k = (f =? k)%uint63.
Proof.
  intros H. apply ltb_spec in H. change (to_Z 63) with 63%Z in H. pose proof (to_Z_bounded f).
  rewrite bitE, lsl_spec. change (to_Z 1) with 1%Z. rewrite Z.mul_1_l, Z.mod_small.
  - rewrite Z.pow2_bits_eqb by lia. apply eq_iff_eq_true. rewrite Z.eqb_eq, eqb_spec.
    split; [apply to_Z_inj|now intros ->].
  - split; [lia|]. change wB with (2 ^ 63)%Z. apply Z.pow_lt_mono_r; lia.
Qed.

Lemma seen_before seen f : (f <? 63)%uint63 = true -> (seen land (1 << f) =? 0)%uint63 = false -> bit seen f = true.
Proof.
  intros H e. destruct (bit seen f) eqn:b; auto. exfalso. apply eqb_false_spec in e. apply e. apply bit_ext. intros k.
  rewrite land_spec, bit_of_one, bit_0 by auto. destruct (f =? k)%uint63 eqn:q; [|apply andb_false_r].
  apply eqb_spec in q. subst. now rewrite b.
Qed.

Lemma twice n : few (nat_of n) -> nat_of ((n + n) >> 1) = nat_of n /\ is_even (n + n) = true.
Proof.
  unfold few. intros F. assert (W : wB = 9223372036854775808%Z) by reflexivity.
  assert (E : to_Z (n + n) = (2 * to_Z n)%Z).
  { rewrite add_spec. rewrite Z.mod_small; [lia|]. pose proof (to_Z_bounded n). rewrite nat_of_Z in F. lia. }
  split.
  - apply Nat2Z.inj. rewrite !nat_of_Z, lsr_spec, E. change (2 ^ to_Z 1)%Z with 2%Z. rewrite Z.mul_comm. now apply Z.div_mul.
  - pose proof (is_even_spec (n + n)) as X. destruct (is_even (n + n)); auto. rewrite E, Z.mul_comm, Z.mod_mul in X; easy.
Qed.

Lemma twice_and_one n : few (nat_of n) -> nat_of ((n + n + 1) >> 1) = nat_of n /\ is_even (n + n + 1) = false.
Proof.
  unfold few. intros F. assert (W : wB = 9223372036854775808%Z) by reflexivity.
  assert (E : to_Z (n + n + 1) = (1 + to_Z n * 2)%Z).
  { rewrite !add_spec. change (to_Z 1) with 1%Z. pose proof (to_Z_bounded n). rewrite nat_of_Z in F.
    rewrite (Z.mod_small (to_Z n + to_Z n)) by lia. rewrite Z.mod_small; lia. }
  split.
  - apply Nat2Z.inj. rewrite !nat_of_Z, lsr_spec, E. change (2 ^ to_Z 1)%Z with 2%Z. rewrite Z.div_add by lia. reflexivity.
  - pose proof (is_even_spec (n + n + 1)) as X. destruct (is_even (n + n + 1)); auto.
    rewrite E, Z.mod_add in X by lia. discriminate.
Qed.

(* ---- splitting *)

Section Split.
Variable row : array int.

Lemma split_first fuel : forall C f, In f (map fst (split row fuel C)) -> exists u, In u C /\ row.[u] = f.
Proof.
  induction fuel as [|x fuel IH]; intros [|s C] f; simpl; try easy. intros [<-|i]; [exists s; auto|].
  apply IH in i as [u [a b]]. apply filter_In in a. exists u; tauto.
Qed.

Lemma split_distinct fuel : forall C, NoDup (map fst (split row fuel C)).
Proof.
  induction fuel as [|x fuel IH]; intros [|s C]; simpl; try constructor; auto.
  intros i. apply split_first in i as [u [a b]]. apply filter_In in a as [_ a]. rewrite b, eqb_refl in a. discriminate.
Qed.

Lemma split_cell fuel : forall C f c, In (f, c) (split row fuel C) -> c = filter (fun u => (row.[u] =? f)%uint63) C.
Proof.
  induction fuel as [|x fuel IH]; intros [|s C] f c; cbn [split In]; try easy. intros [e|i].
  - injection e as <- <-. simpl. now rewrite eqb_refl.
  - assert (n : row.[s] <> f).
    { intros e. assert (j : In f (map fst (split row fuel (filter (fun u => negb (row.[u] =? row.[s])%uint63) C)))).
      { apply in_map_iff. exists (f, c); auto. }
      apply split_first in j as [u [a b]]. apply filter_In in a as [_ a]. rewrite b, e, eqb_refl in a. discriminate. }
    rewrite (IH _ _ _ i). simpl. rewrite (proj2 (eqb_false_spec row.[s] f) n). rewrite filter_filter.
    apply filter_ext. intros u. destruct (row.[u] =? f)%uint63 eqn:e; [|apply andb_false_r].
    apply eqb_spec in e. rewrite e. rewrite (proj2 (eqb_false_spec f row.[s])); auto.
Qed.

Lemma split_complete fuel : forall C u, length C <= length fuel -> In u C -> In row.[u] (map fst (split row fuel C)).
Proof.
  induction fuel as [|x fuel IH]; intros [|s C] u l i; simpl in *; try easy; try lia.
  destruct i as [->|i]; auto. destruct (row.[u] =? row.[s])%uint63 eqn:e; [left; symmetry; now apply eqb_spec|right].
  apply IH; [|apply filter_In; now rewrite e].
  assert (X : forall p : int -> bool, length (filter p C) <= length C).
  { intros p. clear. induction C as [|v C IH]; simpl; auto. destruct (p v); simpl; lia. }
  specialize (X (fun u => negb (row.[u] =? row.[s])%uint63)). lia.
Qed.

Lemma split_not_empty fuel : forall C f c, In (f, c) (split row fuel C) -> c <> [].
Proof.
  intros C f c i e. pose proof (split_cell _ _ _ _ i) as q.
  assert (j : In f (map fst (split row fuel C))) by (apply in_map_iff; exists (f, c); auto).
  apply split_first in j as [u [a b]]. rewrite e in q. assert (In u []); [|easy]. rewrite q.
  apply filter_In. rewrite b. split; auto. apply eqb_refl.
Qed.

Variable win : int.

Lemma count_bits_is C : forall seen n L,
  (forall s, In s C -> (row.[s] <? 63)%uint63 = true) ->
  (forall k, bit seen k = true <-> In k L) -> nat_of n = length L -> few (length L + length C) ->
  exists L', nat_of (count_bits win row C seen n >> 1) = length L' /\ length L' <= length L + length C /\
    (forall k, In k L' <-> In k L \/ exists s, In s C /\ row.[s] = k) /\
    (is_even (count_bits win row C seen n) = false <-> In win L').
Proof.
  induction C as [|s C IH]; intros seen n L S B N F.
  - exists L. cbn [count_bits]. simpl length in F. assert (F' : few (nat_of n)) by (rewrite N; unfold few in *; lia).
    repeat split; try lia.
    + destruct (bit seen win); [rewrite (proj1 (twice_and_one n F'))|rewrite (proj1 (twice n F'))]; auto.
    + auto.
    + intros [i|[u [[] _]]]; auto.
    + rewrite <- B. destruct (bit seen win); auto. rewrite (proj2 (twice n F')). discriminate.
    + rewrite <- B. intros ->. apply (proj2 (twice_and_one n F')).
  - cbn [count_bits]. destruct (seen land (1 << row.[s]) =? 0)%uint63 eqn:e.
    + destruct (IH (seen lor (1 << row.[s]))%uint63 (n + 1)%uint63 (row.[s] :: L)) as [L' [a [b [c d]]]].
      * intros u i. apply S. now right.
      * intros k. rewrite lor_spec, orb_true_iff, bit_of_one, eqb_spec, B by (apply S; now left). simpl. tauto.
      * rewrite sum_is; rewrite N, nat_of_1; simpl; [lia|]. unfold few in F. simpl length in F. change wB with 9223372036854775808%Z. lia.
      * simpl length in *. unfold few in *. lia.
      * exists L'. simpl length in *. repeat split; auto; try lia; try apply d.
        -- intros i. apply c in i as [[i|i]|[u [i j]]]; [right; exists s; simpl; auto|auto|right; exists u; simpl; auto].
        -- intros [i|[u [[<-|i] j]]]; apply c; simpl; eauto.
    + assert (w : In row.[s] L) by (apply B, seen_before; auto; apply S; now left).
      destruct (IH seen n L) as [L' [a [b [c d]]]]; auto.
      * intros u i. apply S. now right.
      * simpl length in F. unfold few in *. lia.
      * exists L'. simpl length in *. repeat split; auto; try lia; try apply d.
        -- intros i. apply c in i as [i|[u [i j]]]; [auto|right; exists u; simpl; auto].
        -- intros [i|[u [[<-|i] j]]]; apply c; auto; [left; congruence|eauto].
Qed.

End Split.

(* ---- ranks *)

Section Ranks.
Variable rows : array (array int).
Variable win : int.
Variable guesses secrets : list int.
Variable only small : bool.
Hypothesis answers_are_small : small = true -> forall g s, In g guesses -> In s secrets -> (rows.[g].[s] <? 63)%uint63 = true.

Notation R_cell := (Rules.cell int int int int_same (told rows)).
Notation R_told := (Rules.told int int int int_same (told rows)).
Notation R_cells := (Rules.cells int int int int_same (told rows)).
Notation R_wins := (Rules.wins int int int int_same (told rows) win).
Notation is_guess := (fun g => In g guesses).
Notation R_allowed := (Rules.allowed int int int int_same (told rows) win is_guess only).
Notation R_ranks := (Rules.ranks int int int int_same (told rows) win is_guess only).
Notation rank := (Core.rank rows win small).

Lemma cell_is g f C : Core.cell rows g f C = R_cell g f C.
Proof. unfold Core.cell, Rules.cell. apply filter_ext. intros s. symmetry. apply same_eqb. Qed.

Lemma in_R_told g C f : In f (R_told g C) <-> exists s, In s C /\ rows.[g].[s] = f.
Proof. exact (in_told int int int int_same (told rows) g C f). Qed.

Lemma told_is_distinct g C : NoDup (R_told g C).
Proof. apply told_distinct. Qed.

Lemma wins_is g C : R_wins g C = true <-> exists s, In s C /\ rows.[g].[s] = win.
Proof. rewrite wins_iff. apply in_R_told. Qed.

Lemma rank_is g C : In g guesses -> incl C secrets -> few (length C) ->
  R_cells g C <= nat_of (rank g C >> 1) /\ nat_of (rank g C >> 1) <= length C /\
  is_even (rank g C) = negb (R_wins g C).
Proof.
  intros G I F. unfold Core.rank, Rules.cells. destruct small eqn:small_is.
  - destruct (count_bits_is rows.[g] win C 0%uint63 0%uint63 []) as [L [a [b [c d]]]].
    + intros s i. apply answers_are_small; auto.
    + intros k. rewrite bit_0. split; easy.
    + reflexivity.
    + simpl. exact F.
    + rewrite a. simpl in b. split; [|split; auto].
      * apply NoDup_incl_length; [apply told_is_distinct|]. intros f i. apply in_R_told in i. apply c. now right.
      * destruct (is_even _) eqn:e, (R_wins g C) eqn:w; auto.
        -- apply wins_is in w. assert (X : In win L) by (apply c; now right). apply d in X. congruence.
        -- pose proof (proj1 d eq_refl) as X. apply c in X as [[]|X]. apply wins_is in X. congruence.
  - set (cs := cells rows g C).
    assert (l : length cs <= length C).
    { transitivity (length (map (fun s => rows.[g].[s]) C)); [|now rewrite map_length].
      rewrite <- (map_length fst cs). apply NoDup_incl_length; [apply split_distinct|].
      intros f i. apply split_first in i as [u [x <-]]. apply in_map_iff. eauto. }
    assert (N : nat_of (count cs) = length cs) by (apply count_is; unfold few in *; lia).
    assert (F' : few (nat_of (count cs))) by (rewrite N; unfold few in *; lia).
    assert (Q : length (R_told g C) <= length cs).
    { rewrite <- (map_length fst cs). apply NoDup_incl_length; [apply told_is_distinct|].
      intros f i. apply in_R_told in i as [s [i <-]]. now apply split_complete. }
    assert (E : existsb (fun x => (fst x =? win)%uint63) cs = R_wins g C).
    { apply eq_iff_eq_true. rewrite wins_is, existsb_exists. split.
      - intros [[f c] [i e]]. apply eqb_spec in e. simpl in e. subst f.
        apply (split_first rows.[g] C). apply in_map_iff. exists (win, c). auto.
      - intros [s [i e]]. pose proof (split_complete rows.[g] C C s (le_n _) i) as X. rewrite e in X.
        apply in_map_iff in X as [y [q z]]. exists y. split; auto. rewrite q. apply eqb_refl. }
    destruct (existsb _ cs); rewrite <- E;
      [rewrite (proj1 (twice_and_one _ F')), (proj2 (twice_and_one _ F'))|rewrite (proj1 (twice _ F')), (proj2 (twice _ F'))];
      rewrite N; auto.
Qed.

Variable columns : array (array int).
Hypothesis columns_are : forall g s, In g guesses -> In s secrets -> columns.[s].[g] = (1 << rows.[g].[s])%uint63.

Lemma rank_by_is g C : In g guesses -> incl C secrets -> rank_by rows win small (columns_of columns C) g C = rank g C.
Proof.
  intros G I. unfold rank_by, Core.rank. destruct small; auto. generalize 0%uint63 at 2 4. generalize 0%uint63.
  induction C as [|s C IH]; intros x n; cbn [columns_of map count_columns count_bits]; auto.
  rewrite columns_are by (auto; apply I; now left). cbv zeta.
  destruct (_ =? 0)%uint63; apply IH; intros u i; apply I; now right.
Qed.

Lemma ranks_of_is gs C : incl gs guesses -> incl C secrets ->
  ranks_of rows win small (columns_of columns C) gs C = map (fun g => rank g C) gs.
Proof.
  intros Q I. induction gs as [|g gs IH]; simpl; auto. rewrite rank_by_is, IH; auto; [|apply Q; now left].
  intros x i. apply Q. now right.
Qed.

Lemma most_plain_is ks : forall x, nat_of x <= nat_of (most_plain ks x) /\
  (forall k, In k ks -> is_even k = true -> nat_of (k >> 1) <= nat_of (most_plain ks x)) /\
  (forall b, nat_of x <= b -> (forall k, In k ks -> nat_of (k >> 1) <= b) -> nat_of (most_plain ks x) <= b).
Proof.
  induction ks as [|k ks IH]; intros x; cbn [most_plain]; [repeat split; auto; easy|].
  destruct (IH (if is_even k then most (k >> 1) x else x)) as [a [b c]]. repeat split.
  - destruct (is_even k); auto. rewrite nat_of_most in a. lia.
  - intros j [<-|i] e; auto. rewrite e in *. rewrite nat_of_most in a. lia.
  - intros m l H. apply c; [|intros j i; apply H; now right]. specialize (H k (or_introl eq_refl)).
    destruct (is_even k); auto. rewrite nat_of_most. lia.
Qed.

Lemma most_able_is ks : forall x, nat_of x <= nat_of (most_able ks x) /\
  (forall k, In k ks -> is_even k = false -> nat_of (k >> 1) <= nat_of (most_able ks x)) /\
  (forall b, nat_of x <= b -> (forall k, In k ks -> nat_of (k >> 1) <= b) -> nat_of (most_able ks x) <= b).
Proof.
  induction ks as [|k ks IH]; intros x; cbn [most_able]; [repeat split; auto; easy|].
  destruct (IH (if is_even k then x else most (k >> 1) x)) as [a [b c]]. repeat split.
  - destruct (is_even k); auto. rewrite nat_of_most in a. lia.
  - intros j [<-|i] e; auto. rewrite e in *. rewrite nat_of_most in a. lia.
  - intros m l H. apply c; [|intros j i; apply H; now right]. specialize (H k (or_introl eq_refl)).
    destruct (is_even k); auto. rewrite nat_of_most. lia.
Qed.

Lemma ranks_hold C : incl C secrets -> few (length C) ->
  let ks := ranks_of rows win small (columns_of columns C) guesses C in
  let plain := if only then 0%uint63 else most_plain ks 0 in
  let able := most_able ks 0 in
  R_ranks (nat_of plain) (nat_of able) C /\ nat_of plain <= length C /\ nat_of able <= length C.
Proof.
  intros I F. cbv zeta. rewrite ranks_of_is by (auto; apply incl_refl).
  destruct (most_plain_is (map (fun g => rank g C) guesses) 0%uint63) as [_ [a a']].
  destruct (most_able_is (map (fun g => rank g C) guesses) 0%uint63) as [_ [b b']].
  assert (H : forall k, In k (map (fun g => rank g C) guesses) -> nat_of (k >> 1) <= length C).
  { intros k i. apply in_map_iff in i as [g [<- i]]. now apply rank_is. }
  split; [|split].
  - intros g [G A]. destruct (rank_is g C G I F) as [c [_ e]].
    assert (i : In (rank g C) (map (fun g => rank g C) guesses)) by (apply in_map_iff; eauto).
    destruct (R_wins g C).
    + etransitivity; [exact c|]. now apply b.
    + destruct only; [discriminate (A eq_refl)|]. etransitivity; [exact c|]. now apply a.
  - destruct only; [rewrite nat_of_0; lia|]. apply a'; auto. rewrite nat_of_0. lia.
  - apply b'; auto. rewrite nat_of_0. lia.
Qed.

(* ---- what the ranks of a set say *)

Variable endless : bool.
Variable price : nat -> nat.
Hypothesis prices_never_fall : forall k, price k <= price (S k).
Variable limit : option nat.
Hypothesis wins_once : forall g s t, told rows g s = win -> told rows g t = win -> s = t.

Notation R_lower := (Rules.lower int int int int_same (told rows) win is_guess only one_each price limit).

Lemma lower_less d C a b : nat_of a <= nat_of b -> R_lower d C (Some (nat_of b)) -> R_lower d C (Some (nat_of a)).
Proof. intros l H t L V. specialize (H t L V). simpl in *. lia. Qed.

Lemma lower_under d C x b : under x b -> R_lower d C b -> R_lower d C (Some (nat_of x)).
Proof. intros u H t L V. specialize (H t L V). eapply weaker_at_most; eauto. Qed.

Lemma lower_nothing d C : R_lower d C (Some (nat_of 0%uint63)).
Proof. intros t L V. rewrite nat_of_0. simpl. lia. Qed.

Lemma lower_most d C a b :
  R_lower d C (Some (nat_of a)) -> R_lower d C (Some (nat_of b)) -> R_lower d C (Some (nat_of (most a b))).
Proof. intros A B t L V. specialize (A t L V). specialize (B t L V). rewrite nat_of_most. simpl in *. lia. Qed.

Lemma own_is_lower d ps C n : incl C secrets -> NoDup C -> C <> [] -> few (length C) -> nat_of n = length C ->
  prices_from endless price limit (d + 1) ps -> forall gs plain able b, incl gs guesses ->
  nat_of plain <= length C -> nat_of able <= length C ->
  (forall g, R_allowed g C -> In g gs \/ R_cells g C <= if R_wins g C then nat_of able else nat_of plain) ->
  R_lower d C (Some (nat_of b)) -> R_lower d C (Some (nat_of (own rows win only small endless (columns_of columns C) gs ps C n plain able b))).
Proof.
  intros I D N F Hn P. induction gs as [|g gs IH]; intros plain able b Gs Hp Ha R B; cbn [own].
  - apply lower_most; auto. eapply lower_under; [apply set_bound_is_under; eauto; unfold few in *; lia|].
    apply set_bound_is_lower; auto. intros g A. now destruct (R g A) as [[]|].
  - assert (G : In g guesses) by (apply Gs; now left). destruct (rank_is g C G I F) as [r1 [r2 r3]].
    assert (Gs' : incl gs guesses) by (intros x i; apply Gs; now right).
    assert (K : forall p a, nat_of plain <= nat_of p -> nat_of able <= nat_of a ->
      (R_allowed g C -> R_cells g C <= if R_wins g C then nat_of a else nat_of p) ->
      forall h, R_allowed h C -> In h gs \/ R_cells h C <= if R_wins h C then nat_of a else nat_of p).
    { intros p a lp la H h A. destruct (R h A) as [[<-|i]|l]; auto. right. destruct (R_wins h C); lia. }
    rewrite rank_by_is by auto. rewrite r3. destruct (R_wins g C) eqn:w; cbn [negb].
    + rewrite !leb_nat. destruct (Nat.leb_spec (nat_of (rank g C >> 1)) (nat_of able)) as [l|l].
      * apply IH; auto. apply K; auto. intros _. lia.
      * destruct (_ <=? _); auto. apply IH; auto. apply K; auto; lia.
    + destruct only eqn:o; cbn [orb].
      * apply IH; auto. apply K; auto. intros [_ A]. specialize (A eq_refl). congruence.
      * rewrite !leb_nat. destruct (Nat.leb_spec (nat_of (rank g C >> 1)) (nat_of plain)) as [l|l].
        -- apply IH; auto. apply K; auto. intros _. lia.
        -- destruct (_ <=? _); auto. apply IH; auto. apply K; auto; lia.
Qed.

End Ranks.
