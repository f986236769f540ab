(* Where lemmas are remembered: whatever all facts have in common when they are put in, those have that are found. *)

From Coq Require Import List Uint63.
Import ListNotations.
Local Open Scope uint63_scope.

Record fact := { after : nat; of_set : list int; costs : int }.
Inductive facts := Leaf (l : list fact) | Fork (even odd : facts).

Definition branches t := match t with Fork a b => (a, b) | Leaf _ => (Leaf [], Leaf []) end.
Definition entries t := match t with Leaf l => l | Fork _ _ => [] end.
Fixpoint put (levels : nat) (h : int) (e : fact) (t : facts) : facts :=
  match levels with
  | 0%nat => Leaf (e :: entries t)
  | S k => let '(a, b) := branches t in if is_even h then Fork (put k (h >> 1) e a) b else Fork a (put k (h >> 1) e b)
  end.
Fixpoint bucket (levels : nat) (h : int) (t : facts) : list fact :=
  match levels with
  | 0%nat => entries t
  | S k => let '(a, b) := branches t in if is_even h then bucket k (h >> 1) a else bucket k (h >> 1) b
  end.
Definition hash (C : list int) : int := let h := fold_left (fun h s => (h lxor s) * 40503 + (h >> 15)) C 7 in h lxor (h >> 20).

Fixpoint all_facts (P : fact -> Prop) (t : facts) : Prop :=
  match t with Leaf l => Forall P l | Fork a b => all_facts P a /\ all_facts P b end.

Lemma branches_keep P t : all_facts P t -> all_facts P (fst (branches t)) /\ all_facts P (snd (branches t)).
Proof. destruct t; simpl; auto. Qed.

Lemma entries_keep P t : all_facts P t -> Forall P (entries t).
Proof. destruct t; simpl; auto. Qed.

Lemma put_keeps P e k : forall h t, all_facts P t -> P e -> all_facts P (put k h e t).
Proof.
  induction k as [|k IH]; intros h t A E; simpl.
  - constructor; auto. now apply entries_keep.
  - apply branches_keep in A. destruct (branches t) as [a b]. simpl in A. destruct A. destruct (is_even h); simpl; split; auto.
Qed.

Lemma bucket_keeps P k : forall h t, all_facts P t -> Forall P (bucket k h t).
Proof.
  induction k as [|k IH]; intros h t A; simpl.
  - now apply entries_keep.
  - apply branches_keep in A. destruct (branches t) as [a b]. simpl in A. destruct (is_even h); apply IH; tauto.
Qed.

Lemma all_facts_more (P Q : fact -> Prop) t : (forall e, P e -> Q e) -> all_facts P t -> all_facts Q t.
Proof.
  intros H. induction t as [l|a IHa b IHb]; simpl; [|tauto]. apply Forall_impl, H.
Qed.
