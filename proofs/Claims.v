(* What a header and the numbers after it are found to prove is true. *)

From Coq Require Import PArray List Bool Arith ZArith Uint63 Lia.
From Guesstree Require Rules.
From Guesstree Require Import Spec Facts Core Numbers Bounds Cells Close Symmetries Lemmas Program Table Bridge.
Import ListNotations PArrayNotations.
Notation length := List.length.
Local Opaque nat_of.

(* ---- the tree *)

Lemma may_ask_is c g C : may_ask c g C = true -> In g (guesses (of_game c)) /\ (only_candidates c = true -> In g C) /\
  (names_last (of_game c) = true -> In g C -> length C <= 1).
Proof.
  unfold may_ask. rewrite !andb_true_iff. intros [[a b] n]. apply among_is in a. split; [exact a|split].
  - intros o. rewrite o in b. now apply among_is.
  - intros o i. rewrite o in n. apply among_is in i. rewrite i in n. now apply Nat.leb_le.
Qed.

Lemma is_legal_is c b : forall before P, is_legal c before P b = true ->
  forall a, legal c (pick b a) (remaining (of_game c) before a P).
Proof.
  induction b as [|a' g sub IH1 others IH2]; intros before P H a; simpl; auto.
  cbn [is_legal] in H. cbv zeta in H. apply andb_true_iff in H as [H o]. apply andb_true_iff in H as [m s].
  destruct (a =? a')%uint63 eqn:e; [|now apply IH2]. apply eqb_spec in e. subst a'. right. split; [now apply may_ask_is|].
  intros x. now apply IH1.
Qed.

Lemma keeps_rules_is c g b : keeps_rules c g b = true -> keeps_the_rules c (Guess g (pick b)).
Proof.
  unfold keeps_rules, keeps_the_rules. destruct (first c) as [w|]; intros H; apply andb_true_iff in H as [a l].
  - apply same_iff in a. subst w. exists (pick b). split; auto. now apply is_legal_is.
  - right. split; [now apply may_ask_is|]. now apply is_legal_is.
Qed.

Definition price_of_secret (c : claim) (t : strategy) (s : word) : nat :=
  match found_at (of_game c) t s with Some k => price c k | None => 0 end.

Notation paid c t := (fun y => nat_of (snd y) * price_of_secret c t (fst y)).

Lemma cost_of_is c t ss : forall z, cost_of c t ss = Some z ->
  (forall s, In s (map fst ss) -> exists k, found_at (of_game c) t s = Some k /\ in_time c k) /\
  Z.of_nat (list_sum (map (paid c t) ss)) = z.
Proof.
  induction ss as [|[s w] ss IH]; intros z; cbn [cost_of].
  - intros e. injection e as <-. split; [easy|reflexivity].
  - unfold price_of_secret. destruct (found_at (of_game c) t s) as [k|] eqn:f; [|easy]. destruct (cost_of c t ss) as [y|]; [|easy].
    destruct (IH y eq_refl) as [a b]. unfold price_of_secret in b.
    intros e. assert (T : in_time c k /\ z = (Z.of_nat (nat_of w * price c k) + y)%Z).
    { unfold in_time, price. rewrite Nat2Z.inj_mul, nat_of_Z. destruct (prices c) as [l|]; [|injection e as <-; auto].
      destruct (Nat.leb_spec k (length l)) as [q|q]; [|easy]. injection e as <-. rewrite nat_of_Z. auto. }
    destruct T as [T ->]. split.
    + intros u [<-|i]; [eauto|now apply a].
    + cbn [map list_sum fold_right fst snd]. rewrite f. unfold list_sum in *. rewrite Nat2Z.inj_add, b. reflexivity.
Qed.

(* ---- the costs of a claim *)

Section Claim.
Variable h : header.
Variable x : option (list int) * option int.
Variable reached : option int.
Notation c := (make_claim h x reached).
Notation G := (its_game h).
Notation words := (secrets G).

Definition its_price (k : nat) : nat := match fst x with None => k | Some l => nat_of (nth (k - 1) l (last l 0%uint63)) end.
Definition its_limit : option nat := match fst x with None => None | Some l => Some (length l) end.
Definition its_end : bool := match fst x with None => true | Some _ => false end.

Lemma rising_is l : rising l = true -> forall k, nat_of (nth k l (last l 0%uint63)) <= nat_of (nth (S k) l (last l 0%uint63)).
Proof.
  induction l as [|p l IH]; intros H k; [destruct k; simpl; lia|]. cbn [rising] in H. apply andb_true_iff in H as [a b].
  specialize (IH b). destruct l as [|q l].
  - destruct k; simpl; [lia|]. destruct k; lia.
  - assert (E : last (p :: q :: l) 0%uint63 = last (q :: l) 0%uint63) by reflexivity. rewrite E. rewrite leb_nat in a. apply Nat.leb_le in a.
    destruct k as [|k]; [exact a|]. apply (IH k).
Qed.

Lemma rising_to_last l : rising l = true -> forall k, nat_of (nth k l (last l 0%uint63)) <= nat_of (last l 0%uint63).
Proof.
  intros R k. destruct (Nat.le_gt_cases (length l) k) as [o|o]; [rewrite nth_overflow; auto|].
  assert (X : forall m, nat_of (nth k l (last l 0%uint63)) <= nat_of (nth (m + k) l (last l 0%uint63))).
  { induction m as [|m IH]; [apply le_n|]. etransitivity; [exact IH|]. now apply rising_is. }
  specialize (X (length l)). rewrite (nth_overflow _ _ (n := length l + k)) in X by lia. exact X.
Qed.

Hypothesis its_prices_rise : match fst x with Some l => rising l = true | None => True end.

Lemma its_prices_never_fall k : its_price k <= its_price (S k).
Proof.
  unfold its_price. destruct (fst x) as [l|]; [|lia]. destruct k as [|k]; [apply le_n|]. simpl. rewrite Nat.sub_0_r. now apply rising_is.
Qed.

Lemma price_is k : 1 <= k -> in_time c k -> price c k = its_price k.
Proof.
  unfold in_time, price, its_price. cbn [prices make_claim]. destruct (fst x) as [l|]; [|reflexivity]. intros a b.
  f_equal. apply nth_indep. lia.
Qed.

End Claim.

Lemma found_is_positive G t s k : found_at G t s = Some k -> 1 <= k.
Proof.
  destruct t; simpl; [easy|]. destruct (same g s); [intros e; injection e as <-; auto|].
  destruct (found_at _ _ _); simpl; [|easy]. intros e. injection e as <-. lia.
Qed.

Lemma word_in {A} (l : list A) i k x : In (i, x) (number k l) -> In x l.
Proof. intros H. rewrite <- (words_of_numbers l k). apply in_map_iff. now exists (i, x). Qed.

Section Check.
Variable make_map : list (int * word) -> list (int * word) -> list int -> int -> option symmetry.
Variable symbols : game -> list int.
Variable with_symmetries : game -> bool.
Variable h : header.
Notation G := (its_game h).
Notation only := (its_pool_is_candidates h).
Notation gs := (number 0%uint63 (guesses G)).
Notation ss := (number 0%uint63 (secrets G)).
Variable win : int.
Variable rows : array (array int).
Hypothesis few_guesses : few (length (guesses G)).
Hypothesis few_secrets : few (length (secrets G)).
Hypothesis some_secrets : secrets G <> [].
Hypothesis secrets_differ : NoDup (secrets G).
Hypothesis win_is_an_answer : win <> nothing.
Hypothesis inside : forall i g, In (i, g) gs -> right_row G win (secrets G) g rows.[i].
Hypothesis outside : forall i, ~ In i (map fst gs) -> forall j, rows.[i].[j] = nothing.
Variable small : bool.
Variable columns : columns.
Hypothesis columns_are : small = true -> right_columns rows win (map fst gs) (map fst ss) columns.
Variable winner : array int.
Hypothesis winners_are : forall g s, In g (map fst gs) -> In s (map fst ss) -> rows.[g].[s] = win -> winner.[s] = g.
Variable weights : option (array int).
Notation pairs := (combine ss (weight_list h)).
Notation all := (of_Z (all_weights h)).
Hypothesis weights_are : are_weights h weights ss = true.
Variable start : option int.
Hypothesis start_is : match its_first h with
  | None => start = None
  | Some w => exists i, find_word w gs = Some i /\ start = Some i
  end.

Notation is_guess := (fun g => In g (map fst gs)).
Notation R_legal := (Rules.legal int int int int_same (told rows) win is_guess only (names_last G)).
Notation R_legal_after := (Rules.legal_after int int int int_same (told rows) win is_guess only (names_last G)).
Notation good_map := (good_map rows win (map fst gs) (count gs) (count ss)).

Lemma count_of_numbers {A} (l : list A) i : count (number i l) = count l.
Proof. revert i. induction l as [|y l IH]; intros i; simpl; auto. now rewrite IH. Qed.

(* The pairs of secrets and weights, and all weights together. *)
Lemma pairs_are : length ss = length (weight_list h) /\ 0 < nat_of all /\ (forall y, In y pairs -> weight weights (fst (fst y)) = nat_of (snd y)) /\
  list_sum (map (fun y => nat_of (snd y)) pairs) = nat_of all.
Proof.
  unfold are_weights in weights_are. apply andb_true_iff in weights_are as [W c]. apply andb_true_iff in W as [W b].
  apply andb_true_iff in W as [W a]. apply Nat.eqb_eq in W. apply Z.ltb_lt in a, b. rewrite forallb_forall in c.
  assert (E : Z.of_nat (list_sum (map nat_of (weight_list h))) = all_weights h).
  { unfold all_weights, list_sum. clear. induction (weight_list h) as [|w l IH]; simpl; auto. rewrite Nat2Z.inj_add, nat_of_Z, IH. reflexivity. }
  assert (E' : Z.of_nat (nat_of all) = all_weights h).
  { rewrite nat_of_Z, of_Z_spec, Z.mod_small; auto. change wB with 9223372036854775808%Z. lia. }
  split; [auto|split; [lia|split]].
  - intros y i. specialize (c y i). apply eqb_spec in c. unfold weight. now rewrite c.
  - rewrite <- (map_map snd nat_of). destruct (of_pairs ss (weight_list h) (eq_sym W)) as [_ ->]. lia.
Qed.

Notation all_true price limit := (all_facts (Close.is_true rows win (map fst gs) only (names_last G) weights price limit)).

(* Facts of prices 1, 2, 3, ... hold for prices that rise with each guess. *)
Lemma kept_is x l kept : l = price_list (fst x) (map snd ss) -> all_true (fun k => k) None kept ->
  all_true (its_price x) (its_limit x) (if negb (its_end x) && steep l then kept else Leaf []).
Proof.
  intros -> A. unfold its_price, its_limit, its_end, price_list. destruct (fst x) as [p|]; [|constructor]. cbn [negb andb].
  destruct (steep p) eqn:s; [|constructor]. revert A. apply all_facts_more. intros e A d _. specialize (A (after e) (or_introl eq_refl)).
  revert A. apply Rules.endless_bound_holds_for_steep_prices. intros k k1 o. destruct k as [|k]; [lia|]. cbn [Nat.sub].
  rewrite !Nat.sub_0_r. now apply steep_is.
Qed.

Lemma claim_is_true fuel x reached l known kept nums st rest :
  l = price_list (fst x) (map snd ss) -> rising l = true -> (dearest (fst x) (count ss) <=? 140737488355327 / all)%uint63 = true ->
  l <> [] -> Forall good_map known -> all_true (its_price x) (its_limit x) kept ->
  lemma rows win (map fst gs) (map fst ss) columns winner weights only (names_last G) small (its_end x) (make_map gs ss (symbols G))
    (count gs) (count ss) (match weights with Some _ => false | None => with_symmetries G end) (fun _ => true) fuel start (map fst ss) l 0 (needed l all (snd x))
    {| proved := kept; known := known; room := 536870912 |} nums = Some (st, rest) ->
  Forall good_map (Core.known st) /\ all_true (its_price x) (its_limit x) (Core.proved st) /\
  forall t, keeps_the_rules (make_claim h x reached) t -> finds_all (make_claim h x reached) t ->
    match snd x with Some b => nat_of b <= cost (make_claim h x reached) t | None => False end.
Proof.
  intros El R D N K A L. set (c := make_claim h x reached).
  assert (R' : match fst x with Some l => rising l = true | None => True end).
  { destruct (fst x); auto. now subst l. }
  pose proof (its_prices_never_fall x R') as M.
  assert (P : Close.at_depth (its_end x) (its_price x) (its_limit x) 0 l).
  { split; [|auto]. unfold prices_from, its_end, its_price, its_limit. subst l. simpl. destruct (fst x) as [l|]; split; auto.
    - intros i p e. rewrite Nat.sub_0_r. now rewrite (nth_error_nth _ _ _ e).
    - exists (length l). split; auto. unfold price_list. lia.
    - intros i p e. unfold price_list in e. set (w := _ :: _ :: _) in e.
      assert (F : (Z.of_nat (nat_of 1%uint63) + Z.of_nat (length w) < wB)%Z).
      { rewrite nat_of_1. unfold w. rewrite words_of_numbers. cbn [List.length]. unfold few, word in few_secrets. unfold word.
        change wB with 9223372036854775808%Z. lia. }
      pose proof (numbers_are w 1%uint63 F) as q. rewrite <- map_map in q.
      apply (map_nth_error nat_of) in e. rewrite q in e. assert (i < length w).
      { rewrite <- (seq_length (length w) (nat_of 1%uint63)). apply nth_error_Some. congruence. }
      rewrite (nth_error_nth' _ 0) in e by now rewrite seq_length. rewrite seq_nth in e by auto. injection e as <-. reflexivity. }
  assert (S : Close.is_set (map fst ss) (map fst ss)).
  { split; [apply incl_refl|split; [now apply numbers_differ|split]].
    - intros e. apply some_secrets. apply map_eq_nil in e. rewrite <- (words_of_numbers (secrets G) 0%uint63), e. reflexivity.
    - rewrite map_length, <- (map_length snd), words_of_numbers. exact few_secrets. }
  assert (Gs : forall g, In g (map fst gs) <-> (g <? count gs)%uint63 = true) by (rewrite count_of_numbers; now apply numbers_below).
  assert (Ss : forall s, In s (map fst ss) <-> (s <? count ss)%uint63 = true) by (rewrite count_of_numbers; now apply numbers_below).
  assert (None_out : ~ In NONE (map fst gs)).
  { rewrite Gs, ltb_nat, count_of_numbers, count_is by auto. intros i. apply Nat.ltb_lt, inj_lt in i. rewrite nat_of_Z in i.
    unfold few in few_guesses. change (to_Z NONE) with 9223372036854775807%Z in i. lia. }
  assert (Q : its_end x = true -> its_limit x = None /\ forall k, its_price x k = k).
  { unfold its_end, its_limit, its_price. intros e. destruct (fst x); [discriminate|]. split; reflexivity. }
  assert (First : forall g, start = Some g -> In g (map fst gs) /\ 0 = 0).
  { intros g e. destruct (its_first h) as [w|]; [|congruence]. destruct start_is as [i [f e']].
    apply (find_word_is c) in f. rewrite e' in e. injection e as <-. split; [|reflexivity]. apply in_map_iff. now exists (i, w). }
  destruct (all_lemmas_are_true rows win nothing (map fst gs) (map fst ss) (count gs) (count ss) only (names_last G) small
    Gs Ss (nothing_outside c win rows inside outside)
    (fun e => win_is_an_answer (eq_sym e)) (wins_once c win rows secrets_differ win_is_an_answer inside outside)
    columns columns_are winner winners_are None_out weights (its_end x) (its_price x) M (its_limit x) Q (make_map gs ss (symbols G))
    (match weights with Some _ => false | None => with_symmetries G end) ltac:(now destruct weights) fuel start (map fst ss) l 0 (needed l all (snd x))
    {| proved := kept; known := known; room := 536870912%uint63 |} nums st rest
    ltac:(split; [exact A|exact K]) S P First L) as [[A' K'] T].
  split; [exact K'|split; [exact A'|]]. clear L. intros t Kt Ft.
  (* What the rules say of the tree of t. *)
  set (tree := tree_of c t).
  assert (B : forall j s, In (j, s) ss -> Rules.finds int int int int_same (told rows) win tree j = found_at G t s).
  { intros j s i. unfold keeps_the_rules in Kt. cbn [first make_claim of_game c] in Kt. destruct (its_first h) as [w|].
    - destruct Kt as [nx [-> Hn]]. destruct start_is as [n [f _]].
      apply (finds_after_is c win rows secrets_differ inside w nx ss j s); [|apply incl_refl| |exact i].
      + apply (find_word_is c) in f. exact (word_in _ _ _ _ f).
      + intros a. cbn [of_game make_claim c]. rewrite words_of_numbers. apply Hn.
    - apply (finds_is c win rows secrets_differ inside t ss j s); [apply incl_refl| |exact i]. now rewrite words_of_numbers. }
  assert (V : Rules.solves int int int int_same (told rows) win (its_limit x) 0 tree (map fst ss)).
  { intros j i. apply in_map_iff in i as [[k s] [e i]]. simpl in e. subst k.
    assert (i' : In s (secrets G)) by exact (word_in _ _ _ _ i).
    destruct (Ft s i') as [k [f it]]. exists k. rewrite (B j s i). split; auto.
    unfold Rules.in_time, its_limit. unfold in_time in it. cbn [prices make_claim c] in it. destruct (fst x); auto. }
  set (cost_of_tree := Rules.cost int int int int_same (told rows) win (weight weights) (its_price x) 0).
  set (is_legal_tree := fun u => match start with
    | None => R_legal u (map fst ss)
    | Some g => exists rest, u = Rules.Ask int int g rest /\ R_legal_after g rest (map fst ss) end).
  assert (W' : forall u, is_legal_tree u -> Rules.solves int int int int_same (told rows) win (its_limit x) 0 u (map fst ss) ->
    nat_of (needed l all (snd x)) <= cost_of_tree u (map fst ss)).
  { intros u Lu Vu. unfold is_legal_tree in Lu. destruct start as [g|]; [|now apply T]. destruct Lu as [r [-> Lu]]. now apply T. }
  assert (Lt : is_legal_tree tree).
  { unfold keeps_the_rules in Kt. cbn [first make_claim of_game c] in Kt. unfold is_legal_tree. destruct (its_first h) as [w|].
    - destruct Kt as [nx [-> Hn]]. destruct start_is as [n [f e]]. rewrite e.
      assert (n = number_of c w) by (unfold number_of; cbn [of_game make_claim c]; now rewrite f). subst n.
      exists (fun a => tree_of c (nx a)). split; [reflexivity|].
      apply (legal_after_is c win rows inside w nx ss); [|apply incl_refl|].
      + apply (find_word_is c) in f. exact (word_in _ _ _ _ f).
      + intros a. cbn [of_game make_claim c]. rewrite words_of_numbers. apply Hn.
    - rewrite start_is. apply (legal_is c win rows inside t ss); [apply incl_refl|]. now rewrite words_of_numbers. }
  pose proof (W' tree Lt V) as W.
  (* Costs of the claim are above those of the rules by the first price. *)
  destruct pairs_are as [Len [Pos [Wt All]]]. pose proof (proj1 (of_pairs ss (weight_list h) Len)) as firsts.
  assert (Mine : forall y, In y pairs -> In (fst y) ss) by (intros y i; rewrite <- firsts; now apply in_map).
  assert (over_pairs : forall u, cost_of_tree u (map fst ss) = list_sum (map (fun y => nat_of (snd y) *
    Rules.paid int int int int_same (told rows) win (its_price x) 0 u (fst (fst y))) pairs)).
  { intros u. unfold cost_of_tree, Rules.cost, Rules.total. rewrite <- firsts at 1. rewrite !map_map. f_equal. apply map_ext_in.
    intros y i. now rewrite (Wt y i). }
  assert (cost_pairs : cost c t = list_sum (map (fun y => nat_of (snd y) * price_of_secret c t (snd (fst y))) pairs)).
  { pose proof (pairs_of_seconds ss (weight_list h)) as e. rewrite words_of_numbers in e.
    transitivity (list_sum (map (paid c t) (combine (secrets G) (weight_list h)))); [reflexivity|]. now rewrite e, map_map. }
  assert (Priced : forall y, In y pairs -> exists k, 1 <= k /\ in_time c k /\ found_at G t (snd (fst y)) = Some k /\
    price_of_secret c t (snd (fst y)) = its_price x k).
  { intros y i. destruct (Ft (snd (fst y))) as [k [f it]].
    { apply Mine in i. destruct (fst y) as [j s]. exact (word_in _ _ _ _ i). }
    exists k. pose proof (found_is_positive _ _ _ _ f) as k1. unfold price_of_secret. rewrite f.
    split; [exact k1|split; [exact it|split; [exact f|exact (price_is h x reached R' k k1 it)]]]. }
  assert (C : cost c t = cost_of_tree tree (map fst ss) + nat_of all * its_price x 1).
  { rewrite cost_pairs, over_pairs, <- All. apply sum_above. intros y i. destruct (Priced y i) as [k [k1 [it [f e]]]]. rewrite e.
    apply Mine in i. destruct y as [[j s] w]. cbn [fst snd] in *. unfold Rules.paid. rewrite (B j s i), f. unfold Rules.rel. cbn [Nat.add].
    assert (its_price x 1 <= its_price x k); [|rewrite <- Nat.mul_add_distr_l; f_equal; lia]. clear - k1 M. induction k1; auto. specialize (M m). lia. }
  assert (H1 : its_price x 1 = nat_of (hd 0%uint63 l)).
  { subst l. unfold its_price, price_list. destruct (fst x) as [[|p l]|]; auto. }
  assert (Hn : nat_of (count ss) = length (secrets G)) by (rewrite count_of_numbers; now apply count_is).
  assert (Dear : forall k, 1 <= k -> in_time c k -> (Z.of_nat (its_price x k) <= to_Z (last l 0%uint63))%Z \/ its_end x = true).
  { intros k k1 it. unfold its_end, its_price. subst l. destruct (fst x) as [l|]; auto. left. rewrite <- nat_of_Z.
    apply inj_le. now apply rising_to_last. }
  unfold needed in W, W'. destruct (snd x) as [b|].
  - cbv zeta in W. rewrite C. set (base := (hd 0 l * all)%uint63) in W.
    assert (Hb : nat_of base <= nat_of all * its_price x 1).
    { unfold base. etransitivity; [apply product_at_most|]. rewrite H1. lia. }
    rewrite leb_nat in W. destruct (Nat.leb_spec (nat_of b) (nat_of base)) as [q|q]; [lia|].
    rewrite difference_is in W by lia. lia.
  - exfalso. set (dear := nat_of (dearest (fst x) (count ss))).
    assert (Z2 : (Z.of_nat (nat_of all * dear) <= 140737488355327)%Z).
    { apply leb_spec in D. rewrite div_spec, <- nat_of_Z with (x := all), <- nat_of_Z in D. rewrite Nat2Z.inj_mul.
      etransitivity; [apply Z.mul_le_mono_nonneg_l; [lia|exact D]|]. apply Z.mul_div_le. lia. }
    assert (I48 : nat_of INFINITE <= nat_of all * dear); [|apply inj_le in I48; rewrite nat_of_Z in I48;
      change (to_Z INFINITE) with 281474976710656%Z in I48; lia].
    destruct (its_end x) eqn:E.
    + (* Whoever finds all can do so with few guesses, which cost less. *)
      destruct (Q eq_refl) as [Ql Qp]. destruct tree as [|g after].
      { destruct S as [_ [_ [S _]]]. destruct (map fst ss) as [|s r]; [easy|]. destruct (V s (or_introl eq_refl)) as [i [e _]]. discriminate. }
      assert (La : R_legal_after g after (map fst ss)).
      { unfold is_legal_tree in Lt. destruct start as [g'|]; [destruct Lt as [r [e Lt]]; now injection e as -> ->|].
        now apply Rules.legal_is_legal_after. }
      destruct (Rules.nobody_needs_more int int int int_same (told rows) win
        (wins_once c win rows secrets_differ win_is_an_answer inside outside) is_guess only (names_last G) (weight weights) (its_limit x) g after (map fst ss) Ql
        (proj1 (proj2 S)) La V) as [rest' [La' [V' few_guesses_do]]].
      etransitivity; [apply (W' (Rules.Ask int int g rest')); auto|].
      * unfold is_legal_tree in *. destruct start as [g'|]; [exists rest'; destruct Lt as [r [e _]]; injection e as -> _; auto|].
        destruct Lt as [e|[a _]]; [now left|right; auto].
      * assert (Ln : length (map fst ss) = length (secrets G)) by (rewrite map_length, <- (map_length snd), words_of_numbers; reflexivity).
        rewrite over_pairs, <- All. apply sum_below. intros y i. apply Nat.mul_le_mono_l. unfold Rules.paid, Rules.rel.
        assert (i' : In (fst (fst y)) (map fst ss)) by now apply in_map, Mine. destruct (V' _ i') as [k [e _]]. rewrite e, !Qp.
        specialize (few_guesses_do _ k i' e). unfold dear, dearest, its_end in *. destruct (fst x); [discriminate|]. rewrite Hn, <- Ln. lia.
    + etransitivity; [exact W|]. transitivity (cost c t); [rewrite C; lia|]. rewrite cost_pairs, <- All. apply sum_below.
      intros y i. apply Nat.mul_le_mono_l. destruct (Priced y i) as [k [k1 [it [_ ->]]]].
      destruct (Dear k k1 it) as [z|z]; [|congruence]. unfold dear, dearest, its_end in *. subst l. unfold price_list in z.
      destruct (fst x) as [l|]; [|discriminate]. rewrite <- nat_of_Z in z. lia.
Qed.

Lemma legal_alike x y a b t : forall C, legal (make_claim h x a) t C -> legal (make_claim h y b) t C.
Proof.
  induction t as [|g next IH]; intros C; simpl; auto. intros [e|[m L]]; [now left|right]. split; [exact m|]. intros f. apply IH, L.
Qed.

Lemma keeps_the_rules_alike x y a b t : keeps_the_rules (make_claim h x a) t -> keeps_the_rules (make_claim h y b) t.
Proof.
  unfold keeps_the_rules. cbn [first make_claim of_game]. destruct (its_first h) as [w|]; [|apply legal_alike].
  intros [next [e L]]. exists next. split; [exact e|]. intros f. eapply legal_alike, L.
Qed.

Variable tree : option strategy.
Hypothesis tree_keeps_the_rules : forall t, tree = Some t -> keeps_the_rules (make_claim h (None, None) None) t.

Lemma check_claims_is cs : forall known kept nums found, Forall good_map known -> all_true (fun k => k) None kept ->
  check_claims make_map symbols with_symmetries (fun _ => true) h rows win gs ss columns winner weights small start tree known kept cs nums = Some found ->
  Forall holds found.
Proof.
  induction cs as [|[ps b] cs IH]; intros known kept nums found K A E; cbn [check_claims] in E.
  - destruct nums; [|discriminate]. injection E as <-. constructor.
  - cbv zeta in E. set (l := price_list ps (map snd ss)) in *.
    set (cost_ := match tree with Some _ => _ | None => _ end) in *.
    destruct (rising l && _ && _ && _) eqn:q; [|discriminate]. apply andb_true_iff in q as [q _].
    apply andb_true_iff in q as [q q3]. apply andb_true_iff in q as [q1 q2].
    destruct (lemma _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _) as [[st rest]|] eqn:L; [|discriminate].
    destruct (check_claims _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ cs rest) as [more|] eqn:R; [|discriminate]. injection E as <-.
    destruct (claim_is_true 250 (ps, b) cost_ l known (if negb (its_end (ps, b)) && steep l then kept else Leaf []) nums st rest eq_refl q1 q2) as [K' [A' T]];
      [intros e; rewrite e in q3; discriminate|exact K|exact (kept_is (ps, b) l kept eq_refl A)|exact L|].
    assert (some_weights : length (secrets G) = length (weight_list h)).
    { destruct pairs_are as [<- _]. now rewrite <- (map_length snd ss), words_of_numbers. }
    constructor; [|refine (IH _ _ _ _ K' _ R); now destruct ps]. split; [|split].
    + exact (eq_sym some_weights).
    + exact T.
    + cbn [Spec.reached make_claim fst snd]. unfold cost_. destruct tree as [t|] eqn:Et; [|exact I].
      destruct (cost_number _ t) as [n|] eqn:Ec; [|exact I]. exists t. unfold cost_number in Ec. cbn [of_game make_claim] in Ec.
      destruct (cost_of _ t _) as [z|] eqn:Ez; [|discriminate]. destruct (z <? 140737488355328)%Z eqn:lt; [|discriminate]. injection Ec as <-.
      destruct (cost_of_is _ _ _ _ Ez) as [f s]. split; [|split].
      * exact (keeps_the_rules_alike _ _ _ _ t (tree_keeps_the_rules t eq_refl)).
      * intros u i. apply f. cbn [of_game Spec.weights make_claim]. now destruct (of_pairs (secrets G) (weight_list h) some_weights) as [-> _].
      * apply Nat2Z.inj. rewrite nat_of_Z, of_Z_spec, Z.mod_small; [exact s|].
        apply Z.ltb_lt in lt. change wB with 9223372036854775808%Z. rewrite <- s in *. lia.
Qed.

End Check.

Theorem check_header_is make_map symbols with_symmetries h nums found :
  check_header make_map symbols with_symmetries (fun _ => true) h nums = Some found -> Forall holds found.
Proof.
  unfold check_header. cbv zeta. destruct (secrets (its_game h)) as [|s0 r] eqn:Es; [discriminate|]. rewrite <- Es.
  set (gs := number 0%uint63 (guesses (its_game h))). set (ss := number 0%uint63 (secrets (its_game h))). set (win := answers _ s0 s0).
  destruct (is_few _ && _ && _ && _) eqn:q; [|easy]. apply andb_true_iff in q as [q w]. apply andb_true_iff in q as [q d].
  apply andb_true_iff in q as [fg fs]. apply is_few_is in fg, fs. apply words_differ_is in d. apply negb_true_iff, eqb_false_spec in w.
  destruct (make_table _ _ _ _) as [rows|] eqn:T; [|easy]. destruct (make_table_is (its_game h) win (secrets (its_game h)) fs _ _ fg T) as [a b].
  set (winner := make_winners _ _ _ _). set (columns := make_columns _ _ _ _). set (weights := option_map _ _).
  destruct (are_winners _ _ _ _ _ && _) eqn:aw; [|discriminate]. apply andb_true_iff in aw as [aw Wt]. cbn [negb].
  assert (Wi : forall g s, In g (map fst gs) -> In s (map fst ss) -> rows.[g].[s] = win -> winner.[s] = g).
  { intros g s i j e. unfold are_winners in aw. rewrite forallb_forall in aw. specialize (aw g i). cbv zeta in aw.
    rewrite forallb_forall in aw. specialize (aw s j). rewrite e, eqb_refl in aw. now apply eqb_spec. }
  set (small := are_columns _ _ _ _ _).
  assert (Co : small = true -> right_columns rows win (map fst gs) (map fst ss) columns) by apply are_columns_is.
  clearbody winner columns weights. clearbody small. destruct (match its_first h with None => _ | Some _ => _ end) as [start|] eqn:St; [|easy].
  assert (start_is : match its_first h with None => start = None | Some w => exists i, find_word w gs = Some i /\ start = Some i end).
  { destruct (its_first h) as [v|]; [|congruence]. destruct (find_word v gs) as [i|]; [|easy]. injection St as <-. eauto. }
  assert (N : secrets (its_game h) <> []) by (rewrite Es; easy).
  destruct (has_tree h).
  - destruct nums as [|g rest]; [easy|]. destruct (option_map snd _) as [v|]; [|easy].
    destruct (read_book _ _ _ _ _ _ _) as [[bk rest']|]; [|easy]. destruct (keeps_rules _ _ _) eqn:k; [|easy].
    apply keeps_rules_is in k. apply check_claims_is; auto; [|constructor]. intros t e. injection e as <-. exact k.
  - apply check_claims_is; auto; [easy|constructor].
Qed.
