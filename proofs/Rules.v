(* The rules by which a certificate proves what it claims, for any game: S2 to S16 of docs/certificates_argument.md, which
   says the same in words.  Nothing here is about programs, numbers of a machine, or files. *)

From Coq Require Import List Arith Lia Bool Permutation.
Import ListNotations.

Section Certificates.

(* ---------------------------------------------------------------- the game *)

Variables guess secret feedback : Type.
Variable same : forall f h : feedback, {f = h} + {f <> h}.
Variable table : guess -> secret -> feedback.
Variable win : feedback.
Hypothesis wins_once : forall g s t, table g s = win -> table g t = win -> s = t.

Variable is_guess : guess -> Prop.    (* what may be asked *)
Variable only_candidates : bool.      (* the pool: only guesses that may still be the secret *)
Variable alone : bool.                (* a guess that may win is asked only if one candidate is left *)
Variable weight : secret -> nat.
Variable price : nat -> nat.          (* price k is that of the k-th guess, k = 1, 2, ... *)
Hypothesis prices_never_fall : forall k, price k <= price (S k).
Variable limit : option nat.          (* no guess after this one; None: endless *)

(* A tree is what to ask, and how to go on after each feedback. *)
Inductive tree := Stop | Ask (g : guess) (rest : feedback -> tree).

Definition cell g f := filter (fun s => if same (table g s) f then true else false).
Definition told g C := nodup same (map (table g) C).
Definition cells g C := length (told g C).
Definition wins g C := existsb (fun s => if same (table g s) win then true else false) C.
Definition one (b : bool) := if b then 1 else 0.

Definition allowed g C := is_guess g /\ (only_candidates = true -> wins g C = true).

(* Caps are of all guesses that are allowed; of these, a tree asks those that are permitted. *)
Definition permitted g C := allowed g C /\ (alone = true -> wins g C = true -> length C <= 1).

Fixpoint legal t C : Prop :=
  match t with
  | Stop => True
  | Ask g rest => C = [] \/ permitted g C /\ forall f, f <> win -> legal (rest f) (cell g f C)
  end.

(* What is asked after the guess g is legal.  If g is forced, it need not be allowed itself. *)
Definition legal_after g rest C := forall f, f <> win -> legal (rest f) (cell g f C).

(* The number of the guess that finds s. *)
Fixpoint finds t s : option nat :=
  match t with
  | Stop => None
  | Ask g rest => if same (table g s) win then Some 1 else option_map S (finds (rest (table g s)) s)
  end.

Definition in_time d i := match limit with Some most => d + i <= most | None => True end.

(* After d guesses, t finds all of C in time. *)
Definition solves d t C := forall s, In s C -> exists i, finds t s = Some i /\ in_time d i.

(* Costs are above the price of the next guess (S1). *)
Definition rel d i := price (d + i) - price (d + 1).
Definition paid d t s := match finds t s with Some i => rel d i | None => 0 end.
Definition total (x : secret -> nat) C := list_sum (map x C).
Definition cost d t C := total (fun s => weight s * paid d t s) C.

(* Lower bounds; None is infinity: there is no such tree. *)
Definition bound := option nat.
Definition at_most (b : bound) (x : nat) := match b with Some m => m <= x | None => False end.
Definition plus (a b : bound) : bound := match a, b with Some x, Some y => Some (x + y) | _, _ => None end.
Definition weaker (a b : bound) : Prop :=  (* a <= b *)
  match a, b with Some x, Some y => x <= y | Some _, None => True | None, None => True | None, Some _ => False end.

(* What a lemma of (C, d, b) claims; and what it means that guess g is closed there, be it allowed or forced. *)
Definition lower d C b := forall t, legal t C -> solves d t C -> at_most b (cost d t C).
Definition closed g d C b :=
  forall rest, legal_after g rest C -> solves d (Ask g rest) C -> at_most b (cost d (Ask g rest) C).

Lemma legal_if_empty t : legal t [].
Proof. destruct t; simpl; auto. Qed.

Lemma legal_is_legal_after g rest C : legal (Ask g rest) C -> legal_after g rest C.
Proof. intros [->|[_ L]] f n; [apply legal_if_empty|auto]. Qed.

(* ---------------------------------------------------------------- sums over cells *)

Lemma total_le x y C : (forall s, In s C -> x s <= y s) -> total x C <= total y C.
Proof.
  unfold total; induction C as [|s C IH]; simpl; intros H; [lia|].
  specialize (IH (fun u hu => H u (or_intror hu))). specialize (H s (or_introl eq_refl)). lia.
Qed.

Lemma total_eq x y C : (forall s, In s C -> x s = y s) -> total x C = total y C.
Proof. intros H; apply Nat.le_antisymm; apply total_le; intros s i; rewrite (H s i); lia. Qed.

Lemma total_plus x y C : total (fun s => x s + y s) C = total x C + total y C.
Proof. unfold total; induction C; simpl in *; lia. Qed.

Lemma total_times k x C : total (fun s => k * x s) C = k * total x C.
Proof. unfold total; induction C; simpl in *; [lia|]. rewrite IHC. lia. Qed.

Definition over (fs : list feedback) (x : feedback -> nat) := list_sum (map x fs).

Lemma over_plus fs x y : over fs (fun f => x f + y f) = over fs x + over fs y.
Proof. unfold over; induction fs; simpl in *; lia. Qed.

Lemma over_one fs h v : NoDup fs -> In h fs -> over fs (fun f => if same h f then v else 0) = v.
Proof.
  unfold over. induction fs as [|f fs IH]; simpl; [easy|]. intros D I. inversion D; subst.
  destruct (same h f) as [->|n].
  - enough (list_sum (map (fun k => if same f k then v else 0) fs) = 0) by lia.
    clear - H1. induction fs as [|k fs IH]; simpl; auto.
    destruct (same f k) as [->|]; [exfalso; apply H1; now left|].
    apply IH; intros i; apply H1; now right.
  - rewrite IH; auto. destruct I; congruence.
Qed.

Lemma in_cell g f C s : In s (cell g f C) <-> In s C /\ table g s = f.
Proof. unfold cell. rewrite filter_In. destruct (same (table g s) f); intuition congruence. Qed.

Lemma total_cells x g fs C : NoDup fs -> (forall s, In s C -> In (table g s) fs) ->
  total x C = over fs (fun f => total x (cell g f C)).
Proof.
  intros D. induction C as [|s C IH]; intros H.
  - clear. unfold over, total; induction fs; simpl in *; auto.
  - transitivity (over fs (fun f => (if same (table g s) f then x s else 0) + total x (cell g f C))).
    + rewrite over_plus, over_one; auto; [|apply H; now left].
      rewrite <- IH; auto. intros u i; apply H; now right.
    + unfold over; f_equal; apply map_ext; intros f. unfold cell; simpl.
      destruct (same (table g s) f); reflexivity.
Qed.

Lemma in_told g C f : In f (told g C) <-> exists s, In s C /\ table g s = f.
Proof. unfold told. rewrite nodup_In, in_map_iff. split; intros [s [a b]]; exists s; auto. Qed.

Lemma told_distinct g C : NoDup (told g C).
Proof. apply NoDup_nodup. Qed.

Lemma wins_iff g C : wins g C = true <-> In win (told g C).
Proof.
  unfold wins. rewrite existsb_exists, in_told. split; intros [s [i e]]; exists s; split; auto;
    destruct (same (table g s) win); congruence.
Qed.

(* ---------------------------------------------------------------- S3: parts make no more cells *)

Theorem parts_make_no_more_cells g C B : incl C B -> cells g C <= cells g B.
Proof.
  intros I. apply NoDup_incl_length; [apply told_distinct|].
  intros f. rewrite !in_told. intros [s [i e]]. exists s; auto.
Qed.

(* A guess that may be the secret in B, but not in the part C, makes at least one cell less there. *)
Theorem one_cell_less g C B : incl C B -> wins g B = true -> wins g C = false -> S (cells g C) <= cells g B.
Proof.
  intros I a b. assert (H : length (win :: told g C) <= length (told g B)); [|exact H].
  apply NoDup_incl_length.
  - constructor; [|apply told_distinct]. rewrite <- wins_iff. congruence.
  - intros f [<-|i]; [now apply wins_iff|].
    revert i. rewrite !in_told. intros [s [i e]]. exists s; auto.
Qed.

(* Ranks of B: the most cells that a guess makes of it, plain ones (that cannot win) and able ones. *)
Definition ranks plain able B := forall g, allowed g B -> cells g B <= if wins g B then able else plain.

(* Caps of B: ranks of all its parts. *)
Definition caps plain able B := forall C, incl C B -> ranks plain able C.

Lemma wins_in_a_part g C B : incl C B -> wins g C = true -> wins g B = true.
Proof. intros I. rewrite !wins_iff, !in_told. intros [s [i e]]. exists s; auto. Qed.

(* The ranks of a set give caps: max(plain, able - 1) and able. *)
Theorem ranks_give_caps plain able B : ranks plain able B ->
  caps (if only_candidates then 0 else max plain (able - 1)) able B.
Proof.
  intros H C I g [u A]. pose proof (parts_make_no_more_cells g C B I) as M.
  assert (A' : allowed g B) by (split; [exact u|intros o; now apply (wins_in_a_part g C B I), A]).
  specialize (H g A'). destruct (wins g C) eqn:w.
  - rewrite (wins_in_a_part g C B I w) in H. lia.
  - destruct only_candidates; [specialize (A eq_refl); congruence|].
    destruct (wins g B) eqn:v; [|lia]. pose proof (one_cell_less g C B I v w). lia.
Qed.

(* ---------------------------------------------------------------- S4: reach, the counting argument *)

Definition within k t s := match finds t s with Some i => i <=? k | None => false end.
Definition count k t C := total (fun s => one (within k t s)) C.

Lemma count_le_length k t C : count k t C <= length C.
Proof. unfold count, total; induction C; simpl; auto. destruct (within k t a); simpl; lia. Qed.

Lemma winning_cell_of_one g C : NoDup C -> length (cell g win C) <= 1.
Proof.
  intros D. assert (E : NoDup (cell g win C)) by now apply NoDup_filter.
  destruct (cell g win C) as [|s [|t r]] eqn:e; simpl; auto. exfalso.
  assert (s = t).
  { apply (wins_once g); apply (in_cell g win C); rewrite e; simpl; auto. }
  subst. inversion E; subst. apply H1. now left.
Qed.

Lemma sum_of_cells fs x R : NoDup fs -> (forall f, In f fs -> f <> win -> x f <= R) -> x win <= 1 ->
  over fs x <= (if in_dec same win fs then 1 else 0) + (length fs - if in_dec same win fs then 1 else 0) * R.
Proof.
  unfold over. intros D H W. induction fs as [|f fs IH]; [simpl; lia|].
  inversion D; subst. specialize (IH H3 (fun k i => H k (or_intror i))).
  change (list_sum (map x (f :: fs))) with (x f + list_sum (map x fs)).
  change (length (f :: fs)) with (S (length fs)).
  destruct (same f win) as [->|n].
  - destruct (in_dec same win fs); [easy|].
    destruct (in_dec same win (win :: fs)); [|exfalso; apply n0; now left]. nia.
  - specialize (H f (or_introl eq_refl) n).
    destruct (in_dec same win (f :: fs)) as [[|i]|o]; [congruence| |].
    + destruct (in_dec same win fs); [|easy].
      assert (1 <= length fs) by (destruct fs; simpl in *; [easy|lia]).
      replace (S (length fs) - 1) with (S (length fs - 1)) by lia. simpl. lia.
    + destruct (in_dec same win fs); [exfalso; apply o; now right|]. simpl. lia.
Qed.

Lemma within_rest k g rest s : table g s <> win -> within (S k) (Ask g rest) s = within k (rest (table g s)) s.
Proof.
  intros n. unfold within; simpl. destruct (same (table g s) win); [easy|].
  destruct (finds (rest (table g s)) s); simpl; auto.
Qed.

Lemma count_of_a_guess k g rest C R : NoDup C ->
  (forall f, f <> win -> count k (rest f) (cell g f C) <= R) ->
  count (S k) (Ask g rest) C <= one (wins g C) + (cells g C - one (wins g C)) * R.
Proof.
  intros D H. unfold count at 1.
  rewrite (total_cells _ g (told g C)); [|apply told_distinct|intros s i; apply in_told; eauto].
  replace (one (wins g C)) with (if in_dec same win (told g C) then 1 else 0).
  - unfold cells. apply sum_of_cells; [apply told_distinct| |].
    + intros f _ n. etransitivity; [|apply (H f n)]. apply total_le. intros s i.
      apply in_cell in i as [_ e]. rewrite within_rest, e; congruence || lia.
    + etransitivity; [apply (count_le_length (S k) (Ask g rest))|]. now apply winning_cell_of_one.
  - destruct (in_dec same win (told g C)) as [i|o]; rewrite <- wins_iff in *.
    + now rewrite i.
    + destruct (wins g C); [easy|reflexivity].
Qed.

Lemma count_none t C : count 0 t C = 0.
Proof.
  unfold count, total, within; induction C; simpl; auto. rewrite IHC.
  destruct t; simpl; auto. destruct (same (table g a) win); auto.
  destruct (finds (rest (table g a)) a); auto.
Qed.

(* reach j is the checker's `reach` for the guess number j + 1. *)
Fixpoint reach n plain able j :=
  match j with
  | 0 => 1
  | S i => let r := reach n plain able i in min n (max (plain * r) (if able =? 0 then 0 else 1 + (able - 1) * r))
  end.

Theorem reach_is_a_bound plain able B : NoDup B -> caps plain able B ->
  forall j t C, NoDup C -> incl C B -> legal t C -> count (j + 1) t C <= reach (length B) plain able j.
Proof.
  intros DB K. induction j as [|j IH]; intros t C D I L.
  - destruct t as [|g rest]; [unfold count, total; simpl; clear; induction C; simpl; auto|].
    etransitivity; [apply (count_of_a_guess 0 g rest C 0 D)|destruct (wins g C); simpl; lia].
    intros f _. rewrite count_none. lia.
  - change (S j + 1) with (S (j + 1)). simpl reach. apply Nat.min_glb.
    { etransitivity; [apply count_le_length|]. now apply NoDup_incl_length. }
    destruct t as [|g rest]; [unfold count, total; simpl; clear; induction C; simpl; auto; lia|].
    destruct L as [->|[A L]]; [unfold count, total; simpl; lia|].
    etransitivity; [apply (count_of_a_guess (j + 1) g rest C (reach (length B) plain able j) D)|].
    + intros f n. apply IH; auto; [now apply NoDup_filter|]. intros s i. apply in_cell in i. now apply I.
    + specialize (K C I g (proj1 A)). destruct (wins g C) eqn:w; simpl one in *.
      * assert (1 <= able); [|destruct (able =? 0) eqn:z; [apply Nat.eqb_eq in z; lia|nia]].
        destruct (Nat.eq_dec (cells g C) 0) as [z|]; [|lia]. exfalso.
        apply wins_iff in w. unfold cells in z. destruct (told g C); easy.
      * simpl in *. rewrite Nat.sub_0_r. nia.
Qed.

(* In `reach` the ranks may stand as they are: able - 1 comes in by itself. *)
Lemma ranks_will_do n plain able j : reach n (max plain (able - 1)) able j = reach n plain able j.
Proof. induction j as [|j IH]; simpl; auto. rewrite IH. f_equal. destruct (Nat.eqb_spec able 0); nia. Qed.

Theorem reach_by_ranks plain able B : NoDup B -> ranks plain able B ->
  forall j t C, NoDup C -> incl C B -> legal t C -> count (j + 1) t C <= reach (length B) plain able j.
Proof.
  intros D K j t C E I L. rewrite <- ranks_will_do. apply reach_is_a_bound; auto.
  intros A J g al. specialize (ranks_give_caps plain able B K A J g al).
  destruct (wins g A); auto. destruct only_candidates; lia.
Qed.

(* ---------------------------------------------------------------- S2: guesses that split nothing *)

(* A thrifty tree asks no guess that leaves all candidates as they were. *)
Fixpoint thrifty t C : Prop :=
  match t with
  | Stop => True
  | Ask g rest => C = [] \/ (2 <= cells g C \/ length C = 1 /\ wins g C = true) /\
                            forall f, f <> win -> thrifty (rest f) (cell g f C)
  end.

Fixpoint trim t C : tree :=
  match t, C with
  | Stop, _ | _, [] => Stop
  | Ask g rest, s :: _ =>
      if same (table g s) win then Ask g (fun f => trim (rest f) (cell g f C))
      else if forallb (fun u => if same (table g u) (table g s) then true else false) C
      then trim (rest (table g s)) C
      else Ask g (fun f => trim (rest f) (cell g f C))
  end.

Lemma two_cells g C s u : In s C -> In u C -> table g s <> table g u -> 2 <= cells g C.
Proof.
  intros a b n. change 2 with (length [table g s; table g u]). apply NoDup_incl_length.
  - repeat constructor; simpl; intuition congruence.
  - intros f [<-|[<-|[]]]; apply in_told; eauto.
Qed.

Lemma cell_of_all g f C : (forall s, In s C -> table g s = f) -> cell g f C = C.
Proof.
  induction C as [|s C IH]; simpl; intros H; auto. rewrite H by auto.
  destruct (same f f); [|easy]. f_equal. apply IH. auto.
Qed.

Lemma finds_in_cell g rest s i : finds (Ask g rest) s = Some i -> table g s <> win ->
  exists k, i = S k /\ finds (rest (table g s)) s = Some k.
Proof.
  simpl. destruct (same (table g s) win); [easy|]. destruct (finds (rest (table g s)) s); simpl; [|easy].
  intros q _. injection q as <-. eauto.
Qed.

Lemma trim_keeps t : forall C, NoDup C -> legal t C ->
  legal (trim t C) C /\ thrifty (trim t C) C /\
  forall s i, In s C -> finds t s = Some i -> exists k, k <= i /\ finds (trim t C) s = Some k.
Proof.
  induction t as [|g rest IH]; intros C D L; [simpl; repeat split; intros; discriminate|].
  destruct C as [|s C']; [simpl; repeat split; intros; easy|].
  destruct L as [e|[A L]]; [easy|]. remember (s :: C') as C eqn:E.
  assert (Q : forall f, f <> win -> legal (trim (rest f) (cell g f C)) (cell g f C) /\
    thrifty (trim (rest f) (cell g f C)) (cell g f C) /\
    forall s i, In s (cell g f C) -> finds (rest f) s = Some i ->
      exists k, k <= i /\ finds (trim (rest f) (cell g f C)) s = Some k).
  { intros f n. apply IH; auto. now apply NoDup_filter. }
  assert (R : (2 <= cells g C \/ length C = 1 /\ wins g C = true) ->
    let t' := Ask g (fun f => trim (rest f) (cell g f C)) in
    legal t' C /\ thrifty t' C /\
    forall s i, In s C -> finds (Ask g rest) s = Some i -> exists k, k <= i /\ finds t' s = Some k).
  { intros H. split; [|split].
    - right. split; auto. intros f n. now apply Q.
    - right. split; auto. intros f n. now apply Q.
    - intros u i I F. simpl. destruct (same (table g u) win) as [e|n].
      + exists 1. split; auto. simpl in F. destruct (same (table g u) win); [|easy]. injection F as <-. auto.
      + destruct (finds_in_cell g rest u i F n) as [k [-> G]].
        destruct (Q (table g u) n) as [_ [_ q]]. destruct (q u k) as [m [l M]]; auto.
        { now apply in_cell. }
        exists (S m). rewrite M. split; [lia|reflexivity]. }
  replace (trim (Ask g rest) C) with
    (if same (table g s) win then Ask g (fun f => trim (rest f) (cell g f C))
     else if forallb (fun u => if same (table g u) (table g s) then true else false) C
     then trim (rest (table g s)) C else Ask g (fun f => trim (rest f) (cell g f C))) by now subst C.
  destruct (same (table g s) win) as [e|n].
  - apply R. destruct C' as [|u r]; subst C.
    + right. split; auto. apply wins_iff, in_told. exists s. split; simpl; auto.
    + left. apply (two_cells g _ s u); simpl; auto. intros z. inversion D; subst. apply H1.
      rewrite (wins_once g s u); simpl; auto; congruence.
  - destruct (forallb _ C) eqn:a.
    + rewrite forallb_forall in a.
      assert (Z : forall u, In u C -> table g u = table g s).
      { intros u I. specialize (a u I). now destruct (same (table g u) (table g s)). }
      destruct (Q (table g s) n) as [q1 [q2 q3]]. rewrite (cell_of_all g _ C Z) in *.
      split; [auto|split; [auto|]]. intros u i I F.
      destruct (finds_in_cell g rest u i F) as [k [-> G]]; [now rewrite Z|]. rewrite Z in G by auto.
      destruct (q3 u k I G) as [m [l M]]. exists m. split; [lia|auto].
    + apply R. left.
      assert (X : exists u, In u C /\ table g u <> table g s).
      { clear - a. induction C as [|u r IH]; simpl in *; [discriminate|].
        destruct (same (table g u) (table g s)) as [e|n].
        - destruct (IH a) as [v [i m]]; eauto.
        - exists u; auto. }
      destruct X as [u [i m]]. apply (two_cells g C u s); subst; simpl in *; auto.
Qed.

Lemma prices_rise i k : i <= k -> price i <= price k.
Proof. induction 1; auto. specialize (prices_never_fall m). lia. Qed.

Lemma rel_rises d i k : i <= k -> rel d i <= rel d k.
Proof. intros l. unfold rel. specialize (prices_rise (d + i) (d + k)). lia. Qed.

Lemma in_time_before d i k : i <= k -> in_time d k -> in_time d i.
Proof. unfold in_time. destruct limit; auto. lia. Qed.

Definition lower_of_thrifty d C b :=
  forall t, legal t C -> thrifty t C -> solves d t C -> at_most b (cost d t C).

Lemma at_most_more b x y : at_most b x -> x <= y -> at_most b y.
Proof. destruct b; simpl; [lia|easy]. Qed.

Theorem thrifty_trees_suffice d C b : NoDup C -> lower_of_thrifty d C b -> lower d C b.
Proof.
  intros D H t L V. destruct (trim_keeps t C D L) as [l [h f]].
  apply at_most_more with (cost d (trim t C) C).
  - apply H; auto. intros s I. destruct (V s I) as [i [F T]]. destruct (f s i I F) as [k [q G]].
    exists k. split; auto. now apply in_time_before with i.
  - apply total_le. intros s I. destruct (V s I) as [i [F T]]. destruct (f s i I F) as [k [q G]].
    unfold paid. rewrite F, G. apply Nat.mul_le_mono_l. now apply rel_rises.
Qed.

(* So a tree of n candidates need not make more than n guesses. *)
Lemma filter_shorter (p : secret -> bool) C s : In s C -> p s = false -> length (filter p C) < length C.
Proof.
  assert (W : forall l, length (filter p l) <= length l) by (induction l; simpl; auto; destruct (p a); simpl; lia).
  induction C as [|u C IH]; simpl; [easy|]. intros [->|I] e.
  - rewrite e. specialize (W C). lia.
  - specialize (IH I e). destruct (p u); simpl; lia.
Qed.

Theorem thrifty_trees_are_shallow t : forall C s i, thrifty t C -> In s C -> finds t s = Some i -> i <= length C.
Proof.
  induction t as [|g rest IH]; intros C s i H I F; [discriminate|].
  assert (1 <= length C) by (destruct C; [easy|simpl; lia]).
  destruct (same (table g s) win) as [e|n].
  - simpl in F. destruct (same (table g s) win); [|easy]. injection F as <-. auto.
  - destruct (finds_in_cell g rest s i F n) as [k [-> G]]. destruct H as [->|[H K]]; [easy|].
    assert (k <= length (cell g (table g s) C)) by (eapply IH; eauto; now apply in_cell).
    enough (length (cell g (table g s) C) < length C) by lia.
    enough (X : exists u, In u C /\ table g u <> table g s).
    { destruct X as [u [a m]]. unfold cell. eapply filter_shorter; eauto.
      destruct (same (table g u) (table g s)); auto. easy. }
    destruct H as [two|[l w]].
    + destruct (in_dec same (table g s) (told g C)) as [a|a]; [|exfalso; apply a, in_told; eauto].
      assert (X : exists f, In f (told g C) /\ f <> table g s).
      { pose proof (told_distinct g C) as N. unfold cells in two. destruct (told g C) as [|f [|h r]]; simpl in two; try lia.
        destruct (same f (table g s)) as [e|]; [|exists f; simpl; auto].
        exists h. simpl; split; auto. intros q. inversion N; subst. apply H3. simpl; left; congruence. }
      destruct X as [f [x m]]. apply in_told in x as [u [x y]]. exists u. split; congruence.
    + apply wins_iff, in_told in w as [u [x y]]. exists u. split; congruence.
Qed.

(* Nobody needs more: after any first guess, n candidates are found with n guesses. *)
Lemma nobody_needs_more g rest C : limit = None -> NoDup C -> legal_after g rest C -> solves 0 (Ask g rest) C ->
  exists rest', legal_after g rest' C /\ solves 0 (Ask g rest') C /\
    forall s i, In s C -> finds (Ask g rest') s = Some i -> i <= S (length C).
Proof.
  intros N D L V. set (rest' := fun f => trim (rest f) (cell g f C)). exists rest'.
  assert (T : forall f, f <> win -> legal (rest' f) (cell g f C) /\ thrifty (rest' f) (cell g f C) /\
    forall s i, In s (cell g f C) -> finds (rest f) s = Some i -> exists k, k <= i /\ finds (rest' f) s = Some k).
  { intros f n. apply trim_keeps; [now apply NoDup_filter|auto]. }
  split; [intros f n; now apply T|split].
  - intros s I. destruct (V s I) as [i [E _]]. unfold in_time. rewrite N. destruct (same (table g s) win) as [e|n].
    + exists 1. simpl. destruct (same (table g s) win); easy.
    + destruct (finds_in_cell g rest s i E n) as [k [-> G]].
      destruct (proj2 (proj2 (T (table g s) n)) s k) as [m [_ M]]; auto; [now apply in_cell|].
      exists (S m). simpl. destruct (same (table g s) win); [easy|]. now rewrite M.
  - intros s i I E. destruct (same (table g s) win) as [e|n].
    + simpl in E. destruct (same (table g s) win); [|easy]. injection E as <-. lia.
    + destruct (finds_in_cell g rest' s i E n) as [k [-> G]]. apply le_n_S. transitivity (length (cell g (table g s) C)).
      * apply (thrifty_trees_are_shallow (rest' (table g s)) _ s k); auto; [now apply T|now apply in_cell].
      * apply NoDup_incl_length; [now apply NoDup_filter|]. intros u i. now apply in_cell in i.
Qed.

(* ---------------------------------------------------------------- S5 to S7: the bounds of a guess and of a set *)

(* The least weight that is left of a list when at most k are taken away: without its k heaviest. *)
Fixpoint tail k ws :=
  match ws with
  | [] => 0
  | w :: r => match k with 0 => w + tail 0 r | S j => min (w + tail k r) (tail j r) end
  end.

Definition missing (found : secret -> bool) C := total (fun s => if found s then 0 else weight s) C.

Lemma tail_is_least found C : forall k, total (fun s => one (found s)) C <= k -> tail k (map weight C) <= missing found C.
Proof.
  unfold missing, total. induction C as [|s C IH]; simpl; intros k H; auto.
  destruct (found s); simpl in *.
  - destruct k as [|k]; [lia|]. specialize (IH k). lia.
  - destruct k as [|k]; [specialize (IH 0)|specialize (IH (S k))]; lia.
Qed.

(* It is at least this, whatever the weight t; with the right one, it is this. *)
Lemma tail_by_a_weight t ws : forall k, list_sum (map (min t) ws) <= tail k ws + k * t.
Proof.
  unfold list_sum. induction ws as [|w r IH]; simpl; intros k; [lia|].
  destruct k as [|k]; [specialize (IH 0)|pose proof (IH k); specialize (IH (S k))]; lia.
Qed.

Definition late d i := match limit with Some most => most <? d + i | None => false end.

Lemma late_iff d i : late d i = true -> ~ in_time d i.
Proof. unfold late, in_time. destruct limit; [|easy]. rewrite Nat.ltb_lt. lia. Qed.

(* c cells, w = 1 if the guess may win; found j is the most that are found within j + 1 guesses. *)
Definition found n c w plain able j := match j with 0 => w | S i => w + (c - w) * reach n plain able i end.

Fixpoint steps fuel d C c w plain able j : bound :=
  let n := length C in
  let f := found n c w plain able j in
  if n <=? f then Some 0
  else match fuel with
  | 0 => None
  | S fuel' =>
      if late d (j + 2) then None
      else plus (Some ((rel d (j + 2) - rel d (j + 1)) * tail f (map weight C)))
                (steps fuel' d C c w plain able (S j))
  end.

Definition guess_bound d C c w plain able : bound :=
  if length C <=? 1 then (if late d 1 then None else Some 0)
  else if c <? 2 then None
  else steps (length C) d C c w plain able 0.

Definition least (a b : bound) : bound :=
  match a, b with Some x, Some y => Some (min x y) | Some x, None => Some x | None, _ => b end.

Definition set_bound d C plain able : bound :=
  let n := length C in
  if n <=? 1 then (if late d 1 then None else Some 0)
  else if alone then guess_bound d C (min plain n) 0 plain able
  else least (guess_bound d C (min plain n) 0 plain able) (guess_bound d C (min able n) 1 plain able).

Lemma finds_positive t s i : finds t s = Some i -> 1 <= i.
Proof.
  destruct t as [|g rest]; simpl; [easy|]. destruct (same (table g s) win).
  - intros q. injection q as <-. auto.
  - destruct (finds (rest (table g s)) s); simpl; intros q; [injection q as <-; lia|easy].
Qed.

(* What is paid beyond the price of guess i. *)
Definition beyond d i t C :=
  total (fun s => weight s * match finds t s with Some k => rel d (max i k) - rel d i | None => 0 end) C.

Lemma cost_beyond_first d t C : cost d t C = beyond d 1 t C.
Proof.
  apply total_eq. intros s _. f_equal. unfold paid. destruct (finds t s) as [k|] eqn:F; auto.
  apply finds_positive in F. rewrite Nat.max_r by auto. unfold rel. lia.
Qed.

Lemma beyond_step d i t C : solves d t C ->
  beyond d i t C = (rel d (i + 1) - rel d i) * missing (within i t) C + beyond d (i + 1) t C.
Proof.
  intros V. unfold missing. rewrite <- total_times. unfold beyond. rewrite <- total_plus. apply total_eq.
  intros s I. destruct (V s I) as [k [F _]]. unfold within. rewrite F.
  pose proof (rel_rises d i (i + 1)). destruct (Nat.leb_spec k i).
  - rewrite !Nat.max_l by lia. rewrite !Nat.sub_diag. lia.
  - rewrite !Nat.max_r by lia. pose proof (rel_rises d (i + 1) k).
    replace (rel d k - rel d i) with ((rel d (i + 1) - rel d i) + (rel d k - rel d (i + 1))) by lia. lia.
Qed.

Lemma all_counted k t C : (forall s, In s C -> within k t s = true) -> count k t C = length C.
Proof. unfold count, total. induction C as [|s C IH]; simpl; intros H; auto. rewrite H, IH; auto. Qed.

Lemma steps_below d C c w plain able t : solves d t C ->
  (forall s i, In s C -> finds t s = Some i -> i <= length C) ->
  (forall j, count (j + 1) t C <= found (length C) c w plain able j) ->
  forall fuel j, length C <= fuel + j -> at_most (steps fuel d C c w plain able j) (beyond d (j + 1) t C).
Proof.
  intros V S F. induction fuel as [|fuel IH]; intros j E; simpl;
    destruct (Nat.leb_spec (length C) (found (length C) c w plain able j)) as [l|l]; simpl; try lia.
  - specialize (F j). rewrite all_counted in F; [lia|]. intros s I. destruct (V s I) as [i [e _]].
    unfold within. rewrite e. apply Nat.leb_le. specialize (S s i I e). lia.
  - destruct (late d (j + 2)) eqn:T.
    + specialize (F j). rewrite all_counted in F; [lia|]. intros s I. destruct (V s I) as [i [e q]].
      unfold within. rewrite e. apply Nat.leb_le. apply late_iff in T.
      destruct (le_lt_dec i (j + 1)); auto. exfalso. apply T. apply in_time_before with i; auto. lia.
    + rewrite beyond_step by auto. specialize (IH (Datatypes.S j)). 
      replace (j + 1 + 1) with (j + 2) by lia. replace (Datatypes.S j + 1) with (j + 2) in IH by lia.
      destruct (steps fuel d C c w plain able (Datatypes.S j)); simpl in *; [|apply IH; lia].
      assert (n <= beyond d (j + 2) t C) by (apply IH; lia).
      pose proof (tail_is_least (within (j + 1) t) C (found (length C) c w plain able j) (F j)). nia.
Qed.

Definition closed_if_thrifty g d C b := forall rest,
  legal (Ask g rest) C -> thrifty (Ask g rest) C -> solves d (Ask g rest) C -> at_most b (cost d (Ask g rest) C).

Lemma one_candidate d t C : C <> [] -> solves d t C -> at_most (if late d 1 then None else Some 0) (cost d t C).
Proof.
  intros N V. destruct (late d 1) eqn:T; simpl; [|lia]. apply late_iff in T. destruct C as [|s C]; [easy|].
  destruct (V s (or_introl eq_refl)) as [i [F q]]. apply T. apply finds_positive in F.
  now apply in_time_before with i.
Qed.

(* The bound of a guess, which may be forced: closed by rank. *)
Lemma rank_after g d C c plain able rest : NoDup C -> C <> [] -> ranks plain able C -> cells g C <= c ->
  legal_after g rest C -> thrifty (Ask g rest) C -> solves d (Ask g rest) C ->
  at_most (guess_bound d C c (one (wins g C)) plain able) (cost d (Ask g rest) C).
Proof.
  intros D N K M L H V. unfold guess_bound.
  destruct (Nat.leb_spec (length C) 1) as [l|l]; [now apply one_candidate|].
  destruct (Nat.ltb_spec c 2) as [m|m].
  { exfalso. destruct H as [e|[[q|[q _]] _]]; [easy|lia|lia]. }
  rewrite cost_beyond_first. apply steps_below; auto; [|clear V|lia].
  - intros s i. apply thrifty_trees_are_shallow. auto.
  - intros [|j].
    + simpl found. etransitivity; [apply (count_of_a_guess 0 g rest C 0 D)|lia].
      intros f _. rewrite count_none. auto.
    + simpl found. replace (S j + 1) with (S (j + 1)) by lia.
      etransitivity; [apply (count_of_a_guess (j + 1) g rest C (reach (length C) plain able j) D)|nia].
      intros f n. apply reach_by_ranks; auto; [now apply NoDup_filter|].
      intros s i. apply in_cell in i. tauto.
Qed.

Theorem rank g d C c plain able : NoDup C -> C <> [] -> ranks plain able C -> cells g C <= c ->
  closed_if_thrifty g d C (guess_bound d C c (one (wins g C)) plain able).
Proof. intros D N K M rest L. apply rank_after; auto. now apply legal_is_legal_after. Qed.

Lemma at_most_left a b x : at_most a x -> at_most (least a b) x.
Proof. destruct a, b; simpl; lia. Qed.

Lemma at_most_right a b x : at_most b x -> at_most (least a b) x.
Proof. destruct a, b; simpl; lia. Qed.

Lemma cells_le_length g C : cells g C <= length C.
Proof.
  rewrite <- (map_length (table g)). apply NoDup_incl_length; [apply told_distinct|].
  intros f. unfold told. now rewrite nodup_In.
Qed.

Theorem set_bound_is_lower d C plain able : NoDup C -> C <> [] -> ranks plain able C ->
  lower d C (set_bound d C plain able).
Proof.
  intros D N K. apply thrifty_trees_suffice; auto. intros t L H V. unfold set_bound.
  destruct (Nat.leb_spec (length C) 1) as [l|l]; [now apply one_candidate|].
  destruct t as [|g rest].
  { destruct C as [|s C]; [easy|]. destruct (V s (or_introl eq_refl)) as [i [F _]]. discriminate. }
  assert (A : permitted g C) by (destruct L as [e|[A _]]; [easy|auto]). destruct A as [A Z].
  pose proof (K g A) as M. pose proof (cells_le_length g C) as Q. destruct (wins g C) eqn:w.
  - destruct alone eqn:o; [specialize (Z eq_refl eq_refl); lia|]. apply at_most_right. replace 1 with (one (wins g C)) by now rewrite w.
    apply rank; auto. now apply Nat.min_glb.
  - assert (X : at_most (guess_bound d C (min plain (length C)) 0 plain able) (cost d (Ask g rest) C)).
    { replace 0 with (one (wins g C)) by now rewrite w. apply rank; auto. now apply Nat.min_glb. }
    destruct alone; auto. now apply at_most_left.
Qed.

(* ---------------------------------------------------------------- S8, S11: a sum over the cells *)

Definition sum_of_bounds (fs : list feedback) (b : feedback -> bound) := fold_right (fun f => plus (b f)) (Some 0) fs.

(* The price of the next step, for all that this guess does not find. *)
Definition step g d C : bound :=
  let rest := missing (fun s => if same (table g s) win then true else false) C in
  if late d 2 then (if forallb (fun s => if same (table g s) win then true else false) C then Some 0 else None)
  else Some (rel d 2 * rest).

Definition others g C := remove same win (told g C).

Lemma sum_at_most fs b x : (forall f, In f fs -> at_most (b f) (x f)) -> at_most (sum_of_bounds fs b) (over fs x).
Proof.
  unfold over. induction fs as [|f fs IH]; simpl; intros H; auto.
  specialize (IH (fun k i => H k (or_intror i))). specialize (H f (or_introl eq_refl)).
  destruct (b f), (sum_of_bounds fs b); simpl in *; try easy. lia.
Qed.

Lemma remove_distinct f fs : NoDup fs -> NoDup (remove same f fs).
Proof.
  induction 1 as [|h fs n D IH]; simpl; [constructor|]. destruct (same f h); auto. constructor; auto.
  intros i. apply n. now apply in_remove in i.
Qed.

Definition won g s := if same (table g s) win then true else false.

(* What a guess costs: a step for all that it does not find, and what its cells cost. *)
Lemma cost_of_a_guess g d C rest : solves d (Ask g rest) C ->
  cost d (Ask g rest) C = rel d 2 * missing (won g) C + over (others g C) (fun f => cost (d + 1) (rest f) (cell g f C)).
Proof.
  intros V.
  set (x := fun s => if won g s then 0 else weight s * paid (d + 1) (rest (table g s)) s).
  transitivity (rel d 2 * missing (won g) C + total x C).
  - unfold missing. rewrite <- total_times, <- total_plus. apply total_eq. intros s I.
    unfold x, won, paid. destruct (same (table g s) win) as [e|n].
    + simpl. destruct (same (table g s) win); [|easy]. unfold rel. lia.
    + destruct (V s I) as [i [F q]]. rewrite F. destruct (finds_in_cell g rest s i F n) as [k [-> G]].
      rewrite G. apply finds_positive in G. unfold rel. replace (d + 1 + k) with (d + S k) by lia.
      replace (d + 1 + 1) with (d + 2) by lia.
      pose proof (prices_rise (d + 1) (d + 2)). pose proof (prices_rise (d + 2) (d + S k)).
      replace (price (d + S k) - price (d + 1)) with
        ((price (d + 2) - price (d + 1)) + (price (d + S k) - price (d + 2))) by lia. lia.
  - f_equal. rewrite (total_cells x g (win :: others g C)).
    + unfold over. simpl. replace (total x (cell g win C)) with 0.
      * simpl. f_equal. apply map_ext_in. intros f i. apply in_remove in i as [_ n].
        apply total_eq. intros s I. apply in_cell in I as [_ e]. unfold x, won.
        destruct (same (table g s) win); [congruence|]. now rewrite e.
      * symmetry. transitivity (total (fun _ => 0 * 0) (cell g win C)).
        -- apply total_eq. intros s I. apply in_cell in I as [_ e]. unfold x, won.
           destruct (same (table g s) win); easy.
        -- rewrite total_times. auto.
    + constructor; [apply remove_In|]. apply remove_distinct, told_distinct.
    + intros s I. destruct (same (table g s) win) as [->|n]; [now left|right].
      apply in_in_remove; auto. apply in_told. eauto.
Qed.

Lemma weaker_at_most a b x : weaker a b -> at_most b x -> at_most a x.
Proof. destruct a, b; simpl; try easy; lia. Qed.

(* With prices 1, 2, 3, ... and no limit, all depths are alike. *)
Theorem endless_depths_are_alike : limit = None -> (forall k, price k = k) -> forall d C b, lower d C b <-> lower 0 C b.
Proof.
  intros E P d C b. unfold lower, solves, in_time. rewrite E.
  split; intros H t L V; specialize (H t L V); eapply at_most_more; eauto;
    apply total_le; intros s I; unfold paid; destruct (finds t s); auto; unfold rel; rewrite !P;
    apply Nat.mul_le_mono_l; lia.
Qed.

(* ---------------------------------------------------------------- S12, S13: images *)

(* A good map of guesses and secrets takes cells to cells and wins to wins, whatever it does to feedbacks. *)
Definition good (f : guess -> guess) (h : secret -> secret) :=
  (forall s t, h s = h t -> s = t) /\
  (forall g s t, table g s = table g t <-> table (f g) (h s) = table (f g) (h t)) /\
  (forall g s, table g s = win <-> table (f g) (h s) = win) /\
  (forall g, is_guess g -> is_guess (f g)).

(* The image of a tree on C. *)
Fixpoint image (f : guess -> guess) (h : secret -> secret) (C : list secret) t :=
  match t with
  | Stop => Stop
  | Ask g rest => Ask (f g) (fun k =>
      match find (fun s => if same (table (f g) (h s)) k then true else false) C with
      | Some s => image f h C (rest (table g s))
      | None => Stop
      end)
  end.

Lemma image_finds f h A : good f h -> forall t s, In s A -> finds (image f h A t) (h s) = finds t s.
Proof.
  intros [a [b [c u0]]]. induction t as [|g rest IH]; intros s I; simpl; auto.
  destruct (same (table g s) win) as [e|n], (same (table (f g) (h s)) win) as [e'|n'].
  - reflexivity.
  - exfalso. apply n'. now apply (proj1 (c g s)).
  - exfalso. apply n. now apply (proj2 (c g s)).
  - destruct (find _ A) as [u|] eqn:F.
    + apply find_some in F as [i e]. destruct (same (table (f g) (h u)) (table (f g) (h s))); [|discriminate].
      apply (proj2 (b g u s)) in e0. now rewrite e0, IH.
    + exfalso. apply (find_none _ _ F) in I. now destruct (same (table (f g) (h s)) (table (f g) (h s))).
Qed.

Lemma image_wins f h C g : good f h -> wins (f g) (map h C) = wins g C.
Proof.
  intros [a [b [c u0]]]. apply eq_iff_eq_true. rewrite !wins_iff, !in_told. split; intros [s [i e]].
  - apply in_map_iff in i as [u [<- i]]. exists u. split; auto. now apply (proj2 (c g u)).
  - exists (h s). split; [now apply in_map|now apply (proj1 (c g s))].
Qed.

Lemma image_cell f h C g u : good f h -> cell (f g) (table (f g) (h u)) (map h C) = map h (cell g (table g u) C).
Proof.
  intros [_ [b _]]. unfold cell. induction C as [|s C IH]; simpl; auto.
  destruct (same (table g s) (table g u)) as [e|n], (same (table (f g) (h s)) (table (f g) (h u))) as [e'|n'];
    simpl; rewrite ?IH; auto.
  - exfalso. apply n'. now apply (proj1 (b g s u)).
  - exfalso. apply n. now apply (proj2 (b g s u)).
Qed.

Lemma image_legal f h A : good f h -> forall t C, incl C A -> legal t C -> legal (image f h A t) (map h C).
Proof.
  intros G. destruct G as [a [b [c w]]] eqn:Q. clear Q. induction t as [|g rest IH]; simpl; intros C I L; auto.
  destruct L as [->|[W L]]; [now left|right]. split.
  - destruct W as [[q W] Z]. split; [split; [now apply w|]|]; intros o; rewrite image_wins, ?map_length; auto.
  - intros k n. destruct (find _ A) as [u|] eqn:F; [|simpl; auto].
    apply find_some in F as [i e]. destruct (same (table (f g) (h u)) k) as [<-|]; [|discriminate].
    rewrite image_cell by auto. apply IH; [intros s j; apply in_cell in j; now apply I|].
    apply L. intros z. apply n. now apply (proj1 (c g u)).
Qed.

Definition keeps (h : secret -> secret) C := Permutation (map h C) C.

Lemma total_permuted x C C' : Permutation C C' -> total x C = total x C'.
Proof. unfold total. induction 1; simpl in *; lia. Qed.

Lemma filter_permuted (p : secret -> bool) C C' : Permutation C C' -> Permutation (filter p C) (filter p C').
Proof.
  induction 1; simpl; auto.
  - destruct (p x); auto.
  - destruct (p x), (p y); auto. apply perm_swap.
  - now transitivity (filter p l').
Qed.

Lemma wins_permuted g C C' : Permutation C C' -> wins g C = wins g C'.
Proof.
  intros P. apply eq_iff_eq_true. unfold wins. rewrite !existsb_exists.
  split; intros [s [i e]]; exists s; split; auto.
  - exact (Permutation_in s P i).
  - exact (Permutation_in s (Permutation_sym P) i).
Qed.

Lemma legal_permuted t : forall C C', Permutation C C' -> legal t C -> legal t C'.
Proof.
  induction t as [|g rest IH]; simpl; intros C C' P L; auto.
  destruct L as [->|[A L]]; [left; now apply Permutation_nil|right]. split.
  - unfold permitted, allowed in *. now rewrite <- (wins_permuted g C C' P), <- (Permutation_length P).
  - intros f n. apply IH with (cell g f C); auto. now apply filter_permuted.
Qed.

Lemma alike_cells (x y : secret -> feedback) C : (forall s t, x s = x t <-> y s = y t) ->
  length (nodup same (map x C)) = length (nodup same (map y C)).
Proof.
  intros E. induction C as [|s C IH]; simpl; auto.
  assert (Q : In (x s) (map x C) <-> In (y s) (map y C)).
  { rewrite !in_map_iff. split; intros [t [e i]]; exists t; split; auto; now apply E. }
  destruct (in_dec same (x s) (map x C)), (in_dec same (y s) (map y C)); simpl; auto; tauto.
Qed.

Lemma image_cells f h C g : good f h -> cells (f g) (map h C) = cells g C.
Proof. intros [_ [b _]]. unfold cells, told. rewrite map_map. symmetry. apply alike_cells. intros s t. apply b. Qed.

Lemma image_thrifty f h A : good f h -> forall t C, incl C A -> thrifty t C -> thrifty (image f h A t) (map h C).
Proof.
  intros G. destruct G as [a [b [c w]]] eqn:Q. clear Q. induction t as [|g rest IH]; simpl; intros C I L; auto.
  destruct L as [->|[W L]]; [now left|right]. split.
  - now rewrite image_cells, image_wins, map_length.
  - intros k n. destruct (find _ A) as [u|] eqn:F; [|simpl; auto].
    apply find_some in F as [i e]. destruct (same (table (f g) (h u)) k) as [<-|]; [|discriminate].
    rewrite image_cell by auto. apply IH; [intros s j; apply in_cell in j; now apply I|].
    apply L. intros z. apply n. now apply (proj1 (c g u)).
Qed.

Lemma thrifty_permuted t : forall C C', Permutation C C' -> thrifty t C -> thrifty t C'.
Proof.
  induction t as [|g rest IH]; simpl; intros C C' P L; auto.
  destruct L as [->|[A L]]; [left; now apply Permutation_nil|right]. split.
  - assert (cells g C <= cells g C').
    { apply parts_make_no_more_cells. intros s. now apply Permutation_in. }
    rewrite <- (wins_permuted g C C' P), <- (Permutation_length P). destruct A; [left; lia|now right].
  - intros f n. apply IH with (cell g f C); auto. now apply filter_permuted.
Qed.

Lemma good_itself : good (fun g => g) (fun s => s).
Proof. repeat split; auto. Qed.

Lemma good_after f h f' h' : good f h -> good f' h' -> good (fun g => f' (f g)) (fun s => h' (h s)).
Proof.
  intros [a [b [c w]]] [a' [b' [c' w']]]. split; [auto|split; [|split; [|auto]]].
  - intros g s t. rewrite (b g s t). apply b'.
  - intros g s. rewrite (c g s). apply c'.
Qed.

(* A bound of an image of C is a bound of C. *)
Theorem bound_of_image f h d C D b : good f h -> Permutation (map h C) D -> (forall s, weight (h s) = weight s) ->
  lower d D b -> lower d C b.
Proof.
  intros G P W H t L V.
  assert (E : cost d (image f h C t) D = cost d t C).
  { unfold cost. rewrite <- (total_permuted _ _ _ P). unfold total. rewrite map_map. f_equal.
    apply map_ext_in. intros s i. rewrite W. unfold paid. now rewrite (image_finds f h C G). }
  rewrite <- E. apply H.
  - apply legal_permuted with (map h C); auto. apply (image_legal f h C G t C); auto. apply incl_refl.
  - intros s i. apply Permutation_in with (l' := map h C) in i; [|now symmetry].
    apply in_map_iff in i as [u [<- i]]. destruct (V u i) as [k [F Q]]. exists k. split; auto.
    now rewrite (image_finds f h C G).
Qed.

(* One guess of each orbit: what closes the image of g closes g. *)
Theorem orbits f h g d C b : good f h -> keeps h C -> (forall s, weight (h s) = weight s) ->
  closed_if_thrifty (f g) d C b -> closed_if_thrifty g d C b.
Proof.
  intros G K W H rest L T V.
  assert (E : cost d (image f h C (Ask g rest)) C = cost d (Ask g rest) C).
  { unfold cost. rewrite <- (total_permuted _ _ _ K). unfold total. rewrite map_map. f_equal.
    apply map_ext_in. intros s i. rewrite W. unfold paid. now rewrite (image_finds f h C G). }
  rewrite <- E. apply (H _).
  - apply legal_permuted with (map h C); auto. apply (image_legal f h C G (Ask g rest) C); auto. apply incl_refl.
  - apply thrifty_permuted with (map h C); auto. apply (image_thrifty f h C G (Ask g rest) C); auto. apply incl_refl.
  - intros s i. apply Permutation_in with (l' := map h C) in i; [|now symmetry].
    apply in_map_iff in i as [u [<- i]]. destruct (V u i) as [k [F Q]]. exists k. split; auto.
    now rewrite <- (image_finds f h C G) in F.
Qed.

(* g is tied to r by some of the symmetries that keep C. *)
Inductive tied C : guess -> guess -> Prop :=
  | tied_to_itself g : tied C g g
  | tied_by f h g r : good f h -> keeps h C -> (forall s, weight (h s) = weight s) -> tied C (f g) r -> tied C g r.

Lemma closed_by_ties d C b g r : tied C g r -> closed_if_thrifty r d C b -> closed_if_thrifty g d C b.
Proof. induction 1; auto. intros q. eapply orbits; eauto. Qed.

End Certificates.

(* A bound at the prices 1, 2, 3, ... holds after any number of guesses at prices that rise with each guess. *)
Theorem endless_bound_holds_for_steep_prices guess secret feedback same table win is_guess only alone weight price limit :
  (forall k, 1 <= k -> match limit with Some most => k < most | None => True end -> price k < price (S k)) ->
  forall d d' C b, lower guess secret feedback same table win is_guess only alone weight (fun k => k) None d C b ->
  lower guess secret feedback same table win is_guess only alone weight price limit d' C b.
Proof.
  intros H d d' C b L t Lt V. eapply at_most_more; [apply (L t Lt)|].
  - intros s i. destruct (V s i) as [k [F _]]. exists k. split; [exact F|exact I].
  - apply total_le. intros s i. apply Nat.mul_le_mono_l. unfold paid, rel. destruct (V s i) as [k [F T]]. rewrite F.
    assert (R : forall j, in_time limit d' (S j) -> price (d' + 1) + j <= price (d' + S j)).
    { induction j as [|j IH]; intros q; [rewrite Nat.add_0_r; auto|]. unfold in_time in *.
      specialize (H (d' + S j) ltac:(lia) ltac:(destruct limit; lia)). specialize (IH ltac:(destruct limit; lia)).
      replace (d' + S (S j)) with (S (d' + S j)) by lia. lia. }
    destruct k as [|k]; [lia|]. specialize (R k T). lia.
Qed.
