(* Cells and ranks: how a guess splits a set, and how many cells each guess makes. *)

From Coq Require Import PArray List Bool Arith ZArith Uint63 Lia.
From Guesstree Require Import Spec Rules Core Numbers Bounds.
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
  ((win <? 63)%uint63 = true /\ NoDup (all_answers k) /\
   (forall x, In x (from (32 * 64) 0) -> nat_of (ones k).[x] = length (filter (bit x) (from 11 0)))) /\
  forall g s, In g guesses -> In s secrets -> let f := rows.[g].[s] in
    (f <? win + 1)%uint63 = true /\
    part 127 (shift (answers_in k)).[g] (words (answers_in k)).[s].[(place (answers_in k)).[g]] = f /\
    part (mask k) (shift (bits_in k)).[g] (words (bits_in k)).[s].[(place (bits_in k)).[g]] = (1 << f)%uint63.

Section Ranks.
Variable rows : array (array int).
Variable win : int.
Variable guesses secrets : list int.
Variable only alone small : bool.
Variable columns : columns.
Hypothesis columns_are : small = true -> right_columns rows win guesses secrets columns.

Notation R_cell := (Rules.cell int int int int_same (told rows)).
Notation R_told := (Rules.told int int int int_same (told rows)).
Notation R_cells := (Rules.cells int int int int_same (told rows)).
Notation R_wins := (Rules.wins int int int int_same (told rows) win).
Notation is_guess := (fun g => In g guesses).
Notation R_allowed := (Rules.allowed int int int int_same (told rows) win is_guess only).
Notation R_ranks := (Rules.ranks int int int int_same (told rows) win is_guess only).
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

Lemma gather_is m sh cs b f : forall x,
  bit (part m sh (gather cs b x)) f = bit (part m sh x) f || existsb (fun a => bit (part m sh a.[b]) f) cs.
Proof.
  unfold part. induction cs as [|a cs IH]; intros x; cbn [gather existsb]; [now rewrite orb_false_r|].
  now rewrite IH, !land_spec, lor_lsr, lor_spec, andb_orb_distrib_l, <- orb_assoc.
Qed.

Lemma small_is g C f : small = true -> In g guesses -> incl C secrets ->
  bit (part (mask columns) (shift (bits_in columns)).[g] (gather (columns_of columns C) (place (bits_in columns)).[g] 0)) f = true <->
  exists s, In s C /\ rows.[g].[s] = f.
Proof.
  intros S G I. destruct (columns_are S) as [[w _] H]. rewrite gather_is.
  assert (Z : bit (part (mask columns) (shift (bits_in columns)).[g] 0) f = false).
  { unfold part. rewrite lsr0, land_spec, bit_0. reflexivity. }
  assert (X : forall s, In s C ->
    bit (part (mask columns) (shift (bits_in columns)).[g] (words (bits_in columns)).[s].[(place (bits_in columns)).[g]]) f = (rows.[g].[s] =? f)%uint63).
  { intros s i. destruct (H g s G (I s i)) as [l [_ x]]. rewrite x. apply bit_of_one.
    apply ltb_spec in l, w. apply ltb_spec. rewrite add_spec in l. change (to_Z 63) with 63%Z in *. change (to_Z 1) with 1%Z in l.
    pose proof (to_Z_bounded win). rewrite Z.mod_small in l; [lia|]. change wB with 9223372036854775808%Z. lia. }
  rewrite Z. cbn [orb]. unfold columns_of. rewrite existsb_exists. split.
  - intros [a [i e]]. apply in_map_iff in i as [s [<- i]]. exists s. split; auto. rewrite X in e by auto. now apply eqb_spec.
  - intros [s [i e]]. exists (words (bits_in columns)).[s]. split; [now apply in_map|]. rewrite X by auto. now apply eqb_spec.
Qed.

Lemma rank_is g C : In g guesses -> incl C secrets -> few (length C) ->
  R_cells g C <= nat_of (rank g C >> 1) /\ nat_of (rank g C >> 1) <= length C /\
  is_even (rank g C) = negb (R_wins g C).
Proof.
  intros G I F. unfold Core.rank, rank_by, rank_in, Rules.cells.
  pose proof (fun S f => small_is g C f S G I) as B. pose proof columns_are as H. destruct small.
  - specialize (B eq_refl). destruct (H eq_refl) as [[w [_ O]] _].
    set (x := part _ _ _) in *. pose proof (count_ones_is columns O 6 x (le_n _)) as N. set (L := filter (bit x) (spots 6)) in *.
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

Lemma next_rank_is g C b w cs : cs = columns_of columns C -> w = gather cs b 0 -> let here := (place (bits_in columns)).[g] in
  gather_next cs b w here = gather cs here 0 /\ next_rank rows win columns small cs g C (gather cs here 0) = rank g C.
Proof.
  intros -> ->. cbv zeta. unfold gather_next, next_rank, Core.rank, rank_by. split; [|now case small].
  destruct (b =? _)%uint63 eqn:e; auto. apply eqb_spec in e. now rewrite e.
Qed.

Lemma ranks_are C : ranks rows win guesses columns small C = map (fun g => rank g C) guesses.
Proof.
  unfold ranks. generalize (eq_refl (gather (columns_of columns C) 0%uint63 0%uint63)). generalize (gather (columns_of columns C) 0 0) at 1 3.
  generalize 0%uint63 at 1 3. generalize guesses as gs. induction gs as [|g gs IH]; intros b w e; cbn [ranks_of map]; auto. cbv zeta.
  destruct (next_rank_is g C b w _ eq_refl e) as [a q]. rewrite a, q. f_equal. now apply IH.
Qed.

Lemma most_of_is wins ks : forall x, nat_of x <= nat_of (most_of wins ks x) /\
  (forall k, In k ks -> is_even k = negb wins -> nat_of (k >> 1) <= nat_of (most_of wins ks x)) /\
  (forall b, nat_of x <= b -> (forall k, In k ks -> nat_of (k >> 1) <= b) -> nat_of (most_of wins ks x) <= b).
Proof.
  induction ks as [|k ks IH]; intros x; cbn [most_of]; [repeat split; auto; easy|].
  destruct (IH (if Bool.eqb (is_even k) wins then x else most (k >> 1) x)) as [a [b c]]. repeat split.
  - destruct (Bool.eqb _ _); auto. rewrite nat_of_most in a. lia.
  - intros j [<-|i] e; auto. rewrite e in *. replace (Bool.eqb (negb wins) wins) with false in * by now destruct wins.
    rewrite nat_of_most in a. lia.
  - intros m l H. apply c; [|intros j i; apply H; now right]. specialize (H k (or_introl eq_refl)).
    destruct (Bool.eqb _ _); auto. rewrite nat_of_most. lia.
Qed.

Lemma ranks_hold C : incl C secrets -> few (length C) ->
  let ks := ranks rows win guesses columns small C in
  let plain := if only then 0%uint63 else most_of false ks 0 in
  let able := most_of true ks 0 in
  R_ranks (nat_of plain) (nat_of able) C /\ nat_of plain <= length C /\ nat_of able <= length C.
Proof.
  intros I F. cbv zeta. rewrite ranks_are.
  destruct (most_of_is false (map (fun g => rank g C) guesses) 0%uint63) as [_ [a a']].
  destruct (most_of_is true (map (fun g => rank g C) guesses) 0%uint63) as [_ [b b']].
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

(* ---- what the ranks of a set say *)

Variable weights : option (array int).
Variable endless : bool.
Variable price : nat -> nat.
Hypothesis prices_never_fall : forall k, price k <= price (S k).
Variable limit : option nat.
Hypothesis wins_once : forall g s t, told rows g s = win -> told rows g t = win -> s = t.

Notation R_lower := (Rules.lower int int int int_same (told rows) win is_guess only alone (weight weights) price limit).

Lemma lower_under d C x b : under x b -> R_lower d C b -> R_lower d C (Some (nat_of x)).
Proof. intros u H t L V. specialize (H t L V). eapply weaker_at_most; eauto. Qed.

Lemma lower_nothing d C : R_lower d C (Some (nat_of 0%uint63)).
Proof. intros t L V. rewrite nat_of_0. simpl. lia. Qed.

Lemma lower_most d C a b :
  R_lower d C (Some (nat_of a)) -> R_lower d C (Some (nat_of b)) -> R_lower d C (Some (nat_of (most a b))).
Proof. intros A B t L V. specialize (A t L V). specialize (B t L V). rewrite nat_of_most. simpl in *. lia. Qed.

Lemma own_is_lower d ps C n ws : incl C secrets -> NoDup C -> C <> [] -> few (length C) -> weighed weights n ws C ->
  prices_from endless price limit (d + 1) ps -> forall gs plain able b at_word w, incl gs guesses ->
  w = gather (columns_of columns C) at_word 0 -> nat_of plain <= length C -> nat_of able <= length C ->
  (forall g, R_allowed g C -> In g gs \/ R_cells g C <= if R_wins g C then nat_of able else nat_of plain) ->
  R_lower d C (Some (nat_of b)) -> R_lower d C (Some (nat_of (own rows win columns only alone small endless (columns_of columns C) at_word w gs ps C n ws plain able b))).
Proof.
  intros I D N F Hn P. induction gs as [|g gs IH]; intros plain able b at_word w0 Gs W Hp Ha R B; cbn [own].
  - apply lower_most; auto. eapply lower_under; [apply set_bound_is_under; eauto; unfold few in *; lia|].
    apply set_bound_is_lower; auto. intros g A. now destruct (R g A) as [[]|].
  - assert (G : In g guesses) by (apply Gs; now left). destruct (rank_is g C G I F) as [r1 [r2 r3]].
    assert (Gs' : incl gs guesses) by (intros x i; apply Gs; now right).
    assert (K : forall p a, nat_of plain <= nat_of p -> nat_of able <= nat_of a ->
      (R_allowed g C -> R_cells g C <= if R_wins g C then nat_of a else nat_of p) ->
      forall h, R_allowed h C -> In h gs \/ R_cells h C <= if R_wins h C then nat_of a else nat_of p).
    { intros p a lp la H h A. destruct (R h A) as [[<-|i]|l]; auto. right. destruct (R_wins h C); lia. }
    cbv zeta. destruct (next_rank_is g C at_word w0 _ eq_refl W) as [q1 q2]. rewrite q1, q2, r3. destruct (R_wins g C) eqn:w; cbn [negb].
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
