(* From the bytes of a certificate to its claims. *)

From Coq Require Import List Uint63.
From Guesstree Require Import Spec Program Read Claims.

Inductive verdict := Checked (claims : list claim) | Rejected.

Definition check (bytes : list int) : verdict :=
  match read bytes with
  | None => Rejected
  | Some (h, nums) =>
      match check_header make_map its_symbols has_symmetries h nums with
      | Some claims => Checked claims
      | None => Rejected
      end
  end.

Theorem what_is_checked_holds (bytes : list int) (claims : list claim) :
  check bytes = Checked claims -> forall c, In c claims -> holds c.
Proof.
  unfold check. destruct (read bytes) as [[h nums]|]; try discriminate.
  destruct (check_header _ _ _ h nums) as [found|] eqn:E; [|discriminate]. intros e. injection e as <-.
  apply check_header_is in E. now apply Forall_forall.
Qed.

Print Assumptions what_is_checked_holds.
