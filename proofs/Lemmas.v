(* All that is accepted is true: by induction over the lemmas inside each other. *)

From Coq Require Import PArray List Bool Arith ZArith Uint63 Lia Permutation.
From Guesstree Require Import Spec Rules Core Numbers Facts Bounds Cells Close Symmetries.
Import ListNotations PArrayNotations.
Notation length := List.length.

Section Lemmas.
Variable rows : array (array int).
Variable win nothing : int.
Variable guesses secrets : list int.
Variable guess_count secret_count : int.
Variable only alone small : bool.
Hypothesis guesses_are : forall g, In g guesses <-> (g <? guess_count)%uint63 = true.
Hypothesis secrets_are : forall s, In s secrets <-> (s <? secret_count)%uint63 = true.
Hypothesis nothing_outside : forall g s, told rows g s = nothing <-> ~ (In g guesses /\ In s secrets).
Hypothesis nothing_never_wins : nothing <> win.
Hypothesis wins_once : forall g s t, told rows g s = win -> told rows g t = win -> s = t.
Variable columns : columns.
Hypothesis columns_are : small = true -> right_columns rows win guesses secrets columns.
Variable winner : array int.
Hypothesis winners_are : forall g s, In g guesses -> In s secrets -> rows.[g].[s] = win -> winner.[s] = g.
Hypothesis none_is_no_guess : ~ In NONE guesses.
Variable weights : option (array int).
Variable endless : bool.
Variable price : nat -> nat.
Hypothesis prices_never_fall : forall k, price k <= price (S k).
Variable limit : option nat.
Hypothesis endless_prices : endless = true -> limit = None /\ forall k, price k = k.
Variable make_map : int -> option symmetry.
Variable with_symmetries : bool.
Hypothesis no_symmetries_of_weights : with_symmetries = true -> weights = None.

Notation R_cell := (Rules.cell int int int int_same (told rows)).
Notation is_guess := (fun g => In g guesses).
Notation R_lower := (Rules.lower int int int int_same (told rows) win is_guess only alone (weight weights) price limit).
Notation R_closed := (Rules.closed int int int int_same (told rows) win is_guess only alone (weight weights) price limit).
Notation R_good := (Rules.good int int int (told rows) win is_guess).
Notation is_set := (Close.is_set secrets).
Notation at_depth := (Close.at_depth endless price limit).
Notation is_true := (Close.is_true rows win guesses only alone weights price limit).
Notation on_guesses := (on_guesses guess_count).
Notation on_secrets := (on_secrets secret_count).
Notation keeps_set := (keeps_set rows win guesses guess_count secret_count weights).
Notation lemma := (Core.lemma rows win guesses secrets columns winner weights only alone small endless make_map guess_count secret_count with_symmetries (fun _ => true)).
Notation nested := (Core.nested rows win endless guess_count).
Notation guess_by := (guess_by guess_count).
Notation secret_by := (secret_by secret_count).
Notation image_by := (image_by secret_count).
Notation read_exchanges := (Core.read_exchanges rows win guesses secrets make_map guess_count secret_count).
Notation by_image := (Core.by_image rows win guesses secrets make_map guess_count secret_count with_symmetries).
Notation read_map := (Core.read_map rows win guesses secrets make_map guess_count secret_count).
Notation read_maps := (Core.read_maps rows win guesses secrets make_map guess_count secret_count).

Definition good_map (x : int * symmetry) := R_good (on_guesses (snd x)) (on_secrets (snd x)).
Definition good_state (st : state) := all_facts is_true (proved st) /\ Forall good_map (known st).

Lemma find_map_is x ms m : Forall good_map ms -> find_map x ms = Some m -> R_good (on_guesses m) (on_secrets m).
Proof.
  induction 1 as [|[k y] ms H F IH]; simpl; [easy|]. destruct (k =? x)%uint63; auto. intros e. injection e as <-. exact H.
Qed.

Lemma read_exchanges_is nums : forall k ms found ms' rest, Forall good_map ms -> read_exchanges k ms nums = Some (found, ms', rest) ->
  Forall (fun m => R_good (on_guesses m) (on_secrets m)) found /\ Forall good_map ms'.
Proof.
  induction nums as [|x nums IH]; intros k ms found ms' rest F E; cbn [Core.read_exchanges] in E;
    destruct (k =? 0)%uint63; try easy; try (injection E as <- <- <-; split; auto).
  destruct (read_exchange _ _ _ _ _ _ _ x ms) as [[m ms1]|] eqn:R; [|easy].
  destruct (read_exchanges (k - 1) ms1 nums) as [[[found2 ms2] r2]|] eqn:R2; [|easy]. injection E as <- <- <-.
  assert (X : R_good (on_guesses m) (on_secrets m) /\ Forall good_map ms1).
  { unfold read_exchange in R. destruct (find_map x ms) as [y|] eqn:f.
    - injection R as <- <-. split; auto. now apply (find_map_is x ms).
    - destruct (make_map x) as [y|]; [|easy]. destruct (is_good _ _ _ _ _ _ y) eqn:g; [|easy]. injection R as <- <-.
      pose proof (good_if_tested rows win nothing guesses secrets guess_count secret_count guesses_are secrets_are
        nothing_outside nothing_never_wins y g) as G. split; auto. }
  destruct X as [G F1]. destruct (IH _ _ _ _ _ F1 R2) as [G2 F2]. auto.
Qed.

Lemma read_map_is ms nums m ms' rest : Forall good_map ms -> read_map ms nums = Some (m, ms', rest) ->
  R_good (guess_by m) (secret_by m) /\ Forall good_map ms'.
Proof.
  intros F E. destruct nums as [|k nums]; [easy|]. cbn [Core.read_map] in E. destruct (k <=? 2000)%uint63; [|easy].
  destruct (read_exchanges_is _ _ _ _ _ _ F E) as [G F']. split; auto. now apply good_by.
Qed.

Lemma image_is m C : Permutation (map (secret_by m) C) (image_by m C).
Proof. apply Sorting.Permuted_sort. Qed.

Lemma read_maps_is C : weights = None -> forall fuel k ms nums found ms' rest, Forall good_map ms ->
  read_maps fuel k C ms nums = Some (found, ms', rest) -> Forall (keeps_set C) found /\ Forall good_map ms'.
Proof.
  intros none. induction fuel as [|fuel IH]; intros k ms nums found ms' rest F E; cbn [Core.read_maps] in E;
    destruct (k =? 0)%uint63; try easy; try (injection E as <- <- <-; auto).
  destruct (read_map ms nums) as [[[m ms1] r1]|] eqn:R; [|easy]. destruct (same (image_by m C) C) eqn:q; [|easy].
  destruct (read_maps fuel (k - 1) C ms1 r1) as [[[found2 ms2] r2]|] eqn:R2; [|easy]. injection E as <- <- <-.
  destruct (read_map_is _ _ _ _ _ F R) as [G F1]. destruct (IH _ _ _ _ _ _ F1 R2) as [K2 F2]. split; auto. constructor; auto.
  split; [auto|split; [|now rewrite none]]. apply same_iff in q. unfold keeps. rewrite <- q at 2. apply image_is.
Qed.

Lemma by_image_is C d need st nums st' rest : weights = None -> good_state st -> by_image C d need st nums = Some (st', rest) ->
  good_state st' /\ R_lower d C (Some (nat_of need)).
Proof.
  intros none [A F] E. unfold Core.by_image in E. destruct with_symmetries; [|easy].
  destruct (read_map (known st) nums) as [[[m known'] r]|] eqn:R; [|easy].
  destruct (_ && _) eqn:q in E; [|easy]. injection E as <- <-. apply andb_true_iff in q as [_ q].
  destruct (read_map_is _ _ _ _ _ F R) as [G F']. split; [split; auto|].
  pose proof (remembered_is rows win guesses only alone weights price limit d (image_by m C) (proved st) A) as B.
  set (r1 := remembered d (image_by m C) (proved st)) in *. clearbody r1.
  refine (bound_of_image int int int int_same (told rows) win is_guess only alone (weight weights) price limit
    (guess_by m) (secret_by m) d C (image_by m C) _ G (image_is m C) _ _); [now rewrite none|].
  intros t L V. specialize (B t L V). rewrite leb_nat in q. apply Nat.leb_le in q. exact (Nat.le_trans _ _ _ q B).
Qed.

Lemma nested_is check :
  (forall C ps d need st nums st' nums', good_state st -> is_set C -> at_depth d ps ->
    check C ps d need st nums = Some (st', nums') -> good_state st' /\ R_lower d C (Some (nat_of need))) ->
  forall fuel k C ps d st nums st' nums', good_state st -> is_set C -> at_depth d ps ->
    nested check fuel k C ps d st nums = Some (st', nums') -> good_state st'.
Proof.
  intros H. induction fuel as [|x fuel IH]; intros k C ps d st nums st' nums' G S P E; cbn [Core.nested] in E;
    destruct (k =? 0)%uint63; try easy; try (injection E as <- <-; auto).
  destruct nums as [|g [|f [|b rest]]]; try easy. cbv zeta in E. rewrite (cell_is rows g f C) in E.
  destruct ((g <? guess_count)%uint63 && _ && _ && _ && _) eqn:q; [|easy]. apply andb_true_iff in q as [q _].
  apply andb_true_iff in q as [q _]. apply andb_true_iff in q as [_ q].
  destruct (check (R_cell g f C) _ _ _ st rest) as [[st1 rest1]|] eqn:R; [|easy].
  assert (n : R_cell g f C <> []) by (intros e; rewrite e in q; discriminate).
  destruct (H _ _ _ _ _ _ _ _ G (set_of_cell rows secrets C g f S n)
    (next_depth endless price limit endless_prices d ps P) R) as [[A B] L].
  apply IH in E; auto. split; auto. apply put_keeps; auto. intros d' [<-|z]; [exact L|]. cbn [after] in z. unfold deeper in L, z.
  destruct endless; [|easy]. destruct (endless_prices eq_refl) as [l p].
  now apply (Rules.endless_depths_are_alike int int int int_same (told rows) win is_guess only alone (weight weights) price limit l p).
Qed.

Lemma nothing_can_be_asked d C ps t : is_set C -> at_depth d ps -> (match ps with [] => negb endless | _ => false end) = true ->
  ~ Rules.solves int int int int_same (told rows) win limit d t C.
Proof.
  intros [_ [_ [N _]]] [[_ P] _] E V. destruct ps; [|easy]. destruct endless; [easy|]. destruct P as [m [p l]].
  destruct C as [|s C]; [easy|]. destruct (V s (or_introl eq_refl)) as [i [F T]]. apply finds_positive in F.
  unfold in_time in T. rewrite p in T. simpl in l. lia.
Qed.

Theorem all_lemmas_are_true fuel : forall first C ps d need st nums st' nums', good_state st -> is_set C -> at_depth d ps ->
  (forall g, first = Some g -> In g guesses /\ d = 0) ->
  lemma fuel first C ps d need st nums = Some (st', nums') ->
  good_state st' /\ match first with
    | None => R_lower d C (Some (nat_of need))
    | Some g => R_closed g 0 C (Some (nat_of need))
    end.
Proof.
  induction fuel as [|k IH]; intros first C ps d need st nums st' nums' G S P Q E; [easy|]. cbn [Core.lemma] in E.
  destruct nums as [|head rest]; [easy|]. destruct (room st <? count C)%uint63; [easy|].
  destruct (if is_even head then Some (NONE, rest) else _) as [[generators rest0]|]; [|easy].
  destruct (generators =? 0)%uint63.
  { destruct (head =? 1)%uint63; [|easy]. destruct first; [easy|].
    assert (none : weights = None) by (apply no_symmetries_of_weights; unfold Core.by_image in E; now destruct with_symmetries).
    now apply (by_image_is C d need st rest0 st' nums'). }
  destruct (if is_even head then Some ([], _, _) else _) as [[[ms known'] rest']|] eqn:R; [|easy].
  assert (K : Forall (keeps_set C) ms /\ Forall good_map known').
  { destruct (is_even head); [injection R as <- <- <-; split; [constructor|apply G]|].
    destruct with_symmetries; [|easy].
    apply read_maps_is in R; auto. apply G. }
  destruct K as [K1 K2]. set (st1 := {| proved := proved st; known := known'; room := _ |}) in E.
  assert (G1 : good_state st1) by (split; [apply G|exact K2]).
  destruct (nested (lemma k None) rest' (head >> 1) C ps d st1 rest') as [[st2 rest2]|] eqn:N; [|easy].
  assert (G2 : good_state st2).
  { eapply (nested_is (lemma k None)); [|exact G1|exact S|exact P|exact N]. intros. eapply (IH None); eauto. easy. }
  cbn [negb orb] in E. destruct (_ || _) eqn:B; [|easy]. injection E as <- <-. split; auto.
  apply orb_true_iff in B as [B|B].
  - destruct first as [g|].
    + destruct (Q g eq_refl) as [_ ->]. intros r L V. now destruct (nothing_can_be_asked 0 C ps _ S P B V).
    + intros t L V. now destruct (nothing_can_be_asked d C ps _ S P B V).
  - destruct first as [g|].
    + destruct (Q g eq_refl) as [i ->]. apply (close_first_is rows win guesses secrets only alone small columns columns_are winner winners_are none_is_no_guess weights endless price
        prices_never_fall limit endless_prices wins_once (proved st2) ps C need g); auto. apply G2.
    + apply (close_is rows win guesses secrets only alone small columns columns_are winner winners_are none_is_no_guess weights endless price
        prices_never_fall limit endless_prices wins_once (excused_by guesses guess_count ms) (proved st2) d ps C need); auto; [apply G2|].
      intros g i e. eapply excused_is; eauto.
Qed.

End Lemmas.
