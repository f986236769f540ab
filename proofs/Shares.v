(* Lemmas may be checked in shares: what several runs accept, each with lemmas of its own, one run of all accepts. *)

From Coq Require Import PArray List Bool ZArith Uint63 Lia.
From Guesstree Require Import Spec Core Program.
Import ListNotations.
Notation length := List.length.

Section Shares.
Variable a b c : int -> bool.
Hypothesis some_has : forall x, c x = true -> a x = true \/ b x = true.

(* Two runs give the same, which the third one gives, too. *)
Definition meet {A} (x y z : option A) := forall r r', x = Some r -> y = Some r' -> r' = r /\ z = Some r.

Lemma meet_same {A} (x : option A) : meet x x x.
Proof. intros r r' -> e. injection e as ->. auto. Qed.

Lemma nested_meets rows win endless guess_count f g h :
  (forall C ps d need st nums, meet (f C ps d need st nums) (g C ps d need st nums) (h C ps d need st nums)) ->
  forall fuel k C ps d st nums, meet (nested rows win endless guess_count f fuel k C ps d st nums)
    (nested rows win endless guess_count g fuel k C ps d st nums) (nested rows win endless guess_count h fuel k C ps d st nums).
Proof.
  intros H. induction fuel as [|x fuel IH]; intros k C ps d st nums; cbn [nested]; destruct (k =? 0)%uint63; try apply meet_same.
  destruct nums as [|n [|m [|l nums]]]; try apply meet_same. cbv zeta. destruct (_ && _); [|apply meet_same].
  intros r r' E E'.
  destruct (f _ _ _ _ st nums) as [p|] eqn:F; [|discriminate]. destruct (g _ _ _ _ st nums) as [q|] eqn:G; [|discriminate].
  destruct (H _ _ _ _ _ _ _ _ F G) as [-> ->]. destruct p. eapply IH; eauto.
Qed.

Lemma lemma_meets rows win guesses secrets columns winner weights only alone small endless make_map guess_count secret_count with_symmetries fuel :
  let check x := lemma rows win guesses secrets columns winner weights only alone small endless make_map guess_count secret_count with_symmetries x fuel in
  forall first C ps d need st nums,
  meet (check a first C ps d need st nums) (check b first C ps d need st nums) (check c first C ps d need st nums).
Proof.
  cbv zeta. induction fuel as [|k IH]; intros first C ps d need st nums; cbn [lemma]; [apply meet_same|].
  destruct nums as [|head rest]; [apply meet_same|]. destruct (room st <? count C)%uint63; [apply meet_same|].
  destruct (if is_even head then _ else _) as [[generators rest0]|]; [|apply meet_same].
  destruct (generators =? 0)%uint63; [apply meet_same|].
  destruct (if is_even head then _ else _) as [[[ms known'] rest']|]; [|apply meet_same]. cbv zeta. intros r r' E E'.
  match type of E with context [nested ?w ?x ?y ?z ?f ?g ?i ?C ?p ?d ?s ?n] =>
    destruct (nested w x y z f g i C p d s n) as [[s1 n1]|] eqn:F; [|discriminate] end.
  match type of E' with context [nested ?w ?x ?y ?z ?f ?g ?i ?C ?p ?d ?s ?n] =>
    destruct (nested w x y z f g i C p d s n) as [[s2 n2]|] eqn:G; [|discriminate] end.
  destruct (nested_meets _ _ _ _ _ _ _ (IH None) _ _ _ _ _ _ _ _ _ F G) as [e ->]. injection e as -> ->.
  destruct (negb (a _) || _ || _) eqn:A in E; [|discriminate]. destruct (negb (b _) || _ || _) eqn:B in E'; [|discriminate].
  injection E as <-. injection E' as <-. split; auto. specialize (some_has (room st)).
  destruct (c (room st)); [|reflexivity]. destruct (some_has eq_refl) as [e|e]; rewrite e in *; cbn [negb orb] in *.
  - now rewrite A.
  - now rewrite B.
Qed.

Section Check.
Variable make_map : list (int * word) -> list (int * word) -> list int -> int -> option symmetry.
Variable symbols : game -> list int.
Variable with_symmetries : game -> bool.

Lemma check_claims_meet h rows win gs ss columns winner weights small start tree cs :
  let check x := check_claims make_map symbols with_symmetries x h rows win gs ss columns winner weights small start tree in
  forall known kept nums, meet (check a known kept cs nums) (check b known kept cs nums) (check c known kept cs nums).
Proof.
  cbv zeta. induction cs as [|[ps bound] cs IH]; intros known kept nums; cbn [check_claims]; [apply meet_same|]. cbv zeta.
  destruct (_ && _); [|apply meet_same]. intros r r' E E'.
  match type of E with match ?x with _ => _ end = _ => destruct x as [[st rest]|] eqn:F; [|discriminate] end.
  match type of E' with match ?x with _ => _ end = _ => destruct x as [[st' rest']|] eqn:G; [|discriminate] end.
  destruct (lemma_meets _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ F G) as [e ->]. injection e as -> ->.
  match type of E with match ?x with _ => _ end = _ => destruct x as [more|] eqn:F'; [|discriminate] end.
  match type of E' with match ?x with _ => _ end = _ => destruct x as [more'|] eqn:G'; [|discriminate] end.
  destruct (IH _ _ _ _ _ F' G') as [-> ->]. injection E as <-. injection E' as <-. auto.
Qed.

Lemma check_header_meets h nums :
  let check x := check_header make_map symbols with_symmetries x h nums in meet (check a) (check b) (check c).
Proof.
  unfold check_header. cbv zeta. destruct (secrets (its_game h)) as [|s0 r]; [apply meet_same|].
  destruct (_ && _); [|apply meet_same]. destruct (make_table _ _ _ _) as [rows|]; [|apply meet_same].
  destruct (negb _); [apply meet_same|]. destruct (match its_first h with None => _ | Some _ => _ end) as [start|]; [|apply meet_same].
  destruct (has_tree h); [|apply check_claims_meet]. destruct nums as [|g rest]; [apply meet_same|].
  destruct (option_map _ _) as [w|]; [|apply meet_same]. destruct (read_book _ _ _ _ _ _ _) as [[book rest']|]; [|apply meet_same].
  destruct (keeps_rules _ _ _); [apply check_claims_meet|apply meet_same].
Qed.

End Check.
End Shares.
