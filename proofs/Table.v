(* The table that is made has the answers of the game, and another number outside of it; and its columns say the same. *)

From Coq Require Import PArray List Bool Arith ZArith Uint63 Lia.
From Guesstree Require Import Spec Core Numbers Tally Cells Symmetries Program.
Import ListNotations PArrayNotations.
Notation length := List.length.

Lemma is_few_is {A} (l : list A) : is_few l = true -> few (length l).
Proof. unfold is_few, few. intros H. now apply Z.ltb_lt in H. Qed.

Lemma numbers_are {A} (l : list A) : forall i, (Z.of_nat (nat_of i) + Z.of_nat (length l) < wB)%Z ->
  map (fun p => nat_of (fst p)) (number i l) = seq (nat_of i) (length l).
Proof.
  induction l as [|x l IH]; intros i H; simpl; auto. f_equal. simpl length in H.
  assert (E : nat_of (i + 1)%uint63 = S (nat_of i)).
  { rewrite sum_is; rewrite nat_of_1; [lia|]. change wB with 9223372036854775808%Z in *. lia. }
  rewrite IH, E; auto. rewrite E. lia.
Qed.

Lemma words_of_numbers {A} (l : list A) : forall i, map snd (number i l) = l.
Proof. induction l as [|x l IH]; intros i; simpl; auto. now rewrite IH. Qed.

Lemma few_below {A} (l : list A) : few (length l) -> (Z.of_nat (nat_of 0%uint63) + Z.of_nat (length l) < wB)%Z.
Proof. unfold few. intros F. rewrite nat_of_0. change wB with 9223372036854775808%Z. lia. Qed.

Lemma numbers_differ {A} (l : list A) : few (length l) -> NoDup (map fst (number 0%uint63 l)).
Proof. intros F. apply (NoDup_map_inv nat_of). rewrite map_map, numbers_are by now apply few_below. apply seq_NoDup. Qed.

Lemma numbers_below {A} (l : list A) : few (length l) -> forall i,
  In i (map fst (number 0%uint63 l)) <-> (i <? count l)%uint63 = true.
Proof.
  intros F i. rewrite ltb_nat, Nat.ltb_lt, count_is by auto.
  assert (X : In (nat_of i) (map nat_of (map fst (number 0%uint63 l))) <-> In i (map fst (number 0%uint63 l))).
  { split; [|apply in_map]. intros x. apply in_map_iff in x as [j [e x]]. apply nat_of_inj in e. now subst. }
  rewrite <- X, map_map, numbers_are by now apply few_below. rewrite in_seq, nat_of_0. lia.
Qed.

Section Table.
Variable G : game.
Variable win : int.
Variable ss : list word.
Hypothesis few_secrets : few (length ss).

Definition right_row (g : word) (row : array int) :=
  (forall i s, In (i, s) (number 0%uint63 ss) ->
    row.[i] = (if same g s then win else answers G g s) /\ (row.[i] = win <-> same g s = true) /\ row.[i] <> nothing) /\
  (forall i, ~ In i (map fst (number 0%uint63 ss)) -> row.[i] = nothing).

Lemma is_filled_is a g l : forall i, is_filled a win i (row_values G win g l) = true ->
  forall j s, In (j, s) (number i l) ->
    a.[j] = (if same g s then win else answers G g s) /\ (a.[j] = win <-> same g s = true) /\ a.[j] <> nothing.
Proof.
  induction l as [|s l IH]; intros i H j u; simpl; [easy|]. cbn [row_values map is_filled] in H.
  destruct (same g s) eqn:e; apply andb_true_iff in H as [H R]; apply andb_true_iff in H as [H n];
    apply andb_true_iff in H as [H w]; apply eqb_spec in H; apply negb_true_iff, eqb_false_spec in n; apply eqb_prop in w;
    (intros [q|q]; [injection q as -> ->; rewrite e, H|now apply (IH _ R)]).
  - repeat split; auto.
  - split; [auto|split; [|auto]]. symmetry in w. apply eqb_false_spec in w. split; [easy|discriminate].
Qed.

Lemma make_row_is g a : make_row G win (count ss) ss g = Some a -> right_row g a.
Proof.
  unfold make_row. set (b := fill _ _ _). destruct (is_filled b win 0 _ && _ && _) eqn:e; [|easy]. intros q. injection q as <-.
  apply andb_true_iff in e as [e d]. apply andb_true_iff in e as [e l]. apply eqb_spec in d, l. split.
  - now apply is_filled_is.
  - intros i n. rewrite numbers_below in n by auto. rewrite get_out_of_bounds; auto. rewrite l.
    destruct (i <? count ss)%uint63; tauto.
Qed.

Lemma make_rows_is gs : forall i rows rows', make_rows G win (count ss) ss i gs rows = Some rows' ->
  (Z.of_nat (nat_of i) + Z.of_nat (length gs) < wB)%Z ->
  PArray.length rows' = PArray.length rows /\ default rows' = default rows /\
  (forall j, nat_of j < nat_of i -> rows'.[j] = rows.[j]) /\
  forall j g, In (j, g) (number i gs) -> right_row g rows'.[j].
Proof.
  induction gs as [|g gs IH]; intros i rows rows' H B; cbn [make_rows] in H.
  - injection H as <-. split; [auto|split; [auto|split; [auto|easy]]].
  - destruct (make_row G win (count ss) ss g) as [a|] eqn:R; [|easy]. apply make_row_is in R.
    destruct (i <? PArray.length rows)%uint63 eqn:l; [|easy]. simpl length in B.
    assert (E : nat_of (i + 1)%uint63 = S (nat_of i)).
    { rewrite sum_is; rewrite nat_of_1; [lia|]. change wB with 9223372036854775808%Z in *. lia. }
    apply IH in H; auto; [|rewrite E; lia]. destruct H as [x [y [z w]]].
    rewrite length_set in x. rewrite default_set in y. split; [auto|split; [auto|split]].
    + intros j q. rewrite z by lia. apply get_set_other. intros ->. lia.
    + intros j h [q|q]; [|now apply w]. injection q as <- <-. rewrite z by lia. now rewrite get_set_same.
Qed.

Lemma make_table_is gs rows : few (length gs) -> make_table G win gs ss = Some rows ->
  (forall i g, In (i, g) (number 0%uint63 gs) -> right_row g rows.[i]) /\
  (forall i, ~ In i (map fst (number 0%uint63 gs)) -> forall j, rows.[i].[j] = nothing).
Proof.
  intros F. unfold make_table. set (rows0 := make (count gs) _). destruct (make_rows _ _ _ _ _ _ _) as [r|] eqn:M; [|easy].
  destruct (PArray.length r =? count gs)%uint63 eqn:l; [|easy]. intros q. injection q as <-. apply eqb_spec in l.
  apply make_rows_is in M; [|now apply few_below]. destruct M as [_ [d [_ w]]]. split; auto.
  intros i n j. rewrite numbers_below in n by auto. rewrite (get_out_of_bounds _ r).
  - rewrite d. unfold rows0. rewrite default_make. apply get_make.
  - rewrite l. destruct (i <? count gs)%uint63; tauto.
Qed.

End Table.

Lemma bits_of_is l f : forall x, bit (bits_of l x) f = true -> bit x f = true \/ In f l.
Proof.
  induction l as [|k l IH]; intros x H; simpl in *; auto. apply IH in H as [H|H]; auto. rewrite lor_spec in H. apply orb_true_iff in H as [H|H]; auto.
  right. left. destruct (k <? 63)%uint63 eqn:q; [rewrite bit_of_one in H by exact q; now apply eqb_spec in H|].
  exfalso. apply Bool.not_true_iff_false in q. rewrite ltb_spec in q. change (to_Z 63) with 63%Z in q.
  replace (1 << k)%uint63 with 0%uint63 in H; [now rewrite bit_0 in H|]. symmetry. apply to_Z_inj. rewrite lsl_spec.
  change (to_Z 1) with 1%Z. change wB with (2 ^ 63)%Z. rewrite Z.mul_1_l. replace (to_Z k) with (to_Z k - 63 + 63)%Z by lia.
  rewrite Z.pow_add_r by lia. now apply Z.mod_mul.
Qed.

Lemma are_columns_is rows win gs ss k : are_columns rows win k gs ss = true -> right_columns rows win gs ss k.
Proof.
  unfold are_columns, right_columns. cbv zeta. intros H. apply andb_true_iff in H as [H r]. apply andb_true_iff in H as [H e].
  apply andb_true_iff in H as [H o]. apply andb_true_iff in H as [H n]. apply andb_true_iff in H as [w d].
  rewrite forallb_forall in o, e, r. apply Nat.ltb_lt in n. split; [split; [auto|split; [now apply distinct|split; [exact n|]]]|].
  - intros x i. rewrite (proj1 (eqb_spec _ _) (o x i)), count_is; auto. pose proof (fewer (bit x) (from 11 0)) as l.
    change (List.length (from 11 0)) with 11 in l. unfold few. lia.
  - intros g s i j. specialize (e g i). apply existsb_exists in e as [b [e q]]. specialize (r b e). apply eqb_spec in q. rewrite forallb_forall in r.
    specialize (r s j). apply andb_true_iff in r as [p r]. rewrite forallb_forall in r. specialize (r g). rewrite q in *.
    apply (are_apart_is _ _ (lane k).[g]) in p. rewrite bit_0 in p. rewrite !andb_true_iff in r.
    destruct r as [[[l a] t] m]; [apply filter_In; split; auto; rewrite q; apply eqb_refl|].
    apply eqb_spec in m. apply bits_of_is in a as [a|a]; [now rewrite bit_0 in a|]. repeat split; auto.
Qed.
