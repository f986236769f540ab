(* Closing guesses: what is remembered, the sum over the cells, the rank of a guess, and symmetries that excuse one. *)

From Coq Require Import PArray List Bool Arith ZArith Uint63 Lia.
From Guesstree Require Import Spec Rules Core Numbers Facts Bounds Cells Ranks.
Import ListNotations PArrayNotations.
Notation length := List.length.

Section Close.
Variable rows : array (array int).
Variable win : int.
Variable guesses secrets : list int.
Variable only alone small : bool.
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
Hypothesis wins_once : forall g s t, told rows g s = win -> told rows g t = win -> s = t.

Notation R_cell := (Rules.cell int int int int_same (told rows)).
Notation R_cells := (Rules.cells int int int int_same (told rows)).
Notation R_wins := (Rules.wins int int int int_same (told rows) win).
Notation R_won := (Rules.won int int int int_same (told rows) win).
Notation R_others := (Rules.others int int int int_same (told rows) win).
Notation is_guess := (fun g => In g guesses).
Notation R_allowed := (Rules.allowed int int int int_same (told rows) win is_guess only).
Notation R_ranks := (Rules.ranks int int int int_same (told rows) win is_guess only).
Notation R_lower := (Rules.lower int int int int_same (told rows) win is_guess only alone (weight weights) price limit).
Notation R_closed := (Rules.closed int int int int_same (told rows) win is_guess only alone (weight weights) price limit).
Notation R_closed_if_thrifty := (Rules.closed_if_thrifty int int int int_same (told rows) win is_guess only alone (weight weights) price limit).
Notation R_cost := (Rules.cost int int int int_same (told rows) win (weight weights) price).
Notation R_legal_after := (Rules.legal_after int int int int_same (told rows) win is_guess only alone).
Notation R_tied := (Rules.tied int int int (told rows) win is_guess (weight weights)).
Notation guess := (Rules.Ask int int).
Notation rank := (Core.rank rows win columns small).

Definition is_set (C : list int) := incl C secrets /\ NoDup C /\ C <> [] /\ few (length C).
Definition at_depth (d : nat) (ps : list int) := prices_from endless price limit (d + 1) ps /\ (endless = true -> d = 0).

Lemma next_depth d ps : at_depth d ps -> at_depth (deeper endless d) (next endless ps).
Proof.
  intros [[P Q] E]. unfold deeper, next, at_depth, prices_from. destruct endless.
  - rewrite (E eq_refl) in *. repeat split; auto.
  - split; [|easy]. destruct ps as [|p ps].
    + split; [now intros [|i]|]. destruct Q as [m [q l]]. simpl in *. exists m. split; auto. lia.
    + destruct (prices_from_next false price limit (d + 1) p ps (conj P Q)) as [a b]. split; auto.
Qed.

Lemma deeper_lower d C b : (endless = true -> d = 0) -> R_lower (deeper endless d) C b -> R_lower (d + 1) C b.
Proof.
  unfold deeper. rewrite Nat.add_1_r. intros _. destruct endless; auto. destruct (endless_prices eq_refl) as [l p].
  intros H. apply (endless_depths_are_alike int int int int_same (told rows) win is_guess only alone (weight weights) price limit l p (S d) C b).
  exact H.
Qed.

Definition is_true (e : fact) := forall d, after e = d \/ after e = 0 -> R_lower d (of_set e) (Some (nat_of (costs e))).

Lemma best_is d C l : forall b, Forall is_true l -> R_lower d C (Some (nat_of b)) -> R_lower d C (Some (nat_of (best d C l b))).
Proof.
  induction l as [|e l IH]; intros b T B; simpl; auto. inversion T; subst. apply IH; auto.
  destruct (_ || _) eqn:q; simpl; auto. destruct (same (of_set e) C) eqn:r; auto. apply same_iff in r. subst.
  apply lower_most; auto. apply orb_true_iff in q as [q|q]; apply Nat.eqb_eq in q; auto.
Qed.

Lemma remembered_is d C t : all_facts is_true t -> R_lower d C (Some (nat_of (remembered d C t))).
Proof. intros A. apply best_is; [now apply bucket_keeps|]. apply lower_nothing. Qed.

(* ---- sums over cells *)

(* Any lower bound of the cell is at most v. *)
Definition worth d (x : list int * int) (v : nat) :=
  is_set (fst x) /\ R_lower d (fst x) (Some (nat_of (snd x))) /\ forall z, R_lower d (fst x) (Some z) -> z <= v.

Lemma sum_is_below d cs : forall vs x X, Forall2 (worth d) cs vs -> nat_of x <= X ->
  nat_of (sum cs x) <= X + list_sum (map (fun y => nat_of (snd y)) cs) /\ 
  list_sum (map (fun y => nat_of (snd y)) cs) <= list_sum vs.
Proof.
  induction cs as [|[C b] cs IH]; intros vs x X F l; inversion F as [|? v ? vs' [_ [B W]] F']; subst; cbn [sum map list_sum fold_right snd].
  - simpl. lia.
  - destruct (IH vs' (x + b)%uint63 (X + nat_of b) F') as [a c].
    + pose proof (sum_at_most x b). lia.
    + specialize (W _ B). simpl in W. unfold list_sum in *. simpl. lia.
Qed.

Lemma recall_is d t cs : forall vs, all_facts is_true t -> Forall2 (worth d) cs vs -> Forall2 (worth d) (recall t d cs) vs.
Proof.
  induction cs as [|[C b] cs IH]; intros vs A F; inversion F as [|? v ? vs' [S [B W]] F']; subst; cbn [recall]; constructor; auto.
  split; [auto|split; [|auto]]. cbn [fst snd] in *. apply lower_most; auto. now apply remembered_is.
Qed.

Lemma by_winning_is d ps cap able need cs : prices_from endless price limit (d + 1) ps -> few (nat_of cap) -> forall vs x X,
  Forall2 (worth d) cs vs -> Forall (fun y => R_ranks (nat_of cap) able (fst y)) cs ->
  nat_of x <= X + list_sum (map (fun y => nat_of (snd y)) cs) ->
  let r := by_winning rows win columns winner weights alone small endless ps cap need cs x in
  Forall2 (worth d) (fst r) vs /\ nat_of (snd r) <= X + list_sum (map (fun y => nat_of (snd y)) (fst r)).
Proof.
  intros P Fc. induction cs as [|[C b] cs IH]; intros vs x X F K l; cbn [by_winning]; [cbn [fst snd]; auto|].
  destruct (need <=? x)%uint63; [cbn [fst snd]; auto|].
  inversion F as [|? v ? vs' [S [B W]] F']; subst. inversion K as [|? ? R K']; subst. cbn [map list_sum fold_right snd fst] in *.
  cbv zeta.
  set (b' := if (count C <? 3)%uint63 then b
    else most b (set_bound alone endless ps (count C) (weigh weights C) cap (least (count C) (most_winning rows win columns winner small C C 0)))).
  assert (Q : R_lower d C (Some (nat_of b')) /\ nat_of b <= nat_of b').
  { unfold b'. destruct (count C <? 3)%uint63; [auto|]. split; [|rewrite nat_of_most; lia].
    pose proof S as [I [D [N G]]]. apply lower_most; auto. eapply lower_under.
    - apply (set_bound_is_under weights alone endless price prices_never_fall limit d C ps (count C) (weigh weights C) cap _ G N); auto; [now apply weighed_is|].
      rewrite nat_of_least, count_is by auto. unfold few in *. lia.
    - apply set_bound_is_lower; auto. intros g [u A]. pose proof (R g (conj u A)) as r. destruct (R_wins g C) eqn:w; auto.
      exact (winning_is rows win guesses secrets small columns columns_are winner winners_are none_is_no_guess C g I G u w). }
  destruct Q as [L M].
  specialize (IH vs' (x + (b' - b))%uint63 (X + nat_of b') F' K').
  destruct (by_winning _ _ _ _ _ _ _ _ ps cap need cs (x + (b' - b))) as [r' x']. cbn [fst snd map list_sum fold_right] in *.
  destruct IH as [a c].
  - etransitivity; [apply sum_at_most|]. rewrite difference_is by auto. unfold list_sum in *. lia.
  - split; [|unfold list_sum in *; lia]. constructor; auto. split; [exact S|split; [exact L|exact W]].
Qed.

Lemma enough_is d ps need cs : prices_from endless price limit (d + 1) ps -> forall vs x X, Forall2 (worth d) cs vs ->
  nat_of x <= X + list_sum (map (fun y => nat_of (snd y)) cs) ->
  enough rows win guesses columns winner weights only alone small endless ps need cs x = true -> nat_of need <= X + list_sum vs.
Proof.
  intros P. induction cs as [|[C b] cs IH]; intros vs x X F l E; cbn [enough] in E;
    rewrite leb_nat in E; destruct (Nat.leb_spec (nat_of need) (nat_of x)) as [q|q].
  - inversion F; subst. simpl in *. lia.
  - discriminate.
  - pose proof (sum_is_below d ((C, b) :: cs) vs 0%uint63 0 F (Nat.le_refl 0)). lia.
  - inversion F as [|? v ? vs' [S [B W]] F']; subst. cbn [map list_sum fold_right snd fst] in *.
    destruct S as [I [D [N G]]]. destruct (own_is_lower rows win guesses secrets only alone small columns columns_are weights endless price
      prices_never_fall limit wins_once winner winners_are none_is_no_guess d ps C b I D N G P B) as [M B'].
    set (b' := own rows win guesses columns winner weights only alone small endless ps C b) in *. pose proof (W _ B') as V.
    specialize (IH vs' (x + (b' - b))%uint63 (X + v) F').
    assert (nat_of need <= X + v + list_sum vs'); [|unfold list_sum in *; simpl; lia]. apply IH; auto.
    etransitivity; [apply sum_at_most|]. rewrite difference_is by auto. unfold list_sum in *. simpl in l. lia.
Qed.

Definition bounds_of (cs : list (list int * int)) := list_sum (map (fun y => nat_of (snd y)) cs).

Lemma put_in_is d x v cs vs : worth d x v -> Forall2 (worth d) cs vs ->
  bounds_of (put_in x cs) = bounds_of (x :: cs) /\ exists vs', Forall2 (worth d) (put_in x cs) vs' /\ list_sum vs' = list_sum (v :: vs).
Proof.
  intros W F. unfold bounds_of, list_sum. induction F as [|y u cs vs U F [B [us [G S]]]]; cbn [put_in].
  - split; auto. exists [v]. auto.
  - destruct (_ <=? _)%uint63; [split; auto; exists (v :: u :: vs); auto|]. split.
    + cbn [map fold_right] in *. lia.
    + exists (u :: us). split; auto. cbn [fold_right] in *. lia.
Qed.

Lemma lowest_first_is d cs vs : Forall2 (worth d) cs vs ->
  bounds_of (lowest_first cs) = bounds_of cs /\ exists vs', Forall2 (worth d) (lowest_first cs) vs' /\ list_sum vs' = list_sum vs.
Proof.
  intros F. induction F as [|y u cs vs U F [B [us [G S]]]].
  { split; [reflexivity|]. exists []. split; [constructor|reflexivity]. }
  destruct (put_in_is d y u _ us U G) as [B' [us' [G' S']]]. change (lowest_first (y :: cs)) with (put_in y (lowest_first cs)).
  unfold bounds_of, list_sum in *. cbn [map fold_right] in *. split; [lia|]. exists us'. split; auto. lia.
Qed.

Lemma set_of_cell C g f : is_set C -> R_cell g f C <> [] -> is_set (R_cell g f C).
Proof.
  intros [I [D [N F]]] n. split; [|split; [|split]]; auto.
  - intros s i. unfold Rules.cell in i. apply filter_In in i. now apply I.
  - now apply NoDup_filter.
  - unfold few in *. assert (length (R_cell g f C) <= length C); [|lia]. unfold Rules.cell. clear.
    induction C as [|s C IH]; simpl; auto. destruct (if int_same _ _ then true else false); simpl; lia.
Qed.

Lemma by_size_is d ps plain able C g rest : is_set C -> prices_from endless price limit (d + 1) ps ->
  (forall f, f <> win -> forall z, R_lower d (R_cell g f C) (Some z) -> R_cell g f C <> [] -> z <= rest f) ->
  few (nat_of plain) -> few (nat_of able) -> Rules.caps int int int int_same (told rows) win is_guess only (nat_of plain) (nat_of able) C ->
  forall cs, NoDup (map fst cs) -> (forall f c, In (f, c) cs -> c = R_cell g f C /\ c <> []) ->
  exists fs, NoDup fs /\ incl fs (R_others g C) /\
    Forall2 (worth d) (by_size win weights alone endless ps plain able cs) (map rest fs) /\
    Forall (fun y => R_ranks (nat_of plain) (nat_of able) (fst y)) (by_size win weights alone endless ps plain able cs) /\
    (forall f, In f fs -> In f (map fst cs)).
Proof.
  intros S P W Fp Fa K. induction cs as [|[f c] cs IH]; intros D E; cbn [by_size].
  - exists []. repeat split; try constructor; easy.
  - inversion D as [|? ? n D']; subst. destruct (IH D') as [fs [a [b [e [o h]]]]].
    { intros k c' i. apply E. now right. }
    destruct (f =? win)%uint63 eqn:q.
    + exists fs. repeat split; auto. intros k i. right. auto.
    + apply eqb_false_spec in q. destruct (E f c (or_introl eq_refl)) as [-> m]. exists (f :: fs).
      assert (Kc : R_ranks (nat_of plain) (nat_of able) (R_cell g f C)).
      { apply K. intros s i. unfold Rules.cell in i. now apply filter_In in i. }
      split; [|split; [|split; [|split; [now constructor|]]]].
      * constructor; auto.
      * intros k [<-|i]; auto. apply in_in_remove; auto. apply in_told.
        destruct (R_cell g f C) as [|s r] eqn:z; [easy|].
        assert (i : In s (R_cell g f C)) by (rewrite z; now left). unfold Rules.cell in i. apply filter_In in i as [i j].
        exists s. split; auto. destruct (int_same (told rows g s) f); congruence.
      * cbn [map]. constructor; auto. pose proof (set_of_cell C g f S m) as T. split; [auto|split].
        -- destruct T as [I' [D2 [N' F']]]. cbn [fst snd]. eapply lower_under; [apply set_bound_is_under; eauto; now apply weighed_is|].
           now apply set_bound_is_lower.
        -- cbn [fst]. intros v V. apply (W f q v V m).
      * intros k [<-|i]; [now left|right; auto].
Qed.

Lemma over_part (fs gs : list int) (x : int -> nat) : NoDup fs -> incl fs gs -> Rules.over int fs x <= Rules.over int gs x.
Proof.
  unfold over. revert gs. induction fs as [|f fs IH]; intros gs D I; simpl; [lia|]. inversion D; subst.
  destruct (in_split f gs (I f (or_introl eq_refl))) as [a [b ->]].
  assert (list_sum (map x fs) <= list_sum (map x (a ++ b))).
  { apply IH; auto. intros k i. specialize (I k (or_intror i)). apply in_app_or in I. apply in_or_app.
    destruct I as [j|[->|j]]; auto. easy. }
  rewrite map_app, list_sum_app in *. unfold list_sum in *. simpl. lia.
Qed.

Lemma missed_is g C w : NoDup C -> C <> [] -> (R_wins g C = true -> nat_of w = 1) -> nat_of w <= 1 -> few (length C) ->
  nat_of (missed rows win weights g C (count C) w) <= Rules.missing int (weight weights) (R_won g) C.
Proof.
  intros D N W W1 F. unfold missed. destruct weights as [a|] eqn:E.
  { etransitivity; [apply added_at_most|]. rewrite map_map. unfold Rules.missing, Rules.total, list_sum, won, told. clear.
    induction C as [|s C IH]; cbn [filter map fold_right]; auto. destruct (int_same rows.[g].[s] win) as [e|n].
    - rewrite e, eqb_refl. exact IH.
    - apply eqb_false_spec in n. rewrite n. cbn [negb map fold_right]. apply Nat.add_le_mono; [apply le_n|exact IH]. }
  transitivity (Rules.tail (nat_of w) (map (weight None) C)).
  { pose proof (tail_by_a_weight 1 (map (weight None) C) (nat_of w)) as t.
    assert (Y : list_sum (map (min 1) (map (weight None) C)) = length C) by (clear; induction C; simpl; auto).
    pose proof (count_is C F) as n. rewrite difference_is, n; [|rewrite n; destruct C; [easy|simpl; lia]].
    rewrite Y, Nat.mul_1_r in t. apply Nat.le_sub_le_add_r. exact t. }
  apply tail_is_least.
  assert (X : Rules.total int (fun s => one (R_won g s)) C = length (R_cell g win C)).
  { unfold total, Rules.cell, won. clear. induction C as [|s C IH]; simpl; auto. unfold list_sum in *. simpl. rewrite IH.
    destruct (int_same (told rows g s) win); reflexivity. }
  rewrite X. destruct (R_wins g C) eqn:w'.
  - rewrite (W eq_refl). apply (winning_cell_of_one int int int int_same (told rows) win wins_once (fun _ => True) (weight None) g C D).
  - destruct (R_cell g win C) as [|s r] eqn:z; simpl; [lia|]. exfalso.
    assert (i : In s (R_cell g win C)) by (rewrite z; now left). unfold Rules.cell in i. apply filter_In in i as [i j].
    assert (R_wins g C = true); [|congruence]. apply wins_is. exists s. split; auto. unfold told in j.
    destruct (int_same rows.[g].[s] win); congruence.
Qed.

Lemma step_is d ps : prices_from endless price limit (d + 1) ps -> nat_of (step ps) <= Rules.rel price d 2.
Proof.
  intros P. destruct ps as [|p [|q ps]]; simpl; try (rewrite nat_of_0; lia).
  pose proof (price_of_first _ _ _ _ _ _ P) as a. pose proof (prices_from_next _ _ _ _ _ _ P) as P'.
  pose proof (price_of_first _ _ _ _ _ _ P') as b. unfold rel. replace (d + 2) with (S (d + 1)) by lia.
  rewrite difference_is by (rewrite <- a, <- b; apply prices_never_fall). lia.
Qed.

Lemma closed_by_cells_is t d ps C w plain able need g : In g guesses -> all_facts is_true t -> is_set C -> at_depth d ps ->
  (R_wins g C = true -> nat_of w = 1) -> nat_of w <= 1 ->
  few (nat_of plain) -> few (nat_of able) -> Rules.caps int int int int_same (told rows) win is_guess only (nat_of plain) (nat_of able) C ->
  closed_by_cells rows win guesses columns winner weights only alone small endless t d ps (told_of columns C) C (count C) w plain able need g = true ->
  R_closed g d C (Some (nat_of need)).
Proof.
  intros Gg A S P W W1 Fp Fa K E rest L V. destruct S as [I [D [N F]]] eqn:S'. clear S'.
  rewrite (cost_of_a_guess int int int int_same (told rows) win is_guess (weight weights) price prices_never_fall limit) by auto.
  set (v := fun f => R_cost (d + 1) (rest f) (R_cell g f C)).
  destruct (by_size_is (deeper endless d) (next endless ps) plain able C g v S (proj1 (next_depth d ps P))) with (cs := cells_by rows win columns small (told_of columns C) g C)
    as [fs [a [b [e [o _]]]]]; auto.
  - intros f n z Z m. apply deeper_lower in Z; [|exact (proj2 P)]. apply (Z (rest f)).
    + apply L. exact n.
    + intros s i. unfold Rules.cell in i. apply filter_In in i as [i j].
      assert (q : told rows g s = f) by (destruct (int_same (told rows g s) f); congruence).
      destruct (V s i) as [k [G T]]. destruct (finds_in_cell int int int int_same (told rows) win g rest s k G) as [l [-> H]]; [congruence|].
      rewrite q in H. exists l. split; auto. unfold in_time in *. destruct limit; auto. lia.
  - now apply (cells_by_is rows win guesses secrets small columns columns_are).
  - now apply (cells_by_is rows win guesses secrets small columns columns_are).
  - assert (X : nat_of need <= nat_of (step ps) * nat_of (missed rows win weights g C (count C) w) + list_sum (map v fs)).
    { unfold closed_by_cells in E. set (base := (step ps * missed rows win weights g C (count C) w)%uint63) in E.
      assert (B : nat_of base <= nat_of (step ps) * nat_of (missed rows win weights g C (count C) w)) by apply product_at_most.
    destruct (sum_is_below _ _ _ _ _ e B) as [x y]. cbv zeta in E. rewrite leb_nat in E.
      destruct (Nat.leb_spec (nat_of need) (nat_of (sum (by_size win weights alone endless (next endless ps) plain able (cells_by rows win columns small (told_of columns C) g C)) base))) as [l|l]; [lia|].
      pose proof (recall_is (deeper endless d) t _ _ A e) as r. destruct (sum_is_below _ _ _ _ _ r B) as [x' y'].
      assert (o' : Forall (fun y => R_ranks (nat_of plain) (nat_of able) (fst y))
        (recall t (deeper endless d) (by_size win weights alone endless (next endless ps) plain able (cells_by rows win columns small (told_of columns C) g C)))).
      { revert o. clear. generalize (by_size win weights alone endless (next endless ps) plain able (cells_by rows win columns small (told_of columns C) g C)).
        induction l as [|[c b] l IH]; intros o; cbn [recall]; [constructor|]. inversion o; subst. constructor; auto. }
      pose proof (by_winning_is (deeper endless d) (next endless ps) plain (nat_of able) need _ (proj1 (next_depth d ps P)) Fp
        _ _ _ r o' x') as y2. cbv zeta in y2. destruct (by_winning _ _ _ _ _ _ _ _ _ _ _ _ _) as [cs'' z]. cbn [fst snd] in y2.
      destruct y2 as [y3 y4]. apply orb_true_iff in E as [E|E].
      { apply (enough_is _ _ _ cs'' (proj1 (next_depth d ps P)) _ _ _ y3 y4). destruct cs'' as [|[c' b'] cs'']; cbn [enough]; now rewrite E. }
      destruct (lowest_first_is _ _ _ y3) as [s [us [y5 <-]]]. unfold bounds_of in s. rewrite <- s in y4.
      exact (enough_is _ _ _ _ (proj1 (next_depth d ps P)) _ _ _ y5 y4 E). }
    simpl. etransitivity; [exact X|]. apply Nat.add_le_mono.
    + apply Nat.mul_le_mono; [apply step_is, P|now apply missed_is].
    + apply over_part; auto.
Qed.

(* ---- all guesses of a set *)

Lemma enough_cells_is ps n ws w plain able need fuel : forall c, nat_of (enough_cells endless ps n ws w plain able need c fuel) <= nat_of c /\
  (nat_of (enough_cells endless ps n ws w plain able need c fuel) = 0 \/
   nat_of need <= nat_of (guess_bound endless ps n ws (enough_cells endless ps n ws w plain able need c fuel) w plain able)).
Proof.
  induction fuel as [|x fuel IH]; intros c; cbn [enough_cells]; [rewrite nat_of_0; lia|].
  rewrite eqb_nat, nat_of_0. destruct (Nat.eqb_spec (nat_of c) 0) as [z|z]; [rewrite nat_of_0; lia|].
  rewrite leb_nat. destruct (Nat.leb_spec (nat_of need) (nat_of (guess_bound endless ps n ws c w plain able))); [lia|].
  destruct (IH (c - 1)%uint63) as [a b]. split; auto. rewrite difference_is in a; rewrite nat_of_1 in *; lia.
Qed.

Lemma closed_by_rank d ps C c few_cells plain able need g w : is_set C -> at_depth d ps ->
  R_ranks (nat_of plain) (nat_of able) C -> nat_of plain <= length C -> nat_of able <= length C ->
  nat_of w = Rules.one (R_wins g C) -> R_cells g C <= nat_of c -> nat_of c <= nat_of few_cells -> nat_of few_cells <= length C ->
  (nat_of few_cells = 0 \/ nat_of need <= nat_of (guess_bound endless ps (count C) (weigh weights C) few_cells w plain able)) ->
  R_closed_if_thrifty g d C (Some (nat_of need)).
Proof.
  intros [I [D [N F]]] P K Hp Ha W a b l [z|H]; [pose proof (cells_positive rows g C N); lia|].
  intros rest L T V. eapply weaker_at_most.
  2: { apply (Rules.rank int int int int_same (told rows) win wins_once is_guess only alone (weight weights) price prices_never_fall limit
         g d C (nat_of few_cells) (nat_of plain) (nat_of able)); auto. lia. }
  rewrite <- W.
  assert (U : under (guess_bound endless ps (count C) (weigh weights C) few_cells w plain able)
     (Rules.guess_bound int (weight weights) price limit d C (nat_of few_cells) (nat_of w) (nat_of plain) (nat_of able))).
  { apply guess_bound_is_under; auto; try (unfold few in *; lia); [now apply weighed_is| |apply P]. rewrite W. destruct (R_wins g C); simpl; lia. }
  unfold under, weaker in *. destruct (Rules.guess_bound _ _ _ _ _ _ _ _ _ _); auto. lia.
Qed.

Lemma close_all_is excused t d ps C plain able cap need few_plain few_able : all_facts is_true t -> is_set C -> at_depth d ps ->
  R_ranks (nat_of plain) (nat_of able) C -> nat_of plain <= length C -> nat_of able <= length C ->
  few (nat_of cap) -> Rules.caps int int int int_same (told rows) win is_guess only (nat_of cap) (nat_of able) C ->
  nat_of few_plain <= length C -> nat_of few_able <= length C ->
  (nat_of few_plain = 0 \/ nat_of need <= nat_of (guess_bound endless ps (count C) (weigh weights C) few_plain 0 plain able)) ->
  (nat_of few_able = 0 \/ nat_of need <= nat_of (guess_bound endless ps (count C) (weigh weights C) few_able 1 plain able)) ->
  forall gs ks, incl gs guesses -> Forall2 (is_rank rows win C) gs ks ->
  close_all rows win guesses columns winner weights only alone small endless excused t d ps (told_of columns C) C (count C) plain able cap need few_plain few_able gs ks = true ->
  forall g, In g gs -> excused g = true \/ R_closed_if_thrifty g d C (Some (nat_of need)).
Proof.
  intros A S P K Hp Ha Fc Kc Lp La Gp Ga gs ks I R. induction R as [|h k gs ks r R IH]; intros E g i; [easy|].
  cbn [close_all] in E. apply andb_true_iff in E as [E E']. destruct i as [->|i].
  2: { apply IH; auto. intros x j. apply I. now right. }
  assert (G : In g guesses) by (apply I; now left). pose proof S as [Si [D [N F]]].
  destruct r as [r1 [r2 r3]].
  assert (Z : R_closed g d C (Some (nat_of need)) -> excused g = true \/ R_closed_if_thrifty g d C (Some (nat_of need))).
  { intros Q. right. intros rest L T V. apply Q; auto. now apply legal_is_legal_after. }
  rewrite r3 in E. destruct (R_wins g C) eqn:w; cbn [negb] in E.
  - apply orb_true_iff in E as [E|E]; [apply orb_true_iff in E as [E|E]; [apply orb_true_iff in E as [E|E]|now left]|].
    + right. rewrite leb_nat in E. apply Nat.leb_le in E.
      apply (closed_by_rank d ps C (k >> 1)%uint63 few_able plain able need g 1%uint63); auto. now rewrite w.
    + right. intros rest L T V. exfalso. destruct L as [->|[[_ L] _]]; [easy|]. apply andb_true_iff in E as [o E].
      specialize (L o w). rewrite ltb_nat, count_is, nat_of_1 in E by auto. apply Nat.ltb_lt in E. lia.
    + apply Z. apply (closed_by_cells_is t d ps C 1%uint63 cap able need g); auto; unfold few in *; rewrite ?nat_of_1; lia.
  - apply orb_true_iff in E as [E|E]; [apply orb_true_iff in E as [E|E]; [apply orb_true_iff in E as [E|E]|now left]|].
    + right. intros rest L T V. exfalso. destruct L as [->|[[[_ L] _] _]]; [easy|]. rewrite L in w by auto. discriminate.
    + right. rewrite leb_nat in E. apply Nat.leb_le in E.
      apply (closed_by_rank d ps C (k >> 1)%uint63 few_plain plain able need g 0%uint63); auto. now rewrite w.
    + apply Z. apply (closed_by_cells_is t d ps C 0%uint63 cap able need g); auto; try congruence; unfold few in *; rewrite ?nat_of_0; lia.
Qed.

Lemma caps_hold plain able C : R_ranks (nat_of plain) (nat_of able) C -> nat_of plain <= length C -> nat_of able <= length C ->
  few (length C) ->
  let cap := if only then 0%uint63 else most plain (if (able =? 0)%uint63 then 0 else able - 1) in
  Rules.caps int int int int_same (told rows) win is_guess only (nat_of cap) (nat_of able) C /\ few (nat_of cap).
Proof.
  intros K Hp Ha F. cbv zeta.
  assert (E : nat_of (if only then 0%uint63 else most plain (if (able =? 0)%uint63 then 0 else able - 1)) =
    if only then 0 else max (nat_of plain) (nat_of able - 1)).
  { destruct only; [reflexivity|]. rewrite nat_of_most. f_equal. rewrite eqb_nat, nat_of_0.
    destruct (Nat.eqb_spec (nat_of able) 0) as [z|z]; [rewrite nat_of_0; lia|]. rewrite difference_is; rewrite nat_of_1; lia. }
  rewrite E. split; [now apply ranks_give_caps|]. unfold few in *. destruct only; lia.
Qed.

Theorem close_is excused t d ps C need : all_facts is_true t -> is_set C -> at_depth d ps ->
  (forall g, In g guesses -> excused g = true -> exists r, In r guesses /\ nat_of r < nat_of g /\ R_tied C g r) ->
  close rows win guesses columns winner weights only alone small endless excused t d ps C need = true -> R_lower d C (Some (nat_of need)).
Proof.
  intros A S P X E. pose proof S as [I [D [N F]]].
  destruct (ranks_hold rows win guesses secrets only small columns columns_are C I F) as [K [Hp Ha]].
  pose proof (ranks_are rows win guesses secrets small columns columns_are C I F) as Rk.
  unfold close in E. cbv zeta in E. set (ks := ranks _ _ _ _ _ _) in *.
  set (plain := if only then 0%uint63 else most_of false ks 0) in *.
  set (able := most_of true ks 0) in *.
  destruct (caps_hold plain able C K Hp Ha F) as [Kc Fc].
  pose proof (enough_cells_is ps (count C) (weigh weights C) 0 plain able need C plain) as [Lp Gp].
  pose proof (enough_cells_is ps (count C) (weigh weights C) 1 plain able need C able) as [La Ga].
  assert (Q : forall g, In g guesses -> excused g = true \/ R_closed_if_thrifty g d C (Some (nat_of need))).
  { apply (close_all_is excused t d ps C plain able _ need _ _ A S P K Hp Ha Fc Kc
      (Nat.le_trans _ _ _ Lp Hp) (Nat.le_trans _ _ _ La Ha) Gp Ga guesses ks (incl_refl _) Rk E). }
  assert (Y : forall m g, nat_of g < m -> In g guesses -> R_closed_if_thrifty g d C (Some (nat_of need))).
  { induction m as [|m IH]; intros g l G; [lia|]. destruct (Q g G) as [e|q]; auto.
    destruct (X g G e) as [r [R [l' T]]]. eapply closed_by_ties; eauto. apply IH; auto. lia. }
  apply thrifty_trees_suffice; auto. intros tree L T V. destruct tree as [|g rest].
  - destruct C as [|s C]; [easy|]. destruct (V s (or_introl eq_refl)) as [i [H _]]. discriminate.
  - assert (G : In g guesses) by (destruct L as [e|[[[a _] _] _]]; [easy|auto]). apply (Y (Datatypes.S (nat_of g)) g); auto.
Qed.

Theorem close_first_is t ps C need g : all_facts is_true t -> is_set C -> at_depth 0 ps -> In g guesses ->
  close_first rows win guesses columns winner weights only alone small endless t ps C need g = true -> R_closed g 0 C (Some (nat_of need)).
Proof.
  intros A S P G E. pose proof S as [I [D [N F]]].
  destruct (ranks_hold rows win guesses secrets only small columns columns_are C I F) as [K [Hp Ha]].
  unfold close_first in E. cbv zeta in E. apply andb_true_iff in E as [_ E]. set (ks := ranks _ _ _ _ _ _) in *.
  set (plain := if only then 0%uint63 else most_of false ks 0) in *.
  set (able := most_of true ks 0) in *.
  destruct (caps_hold plain able C K Hp Ha F) as [Kc Fc].
  destruct (rank_is rows win guesses secrets small columns columns_are g C G I F) as [_ [_ r3]].
  eapply (closed_by_cells_is t 0 ps C _ _ able need g G A S P); [| | |  |exact Kc|exact E]; auto; rewrite ?r3.
  - intros ->. reflexivity.
  - destruct (R_wins g C); simpl; rewrite ?nat_of_0, ?nat_of_1; lia.
  - unfold few in *; lia.
Qed.

End Close.
