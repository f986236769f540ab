(* The checker of lemmas: candidates are lists of the numbers of secrets, answers stand in a table. *)

From Coq Require Import List Bool ZArith Uint63 PArray Mergesort Orders.
From Guesstree Require Import Spec Facts Tally.
Import ListNotations.
Local Open Scope uint63_scope.

(* What is read or tested with success goes on; the rest is None. *)
Notation "'let?' p := a 'in' b" := (match a with Some p => b | None => None end) (at level 200, p pattern, b at level 200).

(* ---------------------------------------------------------------- lists of numbers *)

Fixpoint count {A} (l : list A) : int := match l with [] => 0 | _ :: r => 1 + count r end.
Fixpoint nth_of (l : list int) (i : int) : int := match l with [] => 0 | x :: r => if i =? 0 then x else nth_of r (i - 1) end.
Fixpoint added (l : list int) : int := match l with [] => 0 | x :: r => x + added r end.
Fixpoint from (n : nat) (i : int) : list int := match n with 0%nat => [] | S k => i :: from k (i + 1) end.
Definition most (a b : int) := if a <=? b then b else a.
Definition least (a b : int) := if a <=? b then a else b.

Module Order <: TotalLeBool.
  Definition t := int.
  Definition leb := Uint63.leb.
  Theorem leb_total : forall a b, leb a b = true \/ leb b a = true.
  Proof. intros a b. unfold leb. rewrite !leb_spec. destruct (Z.le_ge_cases (to_Z a) (to_Z b)); auto. Qed.
End Order.
Module Sorting := Sort Order.

(* ---------------------------------------------------------------- what was proved, and is remembered *)

Fixpoint best d C (l : list fact) (b : int) : int :=
  match l with
  | [] => b
  | e :: r => best d C r (if (Nat.eqb (after e) d || Nat.eqb (after e) 0) && same (of_set e) C then most (costs e) b else b)
  end.
Definition levels := 18%nat.
Definition remember d C b t := put levels (hash C) {| after := d; of_set := C; costs := b |} t.
Definition remembered d C t := best d C (bucket levels (hash C) t) 0.

Definition NONE := 9223372036854775807.
Definition INFINITE := 281474976710656.                 (* 2^48: costs that are finite are less *)

(* Numbers of a few bits, side by side in words: words.[secret] has those of all guesses, that of a guess in the word `place`,
   `shift` bits from its right end. *)
Record packed := { words : array (array int); place : array int; shift : array int }.
Record columns := {
  answers_in : packed;                                  (* the answers, 7 bits each *)
  told_in : array (array int);                          (* of each secret: bit lane.[g] of word block.[g] + f: it answers f to g *)
  block : array int;
  lane : array int;
  blocks : list int;                                    (* all of them *)
  fives : list five;                                    (* the answers but to win, and some that there are not *)
  ones : array int;                                     (* how many bits of a number below 2048 are 1 *)
  all_answers : list int
}.
Definition part (m sh w : int) : int := (w >> sh) land m.

Section Checker.
Variable rows : array (array int).                      (* the answers: rows.[guess].[secret] *)
Variable win : int.                                     (* the answer to the secret itself *)
Variable guesses secrets : list int.                    (* their numbers, from 0 *)
Variable columns : columns.                             (* the same answers, many in a word *)
Variable winner : array int.                            (* of each secret, the guess that finds it, or NONE *)
Variable weights : option (array int).                  (* of each secret; None: each is 1 *)
Variable only : bool.                                   (* only candidates may be guessed *)
Variable alone : bool.                                  (* a guess that may win is asked only if one candidate is left *)
Variable small : bool.                                  (* all answers are less than 63 *)
Variable endless : bool.                                (* the prices are 1, 2, ... without end *)

Definition told (g s : int) : int := rows.[g].[s].
Definition cell (g f : int) (C : list int) : list int := let row := rows.[g] in filter (fun s => row.[s] =? f) C.

(* The cells of a guess, with their answers. *)
Fixpoint split (row : array int) (fuel C : list int) : list (int * list int) :=
  match fuel, C with
  | _ :: fuel', s :: r =>
      let f := row.[s] in
      (f, s :: filter (fun u => row.[u] =? f) r) :: split row fuel' (filter (fun u => negb (row.[u] =? f)) r)
  | _, _ => []
  end.
Definition cells (g : int) (C : list int) := split rows.[g] C C.

(* ---------------------------------------------------------------- ranks: how many cells a guess makes *)

(* The answers to a guess, as bits. *)
Fixpoint seen (row : array int) (C : list int) (x : int) : int := match C with [] => x | s :: r => seen row r (x lor (1 << row.[s])) end.
Fixpoint count_ones (fuel : nat) (x : int) : int :=
  match fuel with
  | 0%nat => 0
  | S k => if x =? 0 then 0 else (ones columns).[x land 2047] + count_ones k (x >> 11)
  end.
(* Twice the number of cells, and 1 more if the guess may win. *)
Definition twice (n : int) (wins : bool) : int := if wins then n + n + 1 else n + n.
Definition rank (g : int) (C : list int) : int :=
  if small then let x := seen rows.[g] C 0 in twice (count_ones 6 x) (bit x win)
  else let cells := cells g C in twice (count cells) (existsb (fun x => fst x =? win) cells).
(* The most cells that a guess makes of C which may win there, for one of l. *)
Fixpoint most_winning (C l : list int) (x : int) : int :=
  match l with
  | [] => x
  | s :: r => let g := winner.[s] in most_winning C r (if g =? NONE then x else most (rank g C >> 1) x)
  end.

(* The same of all guesses, a block after the other: how many cells they make, but of what they find; whether they may win. *)
Definition told_by (C : list int) : list (array int) := map (fun s => (told_in columns).[s]) C.
Definition tally_of cs (b : int) : tally := count_all cs b (fives columns) nothing_yet.
Fixpoint either (cs : list (array int)) (n x : int) : int := match cs with [] => x | a :: r => either r n (x lor a.[n]) end.
Definition rank_at (t : tally) (w g : int) : int :=
  let j := (lane columns).[g] in let wins := bit w j in twice (tally_at t j + if wins then 1 else 0) wins.
Fixpoint ranks_of cs (b : int) (t : tally) (w : int) (gs : list int) : list int :=
  match gs with
  | [] => []
  | g :: r =>
      let b' := (block columns).[g] in
      if b =? b' then rank_at t w g :: ranks_of cs b t w r
      else let t' := tally_of cs b' in let w' := either cs (b' + win) 0 in rank_at t' w' g :: ranks_of cs b' t' w' r
  end.
Definition ranks (C : list int) : list int :=
  if small then let cs := told_by C in ranks_of cs 0 (tally_of cs 0) (either cs win 0) guesses else map (fun g => rank g C) guesses.

(* The cells of a guess, found by sorting the candidates into boxes. *)
Definition told_of (C : list int) : list (array int * int) := map (fun s => ((words (answers_in columns)).[s], s)) C.
Fixpoint sort_in (b sh : int) (ts : list (array int * int)) (boxes : array (list int)) : array (list int) :=
  match ts with
  | [] => boxes
  | (a, s) :: r => let x := sort_in b sh r boxes in let f := part 127 sh a.[b] in x.[f <- s :: x.[f]]
  end.
Fixpoint collect (boxes : array (list int)) (fs : list int) : list (int * list int) :=
  match fs with
  | [] => []
  | f :: r => match boxes.[f] with [] => collect boxes r | C => (f, C) :: collect boxes r end
  end.
Definition cells_by (ts : list (array int * int)) (g : int) (C : list int) : list (int * list int) :=
  if small then collect (sort_in (place (answers_in columns)).[g] (shift (answers_in columns)).[g] ts (make (win + 1) [])) (all_answers columns) else cells g C.

(* ---------------------------------------------------------------- bounds by counting *)

Definition weight_of (s : int) : int := match weights with Some a => a.[s] | None => 1 end.
(* The weights of C, from the lightest on; none, if each is 1. *)
Definition weigh (C : list int) : list int := match weights with Some _ => Sorting.sort (map weight_of C) | None => [] end.
(* The weight of n candidates without the k heaviest: with t the heaviest of the others, no weight is taken as more than t. *)
Definition tail (n : int) (ws : list int) (k : int) : int :=
  match ws with
  | [] => n - k
  | _ => let t := least 4294967296 (nth_of ws (n - 1 - k)) in
      let a := added (map (least t) ws) in let b := k * t in if a <=? b then 0 else a - b
  end.

(* i guesses find at most `found` of n candidates, and at most `reach` of any part of them. *)
Fixpoint go (ps : list int) (n : int) (ws : list int) (c w plain able i reach found : int) : int :=
  if n <=? found then 0 else if n <? i then INFINITE else
  match ps with
  | p :: r =>
      match r with
      | q :: _ =>
          (q - p) * tail n ws found +
          go r n ws c w plain able (i + 1)
            (least n (most (plain * reach) (if able =? 0 then 0 else 1 + (able - 1) * reach))) (w + (c - w) * reach)
      | [] => if endless then 0 else INFINITE
      end
  | [] => if endless then 0 else INFINITE
  end.
Definition guess_bound ps n ws c w plain able : int :=
  if n <=? 1 then (match ps with [] => if endless then 0 else INFINITE | _ => 0 end)
  else if c <? 2 then INFINITE
  else go ps n ws c w plain able 1 1 w.
Definition set_bound ps n ws plain able : int :=
  let b := guess_bound ps n ws (least plain n) 0 plain able in
  if alone then b else least b (guess_bound ps n ws (least able n) 1 plain able).

(* At least n, and what any guess of a block makes; or None, if that is too much. *)
Fixpoint raised (fuel : nat) (t : tally) (n : int) : option int :=
  match fuel with
  | 0%nat => None
  | S k => if n <? 64 then if above t n =? 0 then Some n else raised k t (n + 1) else None
  end.
(* At least n, and the most cells that a guess makes which cannot win; or None, as soon as `goes_on` is false of it. *)
Fixpoint climb (goes_on : int -> bool) cs (bs : list int) (n : int) : option int :=
  match bs with
  | [] => Some n
  | b :: r => let? m := raised 65 (tally_of cs b) n in if (m =? n) || goes_on m then climb goes_on cs r m else None
  end.
Fixpoint climb_one_by_one (goes_on : int -> bool) C (gs : list int) (n : int) : option int :=
  match gs with
  | [] => Some n
  | g :: r =>
      let k := rank g C in let c := k >> 1 in
      if negb (is_even k) || (c <=? n) then climb_one_by_one goes_on C r n
      else if goes_on c then climb_one_by_one goes_on C r c else None
  end.
(* What the ranks of a set say, if it is more than b. *)
Definition own ps C b : int :=
  let n := count C in
  let ws := weigh C in
  let able := least n (most_winning C C 0) in
  let plain := if able =? 0 then 0 else able - 1 in
  let goes_on p := b <? set_bound ps n ws p able in
  match (if only then Some plain
         else if negb (goes_on plain) then None
         else if small then climb goes_on (told_by C) (blocks columns) plain
         else climb_one_by_one goes_on C guesses plain) with
  | Some p => most b (set_bound ps n ws p able)
  | None => b
  end.

(* ---------------------------------------------------------------- closing guesses *)

Definition deeper (d : nat) : nat := if endless then 0%nat else S d.
Definition next (ps : list int) : list int := if endless then ps else tl ps.

(* Raise the bounds of the cells one by one, until they are enough: by what is remembered, by the ranks of guesses that may
   win and the caps of the whole set, by all ranks. *)
Fixpoint recall (ft : facts) d (cs : list (list int * int)) : list (list int * int) :=
  match cs with
  | [] => []
  | (C, b) :: r => (C, most (remembered d C ft) b) :: recall ft d r
  end.
Fixpoint sum (cs : list (list int * int)) (x : int) : int := match cs with [] => x | (_, b) :: r => sum r (x + b) end.
Fixpoint by_winning ps cap (need : int) (cs : list (list int * int)) (x : int) : list (list int * int) * int :=
  match cs with
  | [] => ([], x)
  | (C, b) :: r =>
      if need <=? x then (cs, x) else
      let n := count C in
      let b' := if n <? 3 then b else most b (set_bound ps n (weigh C) cap (least n (most_winning C C 0))) in
      let '(r', x') := by_winning ps cap need r (x + (b' - b)) in ((C, b') :: r', x')
  end.
Fixpoint enough ps (need : int) (cs : list (list int * int)) (x : int) : bool :=
  if need <=? x then true else
  match cs with
  | [] => false
  | (C, b) :: r => enough ps need r (x + (own ps C b - b))
  end.
(* Small cells, which take less time, have low bounds. *)
Fixpoint put_in (x : list int * int) (cs : list (list int * int)) : list (list int * int) :=
  match cs with [] => [x] | y :: r => if snd x <=? snd y then x :: cs else y :: put_in x r end.
Definition lowest_first cs := fold_right put_in [] cs.

Definition step (ps : list int) : int := match ps with p :: q :: _ => q - p | _ => 0 end.

(* The cells but the winning one, with the bounds of sets of their sizes. *)
Fixpoint by_size ps plain able (cs : list (int * list int)) : list (list int * int) :=
  match cs with
  | [] => []
  | (f, C) :: r =>
      if f =? win then by_size ps plain able r
      else (C, set_bound ps (count C) (weigh C) plain able) :: by_size ps plain able r
  end.

(* The weight of what g does not find in C, of n candidates: w is 1 if it may win. *)
Definition missed (g : int) (C : list int) (n w : int) : int :=
  match weights with
  | Some _ => let row := rows.[g] in added (map weight_of (filter (fun s => negb (row.[s] =? win)) C))
  | None => n - w
  end.
Definition closed_by_cells (ft : facts) d ps ts C n w plain able need g : bool :=
  let ps' := next ps in
  let base := step ps * missed g C n w in
  let cs := by_size ps' plain able (cells_by ts g C) in
  if need <=? sum cs base then true
  else let cs' := recall ft (deeper d) cs in
    let '(cs'', x) := by_winning ps' plain need cs' (sum cs' base) in (need <=? x) || enough ps' need (lowest_first cs'') x.

(* The most cells with which a guess is closed by its rank alone; 0 if there are none. *)
Fixpoint enough_cells ps n ws w plain able need c (fuel : list int) : int :=
  match fuel with
  | [] => 0
  | _ :: fuel' =>
      if c =? 0 then 0
      else if need <=? guess_bound ps n ws c w plain able then c
      else enough_cells ps n ws w plain able need (c - 1) fuel'
  end.

(* The most cells of guesses that cannot win, and that can. *)
Fixpoint most_of (wins : bool) (ks : list int) (x : int) :=
  match ks with [] => x | k :: r => most_of wins r (if Bool.eqb (is_even k) wins then x else most (k >> 1) x) end.

Fixpoint close_all (excused : int -> bool) ft d ps ts C (n plain able cap need few_plain few_able : int) (gs ks : list int) : bool :=
  match gs, ks with
  | [], _ => true
  | g :: gs', k :: ks' =>
      let c := k >> 1 in
      (if is_even k then only || (c <=? few_plain) || excused g || closed_by_cells ft d ps ts C n 0 cap able need g
       else (c <=? few_able) || alone && (1 <? n) || excused g || closed_by_cells ft d ps ts C n 1 cap able need g) &&
      close_all excused ft d ps ts C n plain able cap need few_plain few_able gs' ks'
  | _ :: _, [] => false
  end.

Definition close excused ft d ps C need : bool :=
  let n := count C in
  let ws := weigh C in
  let ks := ranks C in
  let plain := if only then 0 else most_of false ks 0 in
  let able := most_of true ks 0 in
  let cap := if only then 0 else most plain (if able =? 0 then 0 else able - 1) in
  close_all excused ft d ps (told_of C) C n plain able cap need
    (enough_cells ps n ws 0 plain able need plain C) (enough_cells ps n ws 1 plain able need able C) guesses ks.

(* A first guess that is given is closed by its cells. *)
Definition close_first ft ps C need g : bool :=
  let ks := ranks C in
  let plain := if only then 0 else most_of false ks 0 in
  let able := most_of true ks 0 in
  let cap := if only then 0 else most plain (if able =? 0 then 0 else able - 1) in
  (2 <=? rank g C >> 1) && (negb alone || is_even (rank g C)) &&
  closed_by_cells ft 0 ps (told_of C) C (count C) (if is_even (rank g C) then 0 else 1) cap able need g.

(* ---------------------------------------------------------------- symmetries *)

Record symmetry := { of_guess : array int; of_secret : array int }.
Variable make_map : int -> option symmetry.             (* the exchange of this number; what it gives is tested *)
Variable guess_count secret_count : int.
Variable with_symmetries : bool.                              (* symmetries are allowed: codes without weights *)
Variable ours : int -> bool.                            (* whether a lemma is checked here, by the room before it *)

Definition inverse (a : array int) (l : list int) : array int :=
  fold_left (fun x i => x.[a.[i] <- i]) l (make secret_count secret_count).
Definition is_one_to_one (a : array int) : bool :=
  let b := inverse a secrets in forallb (fun s => (a.[s] <? secret_count) && (b.[a.[s]] =? s)) secrets.

(* Cells go to cells: answers stay as they are, or those to one guess change in the same way. *)
Fixpoint all_different (l : list int) : bool :=
  match l with [] => true | x :: r => negb (existsb (fun y => x =? y) r) && all_different r end.
Definition image_of_cell (row' h : array int) (x : int * list int) : int :=
  match snd x with s :: _ => row'.[h.[s]] | [] => 0 end.
Definition keeps_cells (row row' h : array int) : bool :=
  forallb (fun s => row.[s] =? row'.[h.[s]]) secrets ||
  let cs := split row secrets secrets in
  forallb (fun x => let f := image_of_cell row' h x in
    forallb (fun s => row'.[h.[s]] =? f) (snd x) && Bool.eqb (fst x =? win) (f =? win)) cs &&
  all_different (map (image_of_cell row' h) cs).
Definition is_good (m : symmetry) : bool :=
  is_one_to_one (of_secret m) &&
  forallb (fun g => let g' := (of_guess m).[g] in (g' <? guess_count) && keeps_cells rows.[g] rows.[g'] (of_secret m)) guesses.

(* Several symmetries, one after the other. *)
Definition on_guesses (m : symmetry) (g : int) := if g <? guess_count then (of_guess m).[g] else g.
Definition on_secrets (m : symmetry) (s : int) := if s <? secret_count then (of_secret m).[s] else s.
Definition guess_by (ms : list symmetry) (g : int) : int := fold_left (fun g m => on_guesses m g) ms g.
Definition secret_by (ms : list symmetry) (s : int) : int := fold_left (fun s m => on_secrets m s) ms s.
Definition image_by (ms : list symmetry) (C : list int) : list int := Sorting.sort (map (secret_by ms) C).

(* The lowest guess that is known to be tied to each. *)
Definition lower_once (low : array int) (ms : list symmetry) : array int :=
  fold_left (fun x g => let y := x.[guess_by ms g] in if y <? x.[g] then x.[g <- y] else x) guesses low.
Definition is_lowest (low : array int) (ms : list symmetry) : bool :=
  forallb (fun g => negb (low.[guess_by ms g] <? low.[g])) guesses.
Fixpoint lower_all (fuel : nat) (ms : list (list symmetry)) (low : array int) : array int :=
  match fuel with
  | 0%nat => low
  | S k => if forallb (is_lowest low) ms then low else lower_all k ms (fold_left lower_once ms low)
  end.
Definition itself : array int := fold_left (fun x g => x.[g <- g]) guesses (make guess_count NONE).

(* ---------------------------------------------------------------- lemmas *)

Record state := { proved : facts; known : list (int * symmetry); room : int }.

Fixpoint find_map (x : int) (l : list (int * symmetry)) : option symmetry :=
  match l with [] => None | (k, m) :: r => if k =? x then Some m else find_map x r end.

(* An exchange, and those that were tested by then. *)
Definition read_exchange (x : int) (ms : list (int * symmetry)) :=
  match find_map x ms with
  | Some m => Some (m, ms)
  | None => let? m := make_map x in if is_good m then Some (m, (x, m) :: ms) else None
  end.
Fixpoint read_exchanges (k : int) ms (nums : list int) : option (list symmetry * list (int * symmetry) * list int) :=
  if k =? 0 then Some ([], ms, nums) else
  match nums with
  | [] => None
  | x :: rest =>
      let? (m, ms') := read_exchange x ms in
      let? (found, ms'', rest') := read_exchanges (k - 1) ms' rest in Some (m :: found, ms'', rest')
  end.
Definition read_map ms (nums : list int) :=
  match nums with k :: rest => if k <=? 2000 then read_exchanges k ms rest else None | [] => None end.
(* Maps that keep C. *)
Fixpoint read_maps (fuel : nat) (k : int) C ms nums : option (list (list symmetry) * list (int * symmetry) * list int) :=
  if k =? 0 then Some ([], ms, nums) else
  match fuel with
  | 0%nat => None
  | S j =>
      let? (m, ms', rest) := read_map ms nums in
      if same (image_by m C) C then
        let? (found, ms'', rest') := read_maps j (k - 1) C ms' rest in Some (m :: found, ms'', rest')
      else None
  end.

(* The nested lemmas of (C, d); `lemma` checks one of them. *)
Section Nested.
Variable lemma : list int -> list int -> nat -> int -> state -> list int -> option (state * list int).
Fixpoint nested (fuel : list int) (k : int) C ps d (st : state) (nums : list int) : option (state * list int) :=
  if k =? 0 then Some (st, nums) else
  match fuel, nums with
  | _ :: fuel', g :: f :: b :: rest =>
      let C' := cell g f C in
      if (g <? guess_count) && negb (f =? win) && negb (count C' =? 0) && (count C' <? count C) && (b <? 140737488355328)
      then
        let b' := if b =? 0 then INFINITE else b in
        let? (st', rest') := lemma C' (next ps) (deeper d) b' st rest in
        let known' := remember (deeper d) C' b' (proved st') in
        nested fuel' (k - 1) C ps d {| proved := known'; known := known st'; room := room st' |} rest'
      else None
  | _, _ => None
  end.
End Nested.

Definition excused_by (ms : list (list symmetry)) : int -> bool :=
  match ms with
  | [] => fun _ => false
  | _ :: _ => let low := lower_all 1000 ms itself in fun g => low.[g] <? g
  end.

(* The lemma follows from one that was proved of an image of C. *)
Definition by_image C d need (st : state) nums : option (state * list int) :=
  if with_symmetries then
    let? (m, known', rest) := read_map (known st) nums in
    if (0 <? need) && (need <=? remembered d (image_by m C) (proved st))
    then Some ({| proved := proved st; known := known'; room := room st - count C |}, rest) else None
  else None.

(* Reads the proof that C costs at least `need` after d guesses; at the root, that it does so after the first guess. *)
Fixpoint lemma (fuel : nat) (first : option int) C ps d need (st : state) (nums : list int) : option (state * list int) :=
  match fuel, nums with
  | S k, head :: rest =>
      if room st <? count C then None else
      let? (generators, rest0) := (if is_even head then Some (NONE, rest) else match rest with x :: r => Some (x, r) | [] => None end) in
      if generators =? 0 then if head =? 1 then match first with None => by_image C d need st rest0 | Some _ => None end else None else
      let? (ms, known', rest') := (if is_even head then Some ([], known st, rest)
        else if with_symmetries then read_maps 100 generators C (known st) rest0 else None) in
      let st1 := {| proved := proved st; known := known'; room := room st - count C |} in
      let? (st'', rest'') := nested (lemma k None) rest' (head >> 1) C ps d st1 rest' in
      if negb (ours (room st)) || (match ps with [] => negb endless | _ => false end) ||
         (match first with
          | Some g => close_first (proved st'') ps C need g
          | None => close (excused_by ms) (proved st'') d ps C need
          end)
      then Some (st'', rest'') else None
  | _, _ => None
  end.

End Checker.
