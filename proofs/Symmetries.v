(* Symmetries: a map that passes the test on the table takes cells to cells, and ties guesses to lower ones. *)

From Coq Require Import PArray List Bool Arith ZArith Uint63 Lia Permutation.
From Guesstree Require Import Spec Rules Core Numbers Bounds Cells.
Import ListNotations PArrayNotations.
Notation length := List.length.

Lemma get_set_or (t : array int) i j (a : int) : (t.[i <- a].[j] = a /\ i = j) \/ t.[i <- a].[j] = t.[j].
Proof.
  destruct (int_same i j) as [->|n]; [|right; now apply get_set_other].
  destruct (j <? PArray.length t)%uint63 eqn:l; [left; split; auto; now apply get_set_same|right].
  rewrite !get_out_of_bounds; rewrite ?length_set; auto. apply default_set.
Qed.

Lemma different_images {A} (f : A -> int) l a b : all_different (map f l) = true -> In a l -> In b l -> f a = f b -> a = b.
Proof.
  induction l as [|x l IH]; simpl; [easy|]. intros D. apply andb_true_iff in D as [n D].
  assert (Q : forall y, In y l -> f x <> f y).
  { intros y i e. apply negb_true_iff in n. assert (existsb (fun z => (f x =? z)%uint63) (map f l) = true); [|congruence].
    apply existsb_exists. exists (f y). split; [now apply in_map|now apply eqb_spec]. }
  intros [->|i] [->|j] e; auto; exfalso; [now apply (Q b)|now apply (Q a)].
Qed.

Section Symmetries.
Variable rows : array (array int).
Variable win nothing : int.
Variable guesses secrets : list int.
Variable guess_count secret_count : int.
Hypothesis guesses_are : forall g, In g guesses <-> (g <? guess_count)%uint63 = true.
Hypothesis secrets_are : forall s, In s secrets <-> (s <? secret_count)%uint63 = true.
Hypothesis nothing_outside : forall g s, told rows g s = nothing <-> ~ (In g guesses /\ In s secrets).
Hypothesis nothing_never_wins : nothing <> win.
Variable weights : option (array int).

Notation is_guess := (fun g => In g guesses).
Notation R_good := (Rules.good int int int (told rows) win is_guess).
Notation R_tied := (Rules.tied int int int (told rows) win is_guess (weight weights)).

Notation on_guesses := (on_guesses guess_count).
Notation on_secrets := (on_secrets secret_count).
Notation guess_by := (guess_by guess_count).
Notation secret_by := (secret_by secret_count).

Lemma row_of_cells row row' h s : keeps_cells win secrets row row' h = true -> In s secrets ->
  forall t, In t secrets ->
  (row.[s] = row.[t] <-> row'.[h.[s]] = row'.[h.[t]]) /\ (row.[s] = win <-> row'.[h.[s]] = win).
Proof.
  intros K i t j. unfold keeps_cells in K. apply orb_true_iff in K as [K|K].
  - rewrite forallb_forall in K. pose proof (K s i) as a. pose proof (K t j) as b. apply eqb_spec in a, b. rewrite <- a, <- b.
    split; split; auto.
  - cbv zeta in K. apply andb_true_iff in K as [K D]. rewrite forallb_forall in K. set (cs := split row secrets secrets) in *.
    assert (X : forall u, In u secrets -> exists c, In (row.[u], c) cs /\ In u c).
    { intros u k. pose proof (split_complete row secrets secrets u (le_n _) k) as x. apply in_map_iff in x as [[f c] [e y]].
      simpl in e. subst f. exists c. split; auto. rewrite (split_cell _ _ _ _ _ y). apply filter_In. split; auto. apply eqb_refl. }
    destruct (X s i) as [c [a b]]. destruct (X t j) as [c' [a' b']].
    pose proof (K _ a) as y. pose proof (K _ a') as y'. cbv zeta in y, y'. apply andb_true_iff in y as [y w], y' as [y' w'].
    rewrite forallb_forall in y, y'. cbn [fst snd] in *. specialize (y s b). specialize (y' t b'). apply eqb_spec in y, y'.
    split.
    + rewrite y, y'. split.
      * intros e. f_equal. f_equal; auto. now rewrite (split_cell _ _ _ _ _ a), (split_cell _ _ _ _ _ a'), e.
      * intros e. pose proof (different_images _ cs _ _ D a a' e) as q. now injection q.
    + apply eqb_prop in w. rewrite <- !eqb_spec, w, y. reflexivity.
Qed.

Theorem good_if_tested m : is_good rows win guesses secrets guess_count secret_count m = true ->
  R_good (on_guesses m) (on_secrets m).
Proof.
  intros G. unfold is_good in G. apply andb_true_iff in G as [O K]. unfold is_one_to_one in O. cbv zeta in O.
  rewrite forallb_forall in O, K.
  set (back := inverse secret_count (of_secret m) secrets) in *.
  assert (O1 : forall s, In s secrets -> In (of_secret m).[s] secrets /\ back.[(of_secret m).[s]] = s).
  { intros s i. specialize (O s i). apply andb_true_iff in O as [a b]. rewrite secrets_are. split; auto. now apply eqb_spec. }
  assert (K1 : forall g, In g guesses -> In (of_guess m).[g] guesses /\
    keeps_cells win secrets rows.[g] rows.[(of_guess m).[g]] (of_secret m) = true).
  { intros g i. specialize (K g i). cbv zeta in K. apply andb_true_iff in K as [a b]. now rewrite guesses_are. }
  assert (Hs : forall s, In s secrets -> on_secrets m s = (of_secret m).[s]).
  { intros s i. unfold Core.on_secrets. apply secrets_are in i. now rewrite i. }
  assert (Hs' : forall s, ~ In s secrets -> on_secrets m s = s).
  { intros s i. unfold Core.on_secrets. rewrite secrets_are in i. destruct (s <? secret_count)%uint63; tauto. }
  assert (Hg : forall g, In g guesses -> on_guesses m g = (of_guess m).[g]).
  { intros g i. unfold Core.on_guesses. apply guesses_are in i. now rewrite i. }
  assert (Hg' : forall g, ~ In g guesses -> on_guesses m g = g).
  { intros g i. unfold Core.on_guesses. rewrite guesses_are in i. destruct (g <? guess_count)%uint63; tauto. }
  assert (In_dec : forall (l : list int) x, In x l \/ ~ In x l).
  { intros l x. destruct (in_dec int_same x l); auto. }
  assert (N : forall g s, ~ (In g guesses /\ In s secrets) -> told rows g s = nothing) by (intros; now apply nothing_outside).
  assert (N' : forall g s, In g guesses -> In s secrets -> told rows g s <> nothing).
  { intros g s a b e. apply nothing_outside in e. tauto. }
  split; [|split; [|split]].
  - intros s t e. destruct (In_dec secrets s) as [i|i], (In_dec secrets t) as [j|j].
    + rewrite !Hs in e by auto. destruct (O1 s i) as [_ a]. destruct (O1 t j) as [_ b]. congruence.
    + rewrite Hs, Hs' in e by auto. destruct (O1 s i). exfalso. apply j. congruence.
    + rewrite Hs', Hs in e by auto. destruct (O1 t j). exfalso. apply i. congruence.
    + rewrite !Hs' in e by auto. auto.
  - intros g s t. destruct (In_dec guesses g) as [q|q].
    2: { rewrite !Hg' by auto. rewrite !N by tauto. tauto. }
    rewrite !Hg by auto. destruct (K1 g q) as [q' k].
    destruct (In_dec secrets s) as [i|i], (In_dec secrets t) as [j|j].
    + rewrite !Hs by auto. apply (row_of_cells _ _ _ s k i t j).
    + rewrite Hs, Hs' by auto. rewrite (N g t), (N _ t) by tauto. destruct (O1 s i) as [x _].
      pose proof (N' g s q i). pose proof (N' _ _ q' x). tauto.
    + rewrite Hs', Hs by auto. rewrite (N g s), (N _ s) by tauto. destruct (O1 t j) as [x _].
      pose proof (N' g t q j). pose proof (N' _ _ q' x). split; intros e; symmetry in e; tauto.
    + rewrite !Hs' by auto. rewrite (N g s), (N g t), (N _ s), (N _ t) by tauto. tauto.
  - intros g s. destruct (In_dec guesses g) as [q|q].
    2: { rewrite !Hg' by auto. rewrite !N by tauto. tauto. }
    rewrite !Hg by auto. destruct (K1 g q) as [q' k]. destruct (In_dec secrets s) as [i|i].
    + rewrite !Hs by auto. apply (row_of_cells _ _ _ s k i s i).
    + rewrite Hs' by auto. rewrite (N g s), (N _ s) by tauto. tauto.
  - intros g q. rewrite Hg by auto. now destruct (K1 g q).
Qed.

Lemma good_by ms : Forall (fun m => R_good (on_guesses m) (on_secrets m)) ms -> R_good (guess_by ms) (secret_by ms).
Proof.
  induction 1 as [|m ms G F IH]; [apply good_itself|].
  exact (good_after int int int (told rows) win is_guess _ _ _ _ G IH).
Qed.

(* ---- the lowest guess of an orbit *)

Variable C : list int.
Definition keeps_set (ms : list symmetry) := R_good (guess_by ms) (secret_by ms) /\ Rules.keeps int (secret_by ms) C /\
  forall s, weight weights (secret_by ms s) = weight weights s.
Definition tied_below (low : array int) :=
  forall g, In g guesses -> low.[g] = NONE \/ (In low.[g] guesses /\ R_tied C g low.[g]).

Lemma itself_is : tied_below (itself guesses guess_count).
Proof.
  assert (X : forall l x, (forall g, x.[g] = NONE \/ x.[g] = g) ->
    forall g, (fold_left (fun y g => y.[g <- g]) l x).[g] = NONE \/ (fold_left (fun y g => y.[g <- g]) l x).[g] = g).
  { induction l as [|i l IH]; simpl; auto. intros x H. apply IH. intros g.
    destruct (get_set_or x i g i) as [[-> ->]| ->]; auto. }
  intros g G. destruct (X guesses (make guess_count NONE)) with (g := g) as [e|e].
  - intros h. left. apply get_make.
  - now left.
  - right. unfold itself. rewrite e. split; auto. constructor.
Qed.

Lemma lower_once_is m low : keeps_set m -> tied_below low -> tied_below (lower_once guesses guess_count low m).
Proof.
  intros [G [K W]]. unfold lower_once.
  assert (X : forall l, incl l guesses -> forall x, tied_below x -> tied_below (fold_left (fun x g =>
    let y := x.[guess_by m g] in if (y <? x.[g])%uint63 then x.[g <- y] else x) l x)); [|apply X, incl_refl].
  induction l as [|i l IH]; simpl; auto. intros Q x T.
  apply IH; [intros z z'; apply Q; now right|]. destruct (x.[guess_by m i] <? x.[i])%uint63 eqn:lt; auto.
  intros g g'. destruct (get_set_or x i g x.[guess_by m i]) as [[-> ->]| ->]; [|now apply T].
  assert (I : In (guess_by m g) guesses) by now apply G.
  destruct (T _ I) as [n|[a b]]; [now left|right]. split; auto.
  now apply tied_by with (guess_by m) (secret_by m).
Qed.

Lemma lower_all_is ms : Forall keeps_set ms -> forall fuel low, tied_below low -> tied_below (lower_all guesses guess_count fuel ms low).
Proof.
  intros F. assert (X : forall low, tied_below low -> tied_below (fold_left (lower_once guesses guess_count) ms low)).
  { induction F as [|m ms H F IH]; simpl; auto. intros low T. apply IH. now apply lower_once_is. }
  induction fuel as [|k IH]; intros low T; cbn [lower_all]; auto. destruct (forallb _ ms); auto.
Qed.

Lemma excused_is ms g : Forall keeps_set ms -> In g guesses -> excused_by guesses guess_count ms g = true ->
  exists r, In r guesses /\ nat_of r < nat_of g /\ R_tied C g r.
Proof.
  intros F G E. unfold excused_by in E. destruct ms as [|m ms]; [discriminate|].
  destruct (lower_all_is (m :: ms) F 1000 _ itself_is g G) as [n|[a b]].
  - rewrite n in E. apply ltb_spec in E. pose proof (to_Z_bounded g).
    change (to_Z NONE) with (wB - 1)%Z in E. lia.
  - exists (lower_all guesses guess_count 1000 (m :: ms) (itself guesses guess_count)).[g]. repeat split; auto.
    rewrite ltb_nat in E. now apply Nat.ltb_lt in E.
Qed.

End Symmetries.
