(* What is remembered: whatever all facts have in common when they are put in, those have that are found. *)

From Coq Require Import List Uint63.
From Guesstree Require Import Core.
Import ListNotations.

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
