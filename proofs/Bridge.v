(* Strategies of words are trees of numbers: what is proved of all trees is true of all strategies. *)

From Coq Require Import PArray List Bool Arith ZArith Uint63 Lia.
From Guesstree Require Rules.
From Guesstree Require Import Spec Core Numbers Bounds Symmetries Program Table.
Import ListNotations PArrayNotations.
Notation length := List.length.

Lemma words_differ_is ss : words_differ ss = true -> NoDup ss.
Proof.
  induction ss as [|s r IH]; simpl; [constructor|]. intros H. apply andb_true_iff in H as [n H]. constructor; auto.
  intros i. apply negb_true_iff in n. assert (existsb (same s) r = true); [|congruence].
  apply existsb_exists. exists s. split; auto. now apply same_iff.
Qed.

Lemma steep_is l : steep l = true -> forall z k, S k < length l -> nat_of (nth k l z) < nat_of (nth (S k) l z).
Proof.
  induction l as [|p l IH]; intros H z k o; cbn [List.length] in o; [lia|]. cbn [steep] in H. apply andb_true_iff in H as [a b].
  destruct k as [|k]; [|apply IH; auto; lia]. destruct l as [|q l]; cbn [List.length] in o; [lia|].
  rewrite ltb_nat in a. now apply Nat.ltb_lt in a.
Qed.

Lemma one_number {A} (l : list (int * A)) i j x : NoDup (map snd l) -> In (i, x) l -> In (j, x) l -> i = j.
Proof.
  induction l as [|[k y] l IH]; simpl; [easy|]. intros D a b. inversion D; subst.
  destruct a as [a|a], b as [b|b]; try congruence; auto; exfalso; apply H1.
  - injection a as -> ->. apply in_map_iff. exists (j, x); auto.
  - injection b as -> ->. apply in_map_iff. exists (i, x); auto.
Qed.

Section Bridge.
Variable c : claim.
Notation G := (of_game c).
Variable win : int.
Variable rows : array (array int).
Hypothesis few_guesses : few (length (guesses G)).
Hypothesis few_secrets : few (length (secrets G)).
Hypothesis secrets_differ : NoDup (secrets G).
Hypothesis win_is_an_answer : win <> nothing.
Notation gs := (number 0%uint63 (guesses G)).
Notation ss := (number 0%uint63 (secrets G)).
Hypothesis inside : forall i g, In (i, g) gs -> right_row G win (secrets G) g rows.[i].
Hypothesis outside : forall i, ~ In i (map fst gs) -> forall j, rows.[i].[j] = nothing.

Notation is_guess := (fun g => In g (map fst gs)).
Notation only := (only_candidates c).
Notation alone := (names_last G).
Notation R_cell := (Rules.cell int int int int_same (told rows)).
Notation R_legal := (Rules.legal int int int int_same (told rows) win is_guess only alone).
Notation R_legal_after := (Rules.legal_after int int int int_same (told rows) win is_guess only alone).
Notation R_finds := (Rules.finds int int int int_same (told rows) win).
Notation R_wins := (Rules.wins int int int int_same (told rows) win).

Lemma told_is i g j s : In (i, g) gs -> In (j, s) ss ->
  told rows i j = (if same g s then win else answers G g s) /\ (told rows i j = win <-> same g s = true) /\ told rows i j <> nothing.
Proof. intros a b. destruct (inside i g a) as [H _]. now apply H. Qed.

Lemma in_numbers {A} (l : list (int * A)) i : In i (map fst l) -> exists x, In (i, x) l.
Proof. intros H. apply in_map_iff in H as [[j x] [e H]]. simpl in e. subst. eauto. Qed.

Lemma nothing_outside i j : told rows i j = nothing <-> ~ (In i (map fst gs) /\ In j (map fst ss)).
Proof.
  split.
  - intros e [a b]. apply in_numbers in a as [g a]. apply in_numbers in b as [s b]. destruct (told_is i g j s a b) as [_ [_ n]]. auto.
  - intros n. destruct (in_dec int_same i (map fst gs)) as [a|a]; [|now apply outside].
    destruct (in_dec int_same j (map fst ss)) as [b|b]; [tauto|]. apply in_numbers in a as [g a].
    destruct (inside i g a) as [_ H]. now apply H.
Qed.

Lemma wins_once i j k : told rows i j = win -> told rows i k = win -> j = k.
Proof.
  intros a b.
  assert (I : forall m, told rows i m = win -> In i (map fst gs) /\ In m (map fst ss)).
  { intros m e. destruct (in_dec int_same i (map fst gs)) as [x|x], (in_dec int_same m (map fst ss)) as [y|y]; auto;
      exfalso; apply win_is_an_answer; rewrite <- e; apply nothing_outside; tauto. }
  destruct (I j a) as [x y]. destruct (I k b) as [_ z]. apply in_numbers in x as [g x], y as [s y], z as [t z].
  apply (told_is i g j s x y) in a. apply (told_is i g k t x z) in b. apply same_iff in a, b. subst s t.
  apply (one_number ss j k g); auto. now rewrite words_of_numbers.
Qed.

(* ---- strategies as trees *)

Definition number_of (w : word) : int := match find_word w gs with Some i => i | None => 0%uint63 end.

Lemma find_word_is w i : find_word w gs = Some i -> In (i, w) gs.
Proof.
  unfold find_word. destruct (find _ gs) as [[j x]|] eqn:f; [|easy]. intros e. injection e as <-.
  apply find_some in f as [a b]. simpl in b. apply same_iff in b. now subst.
Qed.

Lemma number_of_is w : In w (guesses G) -> In (number_of w, w) gs.
Proof.
  intros H. unfold number_of. destruct (find_word w gs) as [i|] eqn:f; [now apply find_word_is|]. exfalso.
  unfold find_word in f. rewrite <- (words_of_numbers (guesses G) 0%uint63) in H. apply in_map_iff in H as [[i x] [e H]]. simpl in e. subst x.
  destruct (find _ gs) eqn:g; [easy|]. apply (find_none _ _ g) in H. simpl in H.
  assert (same w w = true) by now apply same_iff. congruence.
Qed.

Fixpoint tree_of (t : strategy) : Rules.tree int int :=
  match t with Stop => Rules.Stop int int | Guess g next => Rules.Ask int int (number_of g) (fun f => tree_of (next f)) end.

(* The numbers and the words of the same secrets. *)
Definition part (P : list (int * word)) := incl P ss.

Lemma remaining_is g f P : In g (guesses G) -> part P -> f <> win ->
  exists Q, part Q /\ incl Q P /\ R_cell (number_of g) f (map fst P) = map fst Q /\ remaining G g f (map snd P) = map snd Q.
Proof.
  intros Hg I n. exists (filter (fun p => negb (same g (snd p)) && (answers G g (snd p) =? f)%uint63) P). split; [|split; [|split]].
  - intros p i. apply filter_In in i as [i _]. now apply I.
  - intros p i. now apply filter_In in i.
  - unfold Rules.cell. revert I. induction P as [|[j s] P IH]; intros I; simpl; auto.
    rewrite IH by (intros p i; apply I; now right).
    destruct (told_is (number_of g) g j s (number_of_is g Hg) (I _ (or_introl eq_refl))) as [a [b _]].
    destruct (int_same (told rows (number_of g) j) f) as [e|e].
    + destruct (same g s); [exfalso; apply n; rewrite <- e; now apply b|]. rewrite <- e, a, eqb_refl. reflexivity.
    + destruct (same g s); auto. rewrite a in e. apply eqb_false_spec in e. rewrite e. reflexivity.
  - unfold remaining. clear I. induction P as [|[j s] P IH]; simpl; auto. rewrite IH.
    destruct (negb (same g s) && (answers G g s =? f)%uint63); reflexivity.
Qed.

Lemma legal_is t : forall P, part P -> legal c t (map snd P) -> R_legal (tree_of t) (map fst P).
Proof.
  induction t as [|g next IH]; intros P I L; simpl; auto. destruct L as [e|[[Hg [O Z]] L]]; [left; now destruct P|right].
  split; [split; [split|]|].
  - apply in_map_iff. exists (number_of g, g). split; auto. now apply number_of_is.
  - intros o. specialize (O o). apply in_map_iff in O as [[j s] [e i]]. simpl in e. subst s.
    apply existsb_exists. exists j. split; [apply in_map_iff; now exists (j, g)|].
    destruct (told_is (number_of g) g j g (number_of_is g Hg) (I _ i)) as [_ [b _]].
    destruct (int_same (told rows (number_of g) j) win) as [|m]; auto. exfalso. apply m, b. now apply same_iff.
  - intros o w. rewrite map_length in *. apply Z; auto. apply existsb_exists in w as [j [w e]].
    apply in_map_iff in w as [[k s] [q i]]. simpl in q. subst k.
    destruct (told_is (number_of g) g j s (number_of_is g Hg) (I _ i)) as [_ [b _]].
    destruct (int_same (told rows (number_of g) j) win) as [m|]; [|easy]. apply b, same_iff in m. subst s.
    apply in_map_iff. now exists (j, g).
  - intros f n. destruct (remaining_is g f P Hg I n) as [Q [a [_ [b d]]]]. rewrite b. apply IH; auto. rewrite <- d. apply L.
Qed.

Lemma finds_is t : forall P j s, part P -> legal c t (map snd P) -> In (j, s) P -> R_finds (tree_of t) j = found_at G t s.
Proof.
  induction t as [|g next IH]; intros P j s I L i; simpl; auto. destruct L as [e|[[Hg _] L]]; [destruct P; easy|].
  destruct (told_is (number_of g) g j s (number_of_is g Hg) (I _ i)) as [a [b _]].
  destruct (int_same (told rows (number_of g) j) win) as [e|n].
  - apply b in e. now rewrite e.
  - destruct (same g s) eqn:w; [exfalso; apply n; now apply b|]. f_equal. rewrite a.
    destruct (remaining_is g (answers G g s) P Hg I) as [Q [x [_ [y z]]]]; [rewrite <- a; auto|].
    apply IH with Q; auto; [rewrite <- z; apply L|].
    assert (X : In s (map snd Q)).
    { rewrite <- z. unfold remaining. apply filter_In. split; [apply in_map_iff; exists (j, s); auto|]. now rewrite w, eqb_refl. }
    apply in_map_iff in X as [[k u] [e X]]. simpl in e. subst u.
    assert (k = j); [|now subst]. apply (one_number ss k j s); [now rewrite words_of_numbers|now apply x|now apply I].
Qed.

(* The same after a first guess that is given. *)
Lemma legal_after_is g next P : In g (guesses G) -> part P -> (forall a, legal c (next a) (remaining G g a (map snd P))) ->
  R_legal_after (number_of g) (fun f => tree_of (next f)) (map fst P).
Proof.
  intros Hg I L f n. destruct (remaining_is g f P Hg I n) as [Q [a [_ [b d]]]]. rewrite b. apply legal_is; auto.
  rewrite <- d. apply L.
Qed.

Lemma finds_after_is g next P j s : In g (guesses G) -> part P -> (forall a, legal c (next a) (remaining G g a (map snd P))) ->
  In (j, s) P -> R_finds (tree_of (Guess g next)) j = found_at G (Guess g next) s.
Proof.
  intros Hg I L i. simpl. destruct (told_is (number_of g) g j s (number_of_is g Hg) (I _ i)) as [a [b _]].
  destruct (int_same (told rows (number_of g) j) win) as [e|n].
  - apply b in e. now rewrite e.
  - destruct (same g s) eqn:w; [exfalso; apply n; now apply b|]. f_equal. rewrite a.
    destruct (remaining_is g (answers G g s) P Hg I) as [Q [x [_ [y z]]]]; [rewrite <- a; auto|].
    apply finds_is with Q; auto; [rewrite <- z; apply L|].
    assert (X : In s (map snd Q)).
    { rewrite <- z. unfold remaining. apply filter_In. split; [apply in_map_iff; exists (j, s); auto|]. now rewrite w, eqb_refl. }
    apply in_map_iff in X as [[k u] [e X]]. simpl in e. subst u.
    assert (k = j); [|now subst]. apply (one_number ss k j s); [now rewrite words_of_numbers|now apply x|now apply I].
Qed.

End Bridge.
