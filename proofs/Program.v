(* From a header that was read, and the numbers after it, to the claims that are proved. *)

From Coq Require Import PArray List Bool ZArith Uint63.
From Guesstree Require Import Spec Facts Tally Core.
Import ListNotations PArrayNotations.
Local Open Scope uint63_scope.

Record header := {
  its_game : game;
  its_weights : option (list int);
  its_pool_is_candidates : bool;
  its_first : option word;
  has_tree : bool;
  its_claims : list (option (list int) * option int)    (* prices and bound *)
}.

Fixpoint number {A} (i : int) (l : list A) : list (int * A) :=
  match l with [] => [] | x :: r => (i, x) :: number (i + 1) r end.
Definition is_few {A} (l : list A) : bool := (Z.of_nat (List.length l) <? 1073741824)%Z.

(* ---- the table *)

Definition nothing := 9223372036854775807.

Fixpoint fill (a : array int) (i : int) (l : list int) : array int :=
  match l with [] => a | v :: r => fill a.[i <- v] (i + 1) r end.
Fixpoint is_filled (a : array int) (win : int) (i : int) (ws : list (bool * int)) : bool :=
  match ws with
  | [] => true
  | (wins, v) :: r => (a.[i] =? v) && Bool.eqb wins (v =? win) && negb (v =? nothing) && is_filled a win (i + 1) r
  end.
Definition row_values (G : game) (win : int) (g : word) (ss : list word) : list (bool * int) :=
  map (fun s => if same g s then (true, win) else (false, answers G g s)) ss.
Definition make_row (G : game) (win : int) (n : int) (ss : list word) (g : word) : option (array int) :=
  let vs := row_values G win g ss in
  let a := fill (make n nothing) 0 (map snd vs) in
  if is_filled a win 0 vs && (PArray.length a =? n) && (default a =? nothing) then Some a else None.
Fixpoint make_rows G win n ss (i : int) (gs : list word) (rows : array (array int)) : option (array (array int)) :=
  match gs with
  | [] => Some rows
  | g :: r =>
      let? a := make_row G win n ss g in
      if i <? PArray.length rows then make_rows G win n ss (i + 1) r rows.[i <- a] else None
  end.
Definition make_table G win (gs ss : list word) : option (array (array int)) :=
  let? rows := make_rows G win (count ss) ss 0 gs (make (count gs) (make 0 nothing)) in
  if PArray.length rows =? count gs then Some rows else None.
Definition make_winners (rows : array (array int)) (win : int) (gs ss : list int) : array int :=
  fold_left (fun x g => let row := rows.[g] in fold_left (fun x s => if row.[s] =? win then x.[s <- g] else x) ss x) gs
    (make (count ss) NONE).
Definition are_winners (rows : array (array int)) (win : int) (winner : array int) (gs ss : list int) : bool :=
  forallb (fun g => let row := rows.[g] in forallb (fun s => negb (row.[s] =? win) || (winner.[s] =? g)) ss) gs.

Definition of_each_guess (f : int -> int) (gs : list int) : array int := fold_left (fun y g => y.[g <- f g]) gs (make (count gs) 0).
(* Packs the answers to nine guesses in each word. *)
Definition pack (rows : array (array int)) (gs ss : list int) : packed :=
  let places := of_each_guess (fun g => g / 9) gs in
  let shifts := of_each_guess (fun g => (g - 9 * (g / 9)) * 7) gs in
  let fill y h :=
    let b := places.[h] in let together := filter (fun g => places.[g] =? b) gs in
    fold_left (fun y s => let w := fold_left (fun w g => w lor (rows.[g].[s] << shifts.[g])) together 0 in y.[s <- y.[s].[b <- w]]) ss y in
  let empty := fold_left (fun y s => y.[s <- make (count gs / 9 + 1) 0]) ss (make (count ss) (make 0 0)) in
  {| words := fold_left fill (filter (fun g => shifts.[g] =? 0) gs) empty; place := places; shift := shifts |}.
Fixpoint by_fives (fuel : nat) (l : list int) (none : int) : list five :=
  match fuel, l with
  | S k, _ :: _ => {| n0 := nth 0 l none; n1 := nth 1 l none; n2 := nth 2 l none; n3 := nth 3 l none; n4 := nth 4 l none |} ::
      by_fives k (skipn 5 l) none
  | _, _ => []
  end.
Definition bits_of (l : list int) (x : int) : int := fold_left (fun x f => x lor (1 << f)) l x.
(* Where the answers are too many, there are no columns. *)
Definition make_columns (rows : array (array int)) (win : int) (gs ss : list int) : columns :=
  let gs := if win <? 63 then gs else [] in
  let wide := win + 2 in
  let blocks_ := of_each_guess (fun g => g / 63 * wide) gs in
  let lanes := of_each_guess (fun g => g - g / 63 * 63) gs in
  let all := fold_left (fun x g => seen rows.[g] ss x) gs 0 in
  let starts := map (fun g => blocks_.[g]) (filter (fun g => lanes.[g] =? 0) gs) in
  let fill y b :=
    let together := filter (fun g => blocks_.[g] =? b) gs in
    fold_left (fun y s => y.[s <- fold_left (fun a g => let n := b + rows.[g].[s] in a.[n <- a.[n] lor (1 << lanes.[g])]) together y.[s]]) ss y in
  let empty := fold_left (fun y s => y.[s <- make ((count gs / 63 + 1) * wide) 0]) ss (make (count ss) (make 0 0)) in
  let answers := filter (bit all) (from 63 0) in
  {| answers_in := pack rows gs ss;
     told_in := fold_left fill starts empty; block := blocks_; lane := lanes; blocks := starts;
     fives := by_fives 63 (filter (fun f => negb (f =? win)) answers) (win + 1);
     ones := fold_left (fun y x => y.[x <- y.[x >> 1] + (x land 1)]) (from (32 * 64) 0) (make 2048 0);
     all_answers := answers |}.
Definition are_columns (rows : array (array int)) (win : int) (k : columns) (gs ss : list int) : bool :=
  let answers := win :: flat_map in_five (fives k) in
  let all := bits_of answers 0 in
  (win <? 63) && all_different (all_answers k) && Nat.ltb (5 * List.length (fives k)) 64 &&
  forallb (fun x => (ones k).[x] =? count (filter (bit x) (from 11 0))) (from (32 * 64) 0) &&
  forallb (fun g => existsb (fun b => (block k).[g] =? b) (blocks k)) gs &&
  forallb (fun b =>
    let together := filter (fun g => (block k).[g] =? b) gs in
    forallb (fun s => let a := (told_in k).[s] in let packed := (words (answers_in k)).[s] in are_apart a b answers 0 &&
      forallb (fun g => let f := rows.[g].[s] in
        (f <? win + 1) && bit all f && bit a.[b + f] (lane k).[g] &&
        (part 127 (shift (answers_in k)).[g] packed.[(place (answers_in k)).[g]] =? f)) together) ss) (blocks k).

Fixpoint words_differ (ss : list word) : bool :=
  match ss with [] => true | s :: r => negb (existsb (same s) r) && words_differ r end.

(* ---- the tree: a book of answers, and what to guess then *)

Inductive book := End | At (a : int) (g : word) (then_ others : book).

Fixpoint pick (b : book) (a : int) : strategy :=
  match b with
  | End => Stop
  | At a' g then_ others => if a =? a' then Guess g (fun x => pick then_ x) else pick others a
  end.

Fixpoint insert (x : int * list int) (l : list (int * list int)) :=
  match l with [] => [x] | y :: r => if fst x <=? fst y then x :: l else y :: insert x r end.
Definition in_order (win : int) (cs : list (int * list int)) :=
  fold_right insert [] (filter (fun x => negb (fst x =? win)) cs).

Fixpoint read_book (fuel : nat) (word_of : int -> option word) rows win (deep : int) (cs : list (int * list int)) nums
  : option (book * list int) :=
  match cs with
  | [] => Some (End, nums)
  | (a, C) :: r =>
      match fuel, nums with
      | S k, g :: rest =>
          if deep =? 0 then None else
          let? w := word_of g in
          let? (sub, rest') := read_book k word_of rows win (deep - 1) (in_order win (cells rows g C)) rest in
          let? (others, rest'') := read_book k word_of rows win deep r rest' in Some (At a w sub others, rest'')
      | _, _ => None
      end
  end.

Definition may_ask (c : claim) (g : word) (C : list word) : bool :=
  existsb (same g) (guesses (of_game c)) && (negb (only_candidates c) || existsb (same g) C) &&
  (negb (names_last (of_game c)) || negb (existsb (same g) C) || Nat.leb (List.length C) 1).
Fixpoint is_legal (c : claim) (before : word) (P : list word) (b : book) : bool :=
  match b with
  | End => true
  | At a g sub others =>
      let C := remaining (of_game c) before a P in
      may_ask c g C && is_legal c g C sub && is_legal c before P others
  end.
Definition keeps_rules (c : claim) (g : word) (b : book) : bool :=
  match first c with
  | None => may_ask c g (secrets (of_game c)) && is_legal c g (secrets (of_game c)) b
  | Some w => same w g && is_legal c w (secrets (of_game c)) b
  end.

(* What the tree costs; None: it does not find all in time. *)
Fixpoint cost_of (c : claim) (t : strategy) (ss : list (word * int)) : option Z :=
  match ss with
  | [] => Some 0%Z
  | (s, w) :: r =>
      match found_at (of_game c) t s, cost_of c t r with
      | Some k, Some z =>
          match prices c with
          | None => Some (to_Z w * Z.of_nat k + z)%Z
          | Some l => if Nat.leb k (List.length l) then Some (to_Z w * to_Z (nth (k - 1)%nat l 0%uint63) + z)%Z else None
          end
      | _, _ => None
      end
  end.
Definition cost_number (c : claim) (t : strategy) : option int :=
  let? z := cost_of c t (combine (secrets (of_game c)) (weights c)) in if (z <? 140737488355328)%Z then Some (of_Z z) else None.

(* ---- claims *)

Fixpoint rising (l : list int) : bool :=
  match l with x :: r => (match r with y :: _ => x <=? y | [] => true end) && rising r | [] => true end.
Fixpoint steep (l : list int) : bool :=
  match l with x :: r => (match r with y :: _ => x <? y | [] => true end) && steep r | [] => true end.
Definition dearest (prices : option (list int)) (n : int) : int := match prices with None => n | Some l => last l 0 end.
Definition price_list (ps : option (list int)) (ss : list word) : list int :=
  match ps with None => map fst (number 1 ([] :: [] :: ss)) | Some l => l end.
Definition needed (ps : list int) (all : int) (bound : option int) : int :=
  match bound with
  | None => INFINITE
  | Some b => let base := hd 0 ps * all in if b <=? base then 0 else b - base
  end.

Definition weight_list (h : header) : list int :=
  match its_weights h with Some l => l | None => map (fun _ => 1) (secrets (its_game h)) end.
Definition all_weights (h : header) : Z := fold_right (fun w z => (to_Z w + z)%Z) 0%Z (weight_list h).
Definition are_weights (h : header) (weights : option (array int)) (ss : list (int * word)) : bool :=
  Nat.eqb (List.length (weight_list h)) (List.length ss) && (0 <? all_weights h)%Z && (all_weights h <? 4294967296)%Z &&
  forallb (fun x => weight_of weights (fst (fst x)) =? snd x) (combine ss (weight_list h)).

Section Check.
Variable make_map : list (int * word) -> list (int * word) -> list int -> int -> option symmetry.
Variable symbols : game -> list int.
Variable with_symmetries : game -> bool.
Variable ours : int -> bool.

Definition make_claim (h : header) (x : option (list int) * option int) (reached : option int) : claim :=
  {| of_game := its_game h; weights := weight_list h;
     only_candidates := its_pool_is_candidates h; first := its_first h; prices := fst x; bound := snd x; reached := reached |}.

Definition find_word (w : word) (l : list (int * word)) : option int :=
  option_map fst (find (fun p => same w (snd p)) l).

(* One claim after the other, each with its lemmas; those with the prices 1, 2, 3, ... are kept, for prices that always rise. *)
Fixpoint check_claims (h : header) rows win (gs ss : list (int * word)) columns winner weights (small : bool) (start : option int)
  (tree : option strategy) (known : list (int * symmetry)) (kept : facts) (cs : list (option (list int) * option int)) nums
  : option (list claim) :=
  match cs with
  | [] => match nums with [] => Some [] | _ => None end
  | (ps, b) :: r =>
      let words := map snd ss in
      let n := count ss in
      let all := of_Z (all_weights h) in
      let l := price_list ps words in
      let endless := match ps with None => true | Some _ => false end in
      let cost := match tree with Some t => cost_number (make_claim h (ps, b) None) t | None => None end in
      let cheaper := match cost with
        | Some x => match b with Some y => x <? y | None => true end
        | None => false
        end in
      if rising l && (dearest ps n <=? 140737488355327 / all) && negb (match l with [] => true | _ => false end) && negb cheaper
      then
        let? (st, rest) := lemma rows win (map fst gs) (map fst ss) columns winner weights (its_pool_is_candidates h) (names_last (its_game h)) small endless
            (make_map gs ss (symbols (its_game h))) (count gs) (count ss)
            (match weights with Some _ => false | None => with_symmetries (its_game h) end) ours 250 start (map fst ss) l 0
            (needed l all b) {| proved := if negb endless && steep l then kept else Leaf []; known := known; room := 536870912 |} nums in
        let? found := check_claims h rows win gs ss columns winner weights small start tree (Core.known st)
            (if endless then Core.proved st else kept) r rest in
        Some (make_claim h (ps, b) cost :: found)
      else None
  end.

Definition check_header (h : header) (nums : list int) : option (list claim) :=
  let G := its_game h in
  let words_g := guesses G in
  let words_s := secrets G in
  let gs := number 0 words_g in
  let ss := number 0 words_s in
  let guess_of i := option_map snd (find (fun p => fst p =? i) gs) in
  match words_s with
  | [] => None
  | s0 :: _ =>
      let win := answers G s0 s0 in
      if is_few words_g && is_few words_s && words_differ words_s && negb (win =? nothing) then
        let? rows := make_table G win words_g words_s in
        let winner := make_winners rows win (map fst gs) (map fst ss) in
        let columns := make_columns rows win (map fst gs) (map fst ss) in
        let weights := option_map (fill (make (count words_s) 0) 0) (its_weights h) in
        if negb (are_winners rows win winner (map fst gs) (map fst ss) && are_weights h weights ss) then None else
        let small := are_columns rows win columns (map fst gs) (map fst ss) in
        let? start := (match its_first h with None => Some None | Some w => let? i := find_word w gs in Some (Some i) end) in
        if has_tree h then
          match nums with
          | [] => None
          | g :: rest =>
              let? w := guess_of g in
              let? (b, rest') := read_book (S (List.length nums)) guess_of rows win 249 (in_order win (cells rows g (map fst ss))) rest in
              if keeps_rules (make_claim h (None, None) None) w b
              then check_claims h rows win gs ss columns winner weights small start (Some (Guess w (pick b))) [] (Leaf []) (its_claims h) rest' else None
          end
        else check_claims h rows win gs ss columns winner weights small start None [] (Leaf []) (its_claims h) nums
      else None
  end.

End Check.
