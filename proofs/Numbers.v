(* The machine's numbers, seen as natural numbers.  Sums and products that are too large only become less, so that lower
   bounds of costs remain lower bounds. *)

From Coq Require Import List Bool Arith ZArith Uint63 Lia.
From Guesstree Require Import Spec Core.
Import ListNotations.

Lemma nat_of_Z x : Z.of_nat (nat_of x) = to_Z x.
Proof. unfold nat_of. pose proof (to_Z_bounded x). lia. Qed.

Lemma nat_of_inj x y : nat_of x = nat_of y -> x = y.
Proof. intros H. apply to_Z_inj. rewrite <- !nat_of_Z. lia. Qed.

Lemma nat_of_0 : nat_of 0%uint63 = 0. Proof. reflexivity. Qed.
Lemma nat_of_1 : nat_of 1%uint63 = 1. Proof. reflexivity. Qed.

Lemma sum_at_most x y : nat_of (x + y)%uint63 <= nat_of x + nat_of y.
Proof.
  pose proof (to_Z_bounded x). pose proof (to_Z_bounded y).
  assert (Z.of_nat (nat_of (x + y)%uint63) <= to_Z x + to_Z y)%Z; [|rewrite <- !nat_of_Z in *; lia].
  rewrite nat_of_Z, add_spec. apply Z.mod_le; lia || reflexivity.
Qed.

Lemma product_at_most x y : nat_of (x * y)%uint63 <= nat_of x * nat_of y.
Proof.
  pose proof (to_Z_bounded x). pose proof (to_Z_bounded y).
  assert (Z.of_nat (nat_of (x * y)%uint63) <= to_Z x * to_Z y)%Z; [|rewrite <- !nat_of_Z in *; lia].
  rewrite nat_of_Z, mul_spec. apply Z.mod_le; nia || reflexivity.
Qed.

Lemma sum_is x y : (Z.of_nat (nat_of x + nat_of y) < wB)%Z -> nat_of (x + y)%uint63 = nat_of x + nat_of y.
Proof.
  intros H. rewrite Nat2Z.inj_add, !nat_of_Z in H. apply Nat2Z.inj. rewrite Nat2Z.inj_add, !nat_of_Z, add_spec.
  pose proof (to_Z_bounded x). pose proof (to_Z_bounded y). apply Z.mod_small. lia.
Qed.

Lemma product_is x y : (Z.of_nat (nat_of x * nat_of y) < wB)%Z -> nat_of (x * y)%uint63 = nat_of x * nat_of y.
Proof.
  intros H. rewrite Nat2Z.inj_mul, !nat_of_Z in H. apply Nat2Z.inj. rewrite Nat2Z.inj_mul, !nat_of_Z, mul_spec.
  pose proof (to_Z_bounded x). pose proof (to_Z_bounded y). apply Z.mod_small. nia.
Qed.

Lemma difference_is x y : nat_of y <= nat_of x -> nat_of (x - y)%uint63 = nat_of x - nat_of y.
Proof.
  intros H. apply Nat2Z.inj. rewrite Nat2Z.inj_sub, !nat_of_Z, sub_spec by auto.
  apply Z.mod_small. pose proof (to_Z_bounded x). pose proof (to_Z_bounded y). pose proof (nat_of_Z x).
  pose proof (nat_of_Z y). lia.
Qed.

Lemma leb_nat x y : (x <=? y)%uint63 = (nat_of x <=? nat_of y).
Proof. apply eq_iff_eq_true. rewrite leb_spec, Nat.leb_le, <- !nat_of_Z. lia. Qed.

Lemma ltb_nat x y : (x <? y)%uint63 = (nat_of x <? nat_of y).
Proof. apply eq_iff_eq_true. rewrite ltb_spec, Nat.ltb_lt, <- !nat_of_Z. lia. Qed.

Lemma eqb_nat x y : (x =? y)%uint63 = (nat_of x =? nat_of y).
Proof. apply eq_iff_eq_true. rewrite eqb_spec, Nat.eqb_eq. split; [now intros ->|apply nat_of_inj]. Qed.

Lemma nat_of_most x y : nat_of (most x y) = max (nat_of x) (nat_of y).
Proof. unfold most. rewrite leb_nat. destruct (Nat.leb_spec (nat_of x) (nat_of y)); lia. Qed.

Lemma nat_of_least x y : nat_of (least x y) = min (nat_of x) (nat_of y).
Proof. unfold least. rewrite leb_nat. destruct (Nat.leb_spec (nat_of x) (nat_of y)); lia. Qed.

(* Sizes of sets. *)
Definition few (n : nat) := (Z.of_nat n < 1073741824)%Z.

Lemma count_is {A} (l : list A) : few (length l) -> nat_of (count l) = length l.
Proof.
  unfold few. induction l as [|x l IH]; intros H; [reflexivity|].
  cbn [count length] in *. rewrite sum_is; rewrite IH by lia; rewrite nat_of_1; [reflexivity|].
  change wB with 9223372036854775808%Z. lia.
Qed.

Lemma same_iff a b : same a b = true <-> a = b.
Proof.
  revert b. induction a as [|x a IH]; intros [|y b]; simpl; try easy.
  rewrite andb_true_iff, eqb_spec, IH. split; [intros [-> ->]|intros e; injection e as -> ->]; auto.
Qed.

Lemma among_is w l : existsb (same w) l = true <-> In w l.
Proof.
  rewrite existsb_exists. split; [intros [x [i e]]; apply same_iff in e; now subst|intros i; exists w; split; auto; now apply same_iff].
Qed.

Definition int_same (x y : int) : {x = y} + {x <> y}.
Proof.
  destruct (x =? y)%uint63 eqn:e; [left; now apply eqb_spec|right; now apply eqb_false_spec].
Defined.

Lemma of_pairs {A B} (a : list A) : forall b : list B, length a = length b -> map fst (combine a b) = a /\ map snd (combine a b) = b.
Proof. induction a as [|x a IH]; intros [|y b] e; simpl in *; try easy. destruct (IH b) as [-> ->]; auto. Qed.

Lemma pairs_of_seconds {A B C} (a : list (A * B)) : forall b : list C,
  combine (map snd a) b = map (fun x => (snd (fst x), snd x)) (combine a b).
Proof. induction a as [|x a IH]; intros [|y b]; simpl; auto. f_equal. auto. Qed.

Lemma sum_above {A} (f g v : A -> nat) p P : (forall y, In y P -> g y = f y + v y * p) ->
  list_sum (map g P) = list_sum (map f P) + list_sum (map v P) * p.
Proof.
  unfold list_sum. induction P as [|y P IH]; intros H; simpl; auto. rewrite IH by (intros z i; apply H; now right).
  rewrite (H y (or_introl eq_refl)). lia.
Qed.

Lemma sum_below {A} (g v : A -> nat) m l : (forall y, In y l -> g y <= v y * m) -> list_sum (map g l) <= list_sum (map v l) * m.
Proof.
  unfold list_sum. induction l as [|y l IH]; intros H; simpl; auto. specialize (H y (or_introl eq_refl)) as a.
  assert (b : fold_right Nat.add 0 (map g l) <= fold_right Nat.add 0 (map v l) * m) by (apply IH; intros z i; apply H; now right). lia.
Qed.
