(* How a guess splits a set, and how many cells it makes. *)

From Coq Require Import PArray List Bool Arith ZArith Uint63 Lia.
From Guesstree Require Import Spec Rules Core Numbers Tally Bounds.
Import ListNotations PArrayNotations.
Notation length := List.length.

Lemma same_eqb x y : (if int_same x y then true else false) = (x =? y)%uint63.
Proof. destruct (int_same x y) as [->|n]; symmetry; [apply eqb_refl|now apply eqb_false_spec]. Qed.

Lemma filter_filter {A} (p q : A -> bool) l : filter p (filter q l) = filter (fun x => q x && p x) l.
Proof. induction l as [|x l IH]; simpl; auto. destruct (q x); simpl; rewrite IH; auto. Qed.

Lemma fewer {A} (p : A -> bool) l : length (filter p l) <= length l.
Proof. induction l as [|x l IH]; simpl; auto. destruct (p x); simpl; lia. Qed.

(* ---- bits *)

Lemma bit_of_one f k : (f <? 63)%uint63 = true -> bit (1 << f) k = (f =? k)%uint63.
Proof.
  intros H. apply ltb_spec in H. change (to_Z 63) with 63%Z in H. pose proof (to_Z_bounded f).
  rewrite bitE, lsl_spec. change (to_Z 1) with 1%Z. rewrite Z.mul_1_l, Z.mod_small.
  - rewrite Z.pow2_bits_eqb by lia. apply eq_iff_eq_true. rewrite Z.eqb_eq, eqb_spec.
    split; [apply to_Z_inj|now intros ->].
  - split; [lia|]. change wB with (2 ^ 63)%Z. apply Z.pow_lt_mono_r; lia.
Qed.

Lemma in_from n : forall i x, (to_Z i + Z.of_nat n < wB)%Z -> (to_Z i <= to_Z x < to_Z i + Z.of_nat n)%Z -> In x (from n i).
Proof.
  induction n as [|n IH]; intros i x F L; [lia|]. cbn [from]. destruct (Z.eq_dec (to_Z i) (to_Z x)) as [e|e]; [left; now apply to_Z_inj|right].
  assert (E : to_Z (i + 1) = (to_Z i + 1)%Z).
  { rewrite add_spec. change (to_Z 1) with 1%Z. apply Z.mod_small. pose proof (to_Z_bounded i). lia. }
  apply IH; rewrite E; lia.
Qed.

Lemma below_is n x : (Z.of_nat n < wB)%Z -> (to_Z x < Z.of_nat n)%Z -> In x (from n 0).
Proof. intros F L. apply in_from; change (to_Z 0) with 0%Z; [lia|]. pose proof (to_Z_bounded x). lia. Qed.

(* The bits that count_ones looks at, eleven at a time. *)
Fixpoint spots (fuel : nat) : list int := match fuel with 0 => [] | S k => from 11 0 ++ map (add 11) (spots k) end.

Lemma distinct l : all_different l = true -> NoDup l.
Proof.
  induction l as [|x l IH]; cbn [all_different]; intros H; [constructor|]. apply andb_true_iff in H as [n H]. constructor; auto.
  intros i. apply negb_true_iff in n. assert (existsb (fun y => x =? y)%uint63 l = true); [|congruence].
  apply existsb_exists. exists x. split; auto. apply eqb_refl.
Qed.

Lemma length_filter_map p (h : int -> int) l : length (filter p (map h l)) = length (filter (fun x => p (h x)) l).
Proof. induction l as [|x l IH]; simpl; auto. destruct (p (h x)); simpl; auto. Qed.

Lemma count_ones_is cols : (forall x, In x (from (32 * 64) 0) -> nat_of (ones cols).[x] = length (filter (bit x) (from 11 0))) ->
  forall k x, k <= 6 -> nat_of (count_ones cols k x) = length (filter (bit x) (spots k)).
Proof.
  intros H. induction k as [|k IH]; intros x l; [reflexivity|]. cbn [count_ones spots].
  assert (M : forall p, length (filter p (spots k)) <= 11 * k).
  { intros p. etransitivity; [apply fewer|]. clear. induction k as [|k IH]; [auto|]. change (spots (S k)) with (from 11 0 ++ map (add 11) (spots k)).
    rewrite app_length, map_length. change (length (from 11 0)) with 11. lia. }
  destruct (x =? 0)%uint63 eqn:z.
  - apply eqb_spec in z. subst. symmetry. rewrite nat_of_0. apply length_zero_iff_nil. generalize (from 11 0 ++ map (add 11) (spots k)).
    intros l'. induction l' as [|y l' E]; simpl; auto. now rewrite bit_0.
  - rewrite filter_app, app_length, length_filter_map.
    assert (A : nat_of (ones cols).[x land 2047] = length (filter (bit x) (from 11 0))).
    { rewrite H.
      - f_equal. apply filter_ext_in. intros f i. rewrite land_spec.
        assert (T : forallb (bit 2047) (from 11 0) = true) by reflexivity. rewrite forallb_forall in T. now rewrite (T f i), andb_true_r.
      - apply below_is; [reflexivity|]. rewrite land_spec'. change (to_Z 2047) with (Z.ones 11). rewrite Z.land_ones by easy.
        now apply Z.mod_pos_bound. }
    assert (B : nat_of (count_ones cols k (x >> 11)) = length (filter (fun f => bit x (11 + f)) (spots k))).
    { rewrite IH by lia. f_equal. apply filter_ext_in. intros f i. rewrite bit_lsr.
      assert (T : forallb (fun f => f <=? 11 + f)%uint63 (spots k) = true).
      { clear - l. do 6 (destruct k as [|k]; [reflexivity|]). lia. }
      rewrite forallb_forall in T. now rewrite (T f i). }
    rewrite sum_is; rewrite A, B; auto. specialize (M (fun f => bit x (11 + f))).
    pose proof (fewer (bit x) (from 11 0)) as N. change (length (from 11 0)) with 11 in N.
    change wB with 9223372036854775808%Z. lia.
Qed.

Lemma twice_0 n : few (nat_of n) -> nat_of ((n + n) >> 1) = nat_of n /\ is_even (n + n) = true.
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
  pose proof (fewer (fun u => negb (row.[u] =? row.[s])%uint63) C). lia.
Qed.

Lemma split_not_empty fuel : forall C f c, In (f, c) (split row fuel C) -> c <> [].
Proof.
  intros C f c i e. pose proof (split_cell _ _ _ _ i) as q.
  assert (j : In f (map fst (split row fuel C))) by (apply in_map_iff; exists (f, c); auto).
  apply split_first in j as [u [a b]]. rewrite e in q. assert (In u []); [|easy]. rewrite q.
  apply filter_In. rewrite b. split; auto. apply eqb_refl.
Qed.

(* The same from boxes. *)
Lemma collect_is boxes C fs : NoDup fs -> (forall f, In f fs -> boxes.[f] = filter (fun u => (row.[u] =? f)%uint63) C) ->
  NoDup (map fst (collect boxes fs)) /\
  (forall f c, In (f, c) (collect boxes fs) -> In f fs /\ c = filter (fun u => (row.[u] =? f)%uint63) C /\ c <> []).
Proof.
  induction fs as [|f fs IH]; intros D B; cbn [collect]; [split; [constructor|easy]|]. inversion D; subst.
  destruct (IH H2) as [a b]; [intros k i; apply B; now right|]. destruct boxes.[f] as [|u c] eqn:e.
  - split; auto. intros k c i. destruct (b k c i) as [x y]. split; auto. now right.
  - split.
    + cbn [map fst]. constructor; auto. intros i. apply in_map_iff in i as [[k c'] [q i]]. simpl in q. subst. now destruct (b f c' i).
    + intros k c' [q|i]; [injection q as <- <-|].
      * split; [now left|]. split; [|easy]. rewrite <- e. apply B. now left.
      * destruct (b k c' i) as [x y]. split; auto. now right.
Qed.

End Split.

Lemma twice_is n w : few (nat_of n) -> nat_of (twice n w >> 1) = nat_of n /\ is_even (twice n w) = negb w.
Proof. intros F. destruct w; [now apply twice_and_one|now apply twice_0]. Qed.

(* ---- ranks *)

Definition right_columns (rows : array (array int)) win (guesses secrets : list int) (k : columns) :=
  let others := flat_map in_five (fives k) in
  ((win <? 63)%uint63 = true /\ NoDup (all_answers k) /\ 5 * length (fives k) < 64 /\
   (forall x, In x (from (32 * 64) 0) -> nat_of (ones k).[x] = length (filter (bit x) (from 11 0)))) /\
  forall g s, In g guesses -> In s secrets -> let f := rows.[g].[s] in
    (f <? win + 1)%uint63 = true /\
    part 127 (shift (answers_in k)).[g] (words (answers_in k)).[s].[(place (answers_in k)).[g]] = f /\
    In (block k).[g] (blocks k) /\ In f (win :: others) /\
    let told n := bit (told_in k).[s].[(block k).[g] + n] (lane k).[g] in told f = true /\ length (filter told (win :: others)) <= 1.

Section Cells.
Variable rows : array (array int).
Variable win : int.
Variable guesses secrets : list int.
Variable small : bool.
Variable columns : columns.
Hypothesis columns_are : small = true -> right_columns rows win guesses secrets columns.

Notation R_cell := (Rules.cell int int int int_same (told rows)).
Notation R_told := (Rules.told int int int int_same (told rows)).
Notation R_cells := (Rules.cells int int int int_same (told rows)).
Notation R_wins := (Rules.wins int int int int_same (told rows) win).
Notation rank := (Core.rank rows win columns small).

Lemma cell_is g f C : Core.cell rows g f C = R_cell g f C.
Proof. unfold Core.cell, Rules.cell. apply filter_ext. intros s. symmetry. apply same_eqb. Qed.

Lemma in_R_told g C f : In f (R_told g C) <-> exists s, In s C /\ rows.[g].[s] = f.
Proof. exact (in_told int int int int_same (told rows) g C f). Qed.

Lemma cells_positive g C : C <> [] -> 1 <= R_cells g C.
Proof.
  destruct C as [|s C]; [easy|]. intros _. unfold Rules.cells.
  assert (i : In (told rows g s) (Rules.told int int int int_same (told rows) g (s :: C))) by (apply in_told; exists s; simpl; auto).
  destruct (Rules.told _ _ _ _ _ _ _); [easy|simpl; lia].
Qed.

Lemma told_is_distinct g C : NoDup (R_told g C).
Proof. apply told_distinct. Qed.

Lemma wins_is g C : R_wins g C = true <-> exists s, In s C /\ rows.[g].[s] = win.
Proof. rewrite wins_iff. apply in_R_told. Qed.

Lemma seen_is row C f : forall x, (forall s, In s C -> (row.[s] <? 63)%uint63 = true) ->
  bit (seen row C x) f = true <-> bit x f = true \/ exists s, In s C /\ row.[s] = f.
Proof.
  induction C as [|s C IH]; intros x L; cbn [seen]; [firstorder|]. rewrite IH by (intros u i; apply L; now right).
  rewrite lor_spec, orb_true_iff, bit_of_one, eqb_spec by (apply L; now left). firstorder (subst; auto).
Qed.

Lemma small_is g C f : small = true -> In g guesses -> incl C secrets ->
  bit (seen rows.[g] C 0) f = true <-> exists s, In s C /\ rows.[g].[s] = f.
Proof.
  intros S G I. destruct (columns_are S) as [[w _] H]. rewrite seen_is, bit_0; [intuition discriminate|].
  intros s i. destruct (H g s G (I s i)) as [l _]. apply ltb_spec in l, w. apply ltb_spec. rewrite add_spec in l.
  change (to_Z 63) with 63%Z in *. change (to_Z 1) with 1%Z in l. pose proof (to_Z_bounded win).
  rewrite Z.mod_small in l; [lia|]. change wB with 9223372036854775808%Z. lia.
Qed.

Definition is_rank C g k :=
  R_cells g C <= nat_of (k >> 1) /\ nat_of (k >> 1) <= length C /\ is_even k = negb (R_wins g C).

Lemma rank_is g C : In g guesses -> incl C secrets -> few (length C) -> is_rank C g (rank g C).
Proof.
  intros G I F. unfold is_rank, Core.rank, Rules.cells.
  pose proof (fun S f => small_is g C f S G I) as B. pose proof columns_are as H. destruct small.
  - specialize (B eq_refl). destruct (H eq_refl) as [[w [_ [_ O]]] _].
    set (x := seen _ _ _) in *. cbv zeta. pose proof (count_ones_is columns O 6 x (le_n _)) as N. set (L := filter (bit x) (spots 6)) in *.
    assert (A : forall f, bit x f = true -> In f L).
    { intros f b. apply filter_In. split; auto. change (spots 6) with (from 66 0). apply below_is; [reflexivity|].
      destruct (digits <=? f)%uint63 eqn:q; [now rewrite bit_M in b|]. apply Bool.not_true_iff_false in q. rewrite leb_spec in q. change (to_Z digits) with 63%Z in q. lia. }
    assert (l : length L <= length C).
    { rewrite <- (map_length (fun s => rows.[g].[s]) C). apply NoDup_incl_length.
      - apply NoDup_filter. change (spots 6) with (from 66 0). now apply distinct.
      - intros f i. apply filter_In in i as [_ i]. apply B in i as [s [i e]]. apply in_map_iff. eauto. }
    destruct (twice_is (count_ones columns 6 x) (bit x win)) as [t e]; [rewrite N; unfold few in *; lia|].
    rewrite t, e, N. repeat split; auto.
    + apply NoDup_incl_length; [apply told_is_distinct|]. intros f i. apply A, B. now apply in_R_told.
    + f_equal. apply eq_iff_eq_true. now rewrite B, wins_is.
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
    destruct (twice_is _ (existsb (fun x => (fst x =? win)%uint63) cs) F') as [t e]. now rewrite t, e, N, E.
Qed.

Lemma length_sorted b sh ts : forall boxes, PArray.length (sort_in b sh ts boxes) = PArray.length boxes.
Proof. induction ts as [|[a s] ts IH]; intros boxes; cbn [sort_in]; auto. now rewrite length_set. Qed.

(* The cells of a guess. *)
Lemma cells_by_is g C : In g guesses -> incl C secrets -> let cs := cells_by rows win columns small (told_of columns C) g C in
  NoDup (map fst cs) /\ forall f c, In (f, c) cs -> c = R_cell g f C /\ c <> [].
Proof.
  intros G I. unfold cells_by. cbv zeta.
  assert (E : forall f, filter (fun u => (rows.[g].[u] =? f)%uint63) C = R_cell g f C) by (intros f; apply (cell_is g f C)).
  pose proof columns_are as H. destruct small.
  - destruct (H eq_refl) as [[w [D _]] T]. clear H. rename T into H.
    destruct (collect_is rows.[g] (sort_in (place (answers_in columns)).[g] (shift (answers_in columns)).[g] (told_of columns C) (make (win + 1) [])) C
      (all_answers columns) D) as [a b].
    + intros f _. assert (X : forall s, In s C -> (rows.[g].[s] <? PArray.length (make (win + 1) (@nil int)))%uint63 = true).
      { intros s i. rewrite length_make. destruct (H g s G (I s i)) as [l _]. destruct (win + 1 <=? max_length)%uint63 eqn:m; auto.
        exfalso. apply Bool.not_true_iff_false in m. rewrite leb_spec in m. apply ltb_spec in w. change (to_Z 63) with 63%Z in w. rewrite add_spec in m.
        change (to_Z 1) with 1%Z in m. change (to_Z max_length) with 4194303%Z in m. pose proof (to_Z_bounded win).
        rewrite Z.mod_small in m; [lia|]. change wB with 9223372036854775808%Z. lia. }
      revert X. clear E. revert I. induction C as [|s C IH]; intros I X; cbn [told_of map sort_in filter]; [now rewrite get_make|].
      destruct (H g s G (I s (or_introl eq_refl))) as [_ [q _]]. cbv zeta. rewrite q.
      assert (IH' := IH (fun x i => I x (or_intror i)) (fun x i => X x (or_intror i))). clear IH. destruct (rows.[g].[s] =? f)%uint63 eqn:e.
      * apply eqb_spec in e. rewrite e in *. rewrite get_set_same; [now f_equal|]. rewrite length_sorted, <- e. apply X. now left.
      * apply eqb_false_spec in e. now rewrite get_set_other.
    + split; auto. intros f c i. destruct (b f c i) as [_ x]. now rewrite <- E.
  - split; [apply split_distinct|]. intros f c i. split; [|now apply (split_not_empty rows.[g] C C f)].
    rewrite <- E. now apply split_cell in i.
Qed.

End Cells.
