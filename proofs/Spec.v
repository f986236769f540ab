(* What a certificate claims.  This file is all that has to be read to know what the theorem in Main.v says: it imports
   nothing of ours.  Symbols, answers, weights and prices are the machine's numbers (below 2^63); costs are counted
   in the natural numbers, without a limit. *)

From Coq Require Import List Bool ZArith Uint63.
Import ListNotations.

Definition word := list int.                            (* code points; the digit 0 is 48 *)
Definition nat_of (x : int) : nat := Z.to_nat (to_Z x).

(* ---- answers to a guess *)

Fixpoint same (a b : word) : bool :=
  match a, b with
  | [], [] => true
  | x :: a', y :: b' => (x =? y)%uint63 && same a' b'
  | _, _ => false
  end.

Fixpoint occurs (x : int) (w : word) : bool := match w with [] => false | y :: r => (x =? y)%uint63 || occurs x r end.

(* The symbols of the secret at the places where the guess is wrong, and a list without the first x in it. *)
Fixpoint unmatched (g s : word) : word :=
  match g, s with
  | x :: g', y :: s' => if (x =? y)%uint63 then unmatched g' s' else y :: unmatched g' s'
  | _, _ => []
  end.
Fixpoint without (x : int) (w : word) : word :=
  match w with [] => [] | y :: r => if (x =? y)%uint63 then r else y :: without x r end.

(* The marks of the places of the guess, from the left: 2 right, 1 a symbol of the secret that is still free, 0 no. *)
Fixpoint marks (g s free : word) : list int :=
  match g, s with
  | x :: g', y :: s' =>
      if (x =? y)%uint63 then 2%uint63 :: marks g' s' free
      else if occurs x free then 1%uint63 :: marks g' s' (without x free)
      else 0%uint63 :: marks g' s' free
  | _, _ => []
  end.
(* The same, but 1 wherever the symbol occurs in the secret, as often as that may be. *)
Fixpoint marks_of_each (g s secret : word) : list int :=
  match g, s with
  | x :: g', y :: s' =>
      (if (x =? y)%uint63 then 2 else if occurs x secret then 1 else 0)%uint63 :: marks_of_each g' s' secret
  | _, _ => []
  end.
Fixpoint how_many (m : int) (l : list int) : int :=
  match l with [] => 0 | x :: r => (if (x =? m) then 1 + how_many m r else how_many m r) end%uint63.
Fixpoint size (w : word) : int := match w with [] => 0 | _ :: r => 1 + size r end%uint63.
Definition in_base_3 (l : list int) : int := fold_left (fun n m => (3 * n + m)%uint63) l 0%uint63.

Inductive rule := Bulls_and_cows | Cows_for_each | Bulls_only | Marks.
Definition answer (r : rule) (g s : word) : int :=
  let two l := (how_many 2 l * (1 + size g) + how_many 1 l)%uint63 in
  match r with
  | Bulls_and_cows => two (marks g s (unmatched g s))   (* (places + 1) * bulls + cows *)
  | Cows_for_each => two (marks_of_each g s s)
  | Bulls_only => how_many 2 (marks g s [])
  | Marks => in_base_3 (marks g s (unmatched g s))
  end.

(* ---- games *)

(* All words of so many places, in which symbols may repeat or not. *)
Fixpoint codes (repeat : bool) (symbols : list int) (places : nat) : list word :=
  match places with
  | 0 => [[]]
  | S p => let shorter := codes repeat symbols p in
      flat_map (fun x => map (cons x) (filter (fun w => repeat || negb (occurs x w)) shorter)) symbols
  end.
Definition begins_with_0 (w : word) : bool := match w with x :: _ => (x =? 48)%uint63 | [] => false end.

Inductive game :=
  | Codes (r : rule) (places : nat) (symbols : list int) (guesses_repeat secrets_repeat without_0_at_first : bool)
  | Words (guesses secrets : list word)
  | Table (to_identify : bool) (secrets : list word) (rows : list (word * list int)).   (* guesses, and what secrets answer *)
Definition some_codes repeat symbols places (no0 : bool) :=
  filter (fun w => negb (no0 && begins_with_0 w)) (codes repeat symbols places).
Definition guesses (G : game) : list word :=
  match G with Codes _ p symbols repeat _ no0 => some_codes repeat symbols p no0 | Words g _ => g | Table _ _ rows => map fst rows end.
Definition secrets (G : game) : list word :=
  match G with Codes _ p symbols _ repeat no0 => some_codes repeat symbols p no0 | Words _ s | Table _ s _ => s end.
Fixpoint of_secret (ss : list word) (row : list int) (s : word) : int :=
  match ss, row with x :: ss', a :: row' => if same x s then a else of_secret ss' row' s | _, _ => 0%uint63 end.
Fixpoint of_guess (rows : list (word * list int)) (g : word) : list int :=
  match rows with [] => [] | (x, row) :: r => if same x g then row else of_guess r g end.
Definition answers (G : game) (g s : word) : int :=
  match G with
  | Codes r _ _ _ _ _ => answer r g s
  | Words _ _ => answer Marks g s
  | Table _ ss rows => of_secret ss (of_guess rows g) s
  end.
(* A secret is named only if it is the only one that is left. *)
Definition names_last (G : game) : bool := match G with Table to_identify _ _ => to_identify | _ => false end.

(* ---- claims *)

Record claim := {
  of_game : game;
  weights : list int;                   (* of the secrets, in their order *)
  only_candidates : bool;               (* only words may be guessed that may still be the secret *)
  first : option word;                  (* the first guess, if it is given; the only one that need not be allowed *)
  prices : option (list int);           (* of guess 1, 2, ..., after the last of which all must be found; None: 1, 2, ... *)
  bound : option int;                   (* no strategy costs less; None: there is none *)
  reached : option int                  (* a strategy costs this; None: nothing is said *)
}.

(* A strategy: what to guess, and how to go on after each answer if that was not the secret. *)
Inductive strategy := Stop | Guess (g : word) (next : int -> strategy).

(* The number of the guess that finds s. *)
Fixpoint found_at (G : game) (t : strategy) (s : word) : option nat :=
  match t with
  | Stop => None
  | Guess g next => if same g s then Some 1 else option_map S (found_at G (next (answers G g s)) s)
  end.

(* Those that may still be the secret after this answer. *)
Definition remaining (G : game) (g : word) (a : int) (C : list word) : list word :=
  filter (fun s => negb (same g s) && (answers G g s =? a)%uint63) C.

Fixpoint legal (c : claim) (t : strategy) (C : list word) : Prop :=
  match t with
  | Stop => True
  | Guess g next => C = [] \/
      (In g (guesses (of_game c)) /\ (only_candidates c = true -> In g C) /\
       (names_last (of_game c) = true -> In g C -> length C <= 1)) /\
      forall a, legal c (next a) (remaining (of_game c) g a C)
  end.

Definition keeps_the_rules (c : claim) (t : strategy) : Prop :=
  let all := secrets (of_game c) in
  match first c with
  | None => legal c t all
  | Some w => exists next, t = Guess w next /\ forall a, legal c (next a) (remaining (of_game c) w a all)
  end.

Definition price (c : claim) (k : nat) : nat := match prices c with None => k | Some l => nat_of (nth (k - 1) l 0%uint63) end.
Definition in_time (c : claim) (k : nat) : Prop := match prices c with None => True | Some l => k <= length l end.
Definition finds_all (c : claim) (t : strategy) : Prop :=
  forall s, In s (secrets (of_game c)) -> exists k, found_at (of_game c) t s = Some k /\ in_time c k.
Definition cost (c : claim) (t : strategy) : nat :=
  list_sum (map (fun x => nat_of (snd x) * match found_at (of_game c) t (fst x) with Some k => price c k | None => 0 end)
    (combine (secrets (of_game c)) (weights c))).

Definition holds (c : claim) : Prop :=
  length (weights c) = length (secrets (of_game c)) /\
  (forall t, keeps_the_rules c t -> finds_all c t ->
    match bound c with Some b => nat_of b <= cost c t | None => False end) /\
  match reached c with Some n => exists t, keeps_the_rules c t /\ finds_all c t /\ cost c t = nat_of n | None => True end.
