(* The ranks of all guesses, which are counted together, and what they say of a set. *)

From Coq Require Import PArray List Bool Arith ZArith Uint63 Lia.
From Guesstree Require Import Spec Rules Core Numbers Tally Bounds Cells.
Import ListNotations PArrayNotations.
Notation length := List.length.

Section Ranks.
Variable rows : array (array int).
Variable win : int.
Variable guesses secrets : list int.
Variable only alone small : bool.
Variable columns : columns.
Hypothesis columns_are : small = true -> right_columns rows win guesses secrets columns.

Notation R_cells := (Rules.cells int int int int_same (told rows)).
Notation R_wins := (Rules.wins int int int int_same (told rows) win).
Notation is_guess := (fun g => In g guesses).
Notation R_allowed := (Rules.allowed int int int int_same (told rows) win is_guess only).
Notation R_ranks := (Rules.ranks int int int int_same (told rows) win is_guess only).
Notation rank := (Core.rank rows win columns small).
Notation others := (flat_map in_five (fives columns)).
Notation told_by := (Core.told_by columns).
Notation tally_of := (Core.tally_of columns).
Notation is_rank := (Cells.is_rank rows win).
Notation rank_is := (Cells.rank_is rows win guesses secrets small columns columns_are).

(* ---- all guesses, by their blocks *)

Lemma told_of_guess g C : small = true -> In g guesses -> incl C secrets ->
  let seen := has (told_by C) (block columns).[g] (lane columns).[g] in
  (forall s, In s C -> seen rows.[g].[s] = true /\ In rows.[g].[s] (win :: others)) /\
  length (filter seen (win :: others)) <= length C /\ seen win = R_wins g C.
Proof.
  intros S G I. destruct (columns_are S) as [_ H]. cbv zeta.
  assert (A : forall s, In s C -> has (told_by C) (block columns).[g] (lane columns).[g] rows.[g].[s] = true /\ In rows.[g].[s] (win :: others)).
  { intros s i. destruct (H g s G (I s i)) as [_ [_ [_ [m [t _]]]]]. split; auto. apply existsb_exists.
    exists (told_in columns).[s]. split; auto. unfold Core.told_by. now apply in_map. }
  split; [exact A|split].
  - rewrite <- (map_length (fun s => (told_in columns).[s]) C). apply at_most_rows. apply Forall_forall. intros a i.
    apply in_map_iff in i as [s [<- i]]. now destruct (H g s G (I s i)) as [_ [_ [_ [_ [_ t]]]]].
  - apply eq_iff_eq_true. rewrite wins_is. unfold has at 1. rewrite existsb_exists. split.
    + intros [a [i e]]. unfold Core.told_by in i. apply in_map_iff in i as [s [<- i]]. exists s. split; auto.
      destruct (H g s G (I s i)) as [_ [_ [_ [[m|m] [t o]]]]]; auto. exfalso. cbv zeta in *. cbn [filter] in o. rewrite e in o. cbn [length] in o.
      assert (X : In rows.[g].[s] (filter (fun n => bit (told_in columns).[s].[(block columns).[g] + n] (lane columns).[g]) others)) by now apply filter_In.
      destruct (filter _ others); [easy|simpl in o; lia].
    + intros [s [i e]]. destruct (H g s G (I s i)) as [_ [_ [_ [_ [t _]]]]]. rewrite e in t.
      exists (told_in columns).[s]. split; auto. unfold Core.told_by. now apply in_map.
Qed.

Lemma tally_is C b j : small = true -> tallied (tally_of (told_by C) b) j = length (filter (has (told_by C) b j) others).
Proof.
  intros S. destruct (columns_are S) as [[_ [_ [l _]]] _]. unfold Core.tally_of.
  assert (Z : tallied nothing_yet j = 0) by (unfold tallied, nothing_yet; cbn [b0 b1 b2 b3 b4 b5]; rewrite !bit_0; reflexivity).
  rewrite count_all_is; rewrite Z; [reflexivity|exact l].
Qed.

Lemma either_is cs n j : forall x, bit (either cs n x) j = bit x j || existsb (fun a => bit a.[n] j) cs.
Proof. induction cs as [|a cs IH]; intros x; cbn [either existsb]; [now rewrite orb_false_r|]. now rewrite IH, lor_spec, orb_assoc. Qed.

Lemma rank_at_is g C : small = true -> In g guesses -> incl C secrets -> few (length C) ->
  let cs := told_by C in let b := (block columns).[g] in is_rank C g (rank_at columns (tally_of cs b) (either cs (b + win) 0) g).
Proof.
  intros S G I F. cbv zeta. destruct (told_of_guess g C S G I) as [A [L W]]. cbv zeta in *. unfold rank_at. cbv zeta.
  assert (E0 : bit (either (told_by C) ((block columns).[g] + win) 0) (lane columns).[g] = R_wins g C) by (rewrite <- W, either_is, bit_0; reflexivity).
  rewrite E0. set (t := tally_of _ _). cbn [filter] in L. rewrite W in L.
  assert (N : nat_of (tally_at t (lane columns).[g] + (if R_wins g C then 1 else 0))%uint63 =
    length (filter (has (told_by C) (block columns).[g] (lane columns).[g]) (win :: others))).
  { cbn [filter]. rewrite W. assert (E : nat_of (tally_at t (lane columns).[g]) = length (filter (has (told_by C) (block columns).[g] (lane columns).[g]) others)).
    { rewrite tally_at_is. apply tally_is, S. }
    assert (M : forall x, nat_of (if x : bool then 1 else 0)%uint63 = if x then 1 else 0) by now intros [].
    rewrite sum_is; rewrite E, M; [destruct (R_wins g C); cbn [length]; lia|].
    unfold few in F. change wB with 9223372036854775808%Z. destruct (R_wins g C); cbn [length] in *; lia. }
  assert (L' : length (filter (has (told_by C) (block columns).[g] (lane columns).[g]) (win :: others)) <= length C) by (cbn [filter]; now rewrite W).
  destruct (twice_is (tally_at t (lane columns).[g] + (if R_wins g C then 1 else 0)) (R_wins g C)) as [x y]; [rewrite N; unfold few in *; lia|].
  unfold is_rank. rewrite x, y, N. repeat split; auto. unfold Rules.cells. apply NoDup_incl_length; [apply told_is_distinct|].
  intros f i. apply in_R_told in i as [s [i <-]]. apply filter_In. split; now apply A.
Qed.

Lemma ranks_are C : incl C secrets -> few (length C) -> Forall2 (is_rank C) guesses (ranks rows win guesses columns small C).
Proof.
  intros I F. unfold ranks. destruct (Bool.bool_dec small true) as [S|S].
  - rewrite S. cbv zeta. set (cs := told_by C).
    assert (H : forall gs b, incl gs guesses -> Forall2 (is_rank C) gs (ranks_of win columns cs b (tally_of cs b) (either cs (b + win) 0) gs)).
    { induction gs as [|g gs IH]; intros b Gs; cbn [ranks_of]; [constructor|]. cbv zeta.
      assert (G : In g guesses) by (apply Gs; now left). assert (Gs' : incl gs guesses) by (intros x i; apply Gs; now right).
      destruct (b =? _)%uint63 eqn:e; [apply eqb_spec in e; subst b|]; constructor; auto; now apply rank_at_is. }
    replace (either cs win 0) with (either cs (0 + win) 0); [apply H, incl_refl|]. f_equal. apply to_Z_inj. rewrite add_spec. change (to_Z 0) with 0%Z.
    rewrite Z.add_0_l. apply Z.mod_small, to_Z_bounded.
  - apply not_true_is_false in S. rewrite S. cbv zeta. assert (H : forall gs, incl gs guesses -> Forall2 (is_rank C) gs (map (fun g => rank g C) gs)).
    { induction gs as [|g gs IH]; intros Gs; cbn [map]; constructor; [apply rank_is; auto; apply Gs; now left|apply IH; intros x i; apply Gs; now right]. }
    rewrite <- S. apply H, incl_refl.
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
  intros I F. cbv zeta. pose proof (ranks_are C I F) as R. set (ks := ranks _ _ _ _ _ _) in *.
  destruct (most_of_is false ks 0%uint63) as [_ [a a']]. destruct (most_of_is true ks 0%uint63) as [_ [b b']].
  assert (H : forall k, In k ks -> nat_of (k >> 1) <= length C).
  { intros k i. clear - R i. induction R as [|g k' gs ks [_ [l _]] R IH]; [easy|]. destruct i as [->|i]; auto. }
  assert (K : forall g, In g guesses -> exists k, In k ks /\ is_rank C g k).
  { clear - R. induction R as [|g k gs ks r R IH]; [easy|]. intros h [<-|i]; [exists k; split; auto; now left|].
    destruct (IH h i) as [j [x y]]. exists j. split; auto. now right. }
  split; [|split].
  - intros g [G A]. destruct (K g G) as [k [i [c [_ e]]]].
    destruct (R_wins g C).
    + etransitivity; [exact c|]. now apply b.
    + destruct only; [discriminate (A eq_refl)|]. etransitivity; [exact c|]. now apply a.
  - destruct only; [rewrite nat_of_0; lia|]. apply a'; auto. rewrite nat_of_0. lia.
  - apply b'; auto. rewrite nat_of_0. lia.
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

Lemma raised_is fuel t : forall n m, raised fuel t n = Some m -> nat_of n <= nat_of m < 64 /\ forall j, tallied t j <= nat_of m.
Proof.
  induction fuel as [|k IH]; intros n m E; cbn [raised] in E; [easy|]. destruct (n <? 64)%uint63 eqn:l; [|easy].
  pose proof l as l'. rewrite ltb_nat in l'. apply Nat.ltb_lt in l'. change (nat_of 64) with 64 in l'.
  destruct (above t n =? 0)%uint63 eqn:e.
  - injection E as <-. split; [lia|]. intros j. pose proof (above_is t n j l) as A. apply eqb_spec in e. rewrite e, bit_0 in A.
    symmetry in A. apply Nat.ltb_ge in A. exact A.
  - apply IH in E as [a b]. split; auto. rewrite sum_is in a; rewrite nat_of_1 in *; [lia|]. change wB with 9223372036854775808%Z. lia.
Qed.

Lemma climb_is goes_on cs bs : forall n m, climb columns goes_on cs bs n = Some m -> few (nat_of n) ->
  nat_of n <= nat_of m /\ few (nat_of m) /\ forall b j, In b bs -> tallied (tally_of cs b) j <= nat_of m.
Proof.
  induction bs as [|b bs IH]; intros n m E F; cbn [climb] in E.
  - injection E as <-. repeat split; auto. easy.
  - destruct (raised _ _ _) as [k|] eqn:R; [|easy]. apply raised_is in R as [l T]. destruct (_ || _); [|easy].
    apply IH in E as [l' [F' T']]; [|unfold few; lia]. split; [lia|split; auto]. intros c j [<-|i]; auto. etransitivity; [apply T|lia].
Qed.

Lemma one_by_one_is goes_on C gs : incl C secrets -> few (length C) -> incl gs guesses -> forall n m,
  climb_one_by_one rows win columns small goes_on C gs n = Some m -> few (nat_of n) ->
  nat_of n <= nat_of m /\ few (nat_of m) /\ forall g, In g gs -> R_wins g C = false -> R_cells g C <= nat_of m.
Proof.
  intros I F. induction gs as [|g gs IH]; intros Gs n m E Fn; cbn [climb_one_by_one] in E.
  - injection E as <-. repeat split; auto. easy.
  - destruct (rank_is g C (Gs g (or_introl eq_refl)) I F) as [r1 [r2 r3]]. cbv zeta in E. rewrite r3, negb_involutive in E.
    assert (Gs' : incl gs guesses) by (intros x i; apply Gs; now right).
    destruct (R_wins g C || _) eqn:l.
    + destruct (IH Gs' _ _ E Fn) as [a [b c]]. split; [auto|split; auto]. intros h [<-|i] w; auto. rewrite w, leb_nat in l. apply Nat.leb_le in l. lia.
    + apply orb_false_iff in l as [_ l]. rewrite leb_nat in l. apply Nat.leb_gt in l. destruct (goes_on _); [|easy].
      destruct (IH Gs' _ _ E) as [a [b c]]; [unfold few in *; lia|]. split; [lia|split; auto]. intros h [<-|i] w; auto. lia.
Qed.

(* The guesses that may win there are those of the secrets. *)
Variable winner : array int.
Hypothesis winners_are : forall g s, In g guesses -> In s secrets -> rows.[g].[s] = win -> winner.[s] = g.
Hypothesis none_is_no_guess : ~ In NONE guesses.

Lemma most_winning_is C l : forall x, nat_of x <= nat_of (most_winning rows win columns winner small C l x) /\
  forall s, In s l -> winner.[s] <> NONE -> nat_of (rank winner.[s] C >> 1) <= nat_of (most_winning rows win columns winner small C l x).
Proof.
  induction l as [|u l IH]; intros x; cbn [most_winning]; [split; [lia|easy]|].
  destruct (IH (if (winner.[u] =? NONE)%uint63 then x else most (rank winner.[u] C >> 1) x)) as [a b].
  split.
  - destruct (winner.[u] =? NONE)%uint63; auto. rewrite nat_of_most in a. lia.
  - intros s [<-|i] n; auto. apply eqb_false_spec in n. rewrite n in *. rewrite nat_of_most in a. lia.
Qed.

Lemma winning_is C g : incl C secrets -> few (length C) -> In g guesses -> R_wins g C = true ->
  R_cells g C <= nat_of (least (count C) (most_winning rows win columns winner small C C 0)).
Proof.
  intros I F G w. rewrite nat_of_least, count_is by auto. apply Nat.min_glb; [apply cells_le_length|].
  apply wins_is in w as [s [i e]]. pose proof (winners_are g s G (I s i) e) as q. destruct (rank_is g C G I F) as [r1 _].
  destruct (most_winning_is C C 0%uint63) as [_ m]. specialize (m s i). rewrite q in m.
  etransitivity; [exact r1|]. apply m. intros z. apply none_is_no_guess. now rewrite <- z.
Qed.

Lemma own_is_lower d ps C b : incl C secrets -> NoDup C -> C <> [] -> few (length C) -> prices_from endless price limit (d + 1) ps ->
  R_lower d C (Some (nat_of b)) -> let b' := own rows win guesses columns winner weights only alone small endless ps C b in
  nat_of b <= nat_of b' /\ R_lower d C (Some (nat_of b')).
Proof.
  intros I D N F P B. cbv zeta. unfold own. cbv zeta. set (able := least _ _).
  assert (W : forall g, In g guesses -> R_wins g C = true -> R_cells g C <= nat_of able) by (intros g G w; now apply winning_is).
  assert (Fa : nat_of able <= length C) by (unfold able; rewrite nat_of_least, count_is by auto; lia).
  assert (Fp : few (nat_of (if (able =? 0)%uint63 then 0 else able - 1)%uint63)).
  { rewrite eqb_nat, nat_of_0. destruct (Nat.eqb_spec (nat_of able) 0) as [z|z]; [rewrite nat_of_0; unfold few; lia|].
    rewrite difference_is; rewrite nat_of_1; unfold few in *; lia. }
  set (plain := if (able =? 0)%uint63 then 0%uint63 else (able - 1)%uint63) in *. destruct (if only then Some plain else _) as [p|] eqn:E; [|auto].
  rewrite nat_of_most. split; [lia|]. rewrite <- nat_of_most. apply lower_most; auto.
  assert (K : few (nat_of p) /\ forall g, R_allowed g C -> R_wins g C = false -> R_cells g C <= nat_of p).
  { destruct only eqn:O; [injection E as <-; split; auto; intros g [_ A] w; rewrite w in A; discriminate (A eq_refl)|].
    destruct (negb _); [easy|]. destruct (Bool.bool_dec small true) as [S|S].
    - rewrite S in E. apply climb_is in E as [_ [Fm T]]; auto. split; auto. intros g [G _] w.
      destruct (told_of_guess g C S G I) as [A [L X]]. cbv zeta in *. rewrite w in X.
      destruct C as [|s0 C']; [easy|]. set (C := s0 :: C') in *. destruct (columns_are S) as [_ H].
      destruct (H g s0 G (I s0 (or_introl eq_refl))) as [_ [_ [Bl _]]].
      etransitivity; [|apply (T (block columns).[g] (lane columns).[g] Bl)]. rewrite tally_is by exact S.
      unfold Rules.cells. apply NoDup_incl_length; [apply told_is_distinct|]. intros f i. apply in_R_told in i as [s [i <-]].
      destruct (A s i) as [x y]. apply filter_In. split; auto. destruct y as [y|y]; auto. exfalso. rewrite <- y in x. congruence.
    - apply not_true_is_false in S. rewrite S in E. rewrite <- S in E. apply one_by_one_is in E as [_ [Fm T]]; auto; [|apply incl_refl].
      split; auto. intros g [G _] w. now apply T. }
  destruct K as [Fq K]. eapply lower_under.
  - apply set_bound_is_under; eauto; [now apply weighed_is|unfold few in *; lia].
  - apply set_bound_is_lower; auto. intros g A. destruct (R_wins g C) eqn:w; auto. apply W; auto. apply A.
Qed.

End Ranks.
