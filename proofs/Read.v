(* Reading a certificate, as docs/certificates.md describes it.  Nothing has to be proved of it: what was read is what the
   claim says. *)

From Coq Require Import PArray List Bool ZArith Uint63 String Ascii.
From Guesstree Require Import Spec Core Program.
Import ListNotations PArrayNotations.
Local Open Scope uint63_scope.

Definition text (s : string) : list int := map (fun c => of_Z (Z.of_nat (nat_of_ascii c))) (list_ascii_of_string s).

Fixpoint after_prefix (p l : list int) : option (list int) :=
  match p, l with
  | [], _ => Some l
  | x :: p', y :: l' => if x =? y then after_prefix p' l' else None
  | _ :: _, [] => None
  end.

Fixpoint split_at (x : int) (l : list int) : list (list int) :=
  match l with
  | [] => [[]]
  | y :: r => if y =? x then [] :: split_at x r
      else match split_at x r with [] => [[y]] | w :: ws => (y :: w) :: ws end
  end.

Definition between a x b := (a <=? x) && (x <=? b).
Definition is_digit x := between 48 x 57.
Definition is_letter x := between 65 x 90 || between 97 x 122.
Definition is_hash (l : list int) := (count l =? 64) && forallb (fun x => is_digit x || between 97 x 102) l.

(* ---- lines of UTF-8 *)

Definition is_control x := (x <? 32) || between 127 x 159.
Fixpoint utf8 (l : list int) : option (list int) :=
  let cont b := between 128 b 191 in
  let put x r := if is_control x then None else let? w := utf8 r in Some (x :: w) in
  match l with
  | [] => Some []
  | a :: r1 =>
      if a <? 128 then put a r1 else
      match r1 with
      | [] => None
      | b :: r2 =>
          if between 194 a 223 then (if cont b then put ((a land 31) * 64 + (b land 63)) r2 else None) else
          match r2 with
          | [] => None
          | c :: r3 =>
              if between 224 a 239 then
                let x := ((a land 15) * 64 + (b land 63)) * 64 + (c land 63) in
                if cont b && cont c && (2048 <=? x) && negb (between 55296 x 57343) then put x r3 else None
              else match r3 with
              | [] => None
              | d :: r4 =>
                  let x := (((a land 7) * 64 + (b land 63)) * 64 + (c land 63)) * 64 + (d land 63) in
                  if between 240 a 244 && cont b && cont c && cont d && between 65536 x 1114111 then put x r4 else None
              end
          end
      end
  end.

(* The next line, without its end, and what follows. *)
Fixpoint line (bytes : list int) : option (list int * list int) :=
  match bytes with
  | [] => None
  | b :: r => if b =? 10 then Some ([], r) else let? (w, rest) := line r in Some (b :: w, rest)
  end.
Definition next_line (bytes : list int) : option (list int * list int) :=
  let? (w, rest) := line bytes in let? l := utf8 w in Some (l, rest).
Definition field (key : string) (bytes : list int) : option (list int * list int) :=
  let? (l, rest) := next_line bytes in let? w := after_prefix (text key) l in Some (w, rest).

Definition one_of (l : list int) (yes no : string) : option bool :=
  if same l (text yes) then Some true else if same l (text no) then Some false else None.

(* ---- numbers *)

Fixpoint digits (l : list int) (x : int) : option int :=
  match l with
  | [] => Some x
  | d :: r => if is_digit d && (x <? 140737488355328) then digits r (10 * x + (d - 48)) else None
  end.
Definition whole (l : list int) (below : int) : option int :=
  match l with
  | [] => None
  | d :: r => if (d =? 48) && negb (match r with [] => true | _ => false end) then None else
      let? x := digits l 0 in if x <? below then Some x else None
  end.
Fixpoint digits_first (l : list int) : list int * list int :=
  match l with x :: r => if is_digit x then let '(a, b) := digits_first r in (x :: a, b) else ([], l) | [] => ([], []) end.
Fixpoint numbers (bytes : list int) (x bits : int) (inside : bool) : option (list int) :=
  match bytes with
  | [] => if inside then None else Some []
  | b :: r =>
      if 63 <=? bits then None else
      let y := x lor ((b land 127) << bits) in
      if b <? 128 then let? l := numbers r 0 0 false in Some (y :: l)
      else numbers r y (bits + 7) true
  end.

(* ---- games *)

Fixpoint differ (ws : list (list int)) : bool :=
  match ws with [] => true | w :: r => negb (existsb (same w) r) && differ r end.
Definition no_name := text " :#=./\;+-".
Definition are_names (C : int) (l : list int) : bool :=
  let names := if existsb (fun x => x =? 44) l then split_at 44 l else map (fun x => [x]) l in
  (count names =? C) && differ names &&
  forallb (fun w => between 1 (count w) 20 && negb (existsb (fun x => existsb (fun y => x =? y) no_name) w)) names &&
  existsb (fun w => match w with [x] => negb (is_digit x || is_letter x) | _ => true end) names.
Fixpoint first_of (n : int) (l : list int) : list int :=
  match l with [] => [] | x :: r => if n =? 0 then [] else x :: first_of (n - 1) r end.
Definition read_symbols (C : int) (l : option (list int)) : option (list int) :=
  let usual := if C =? 10 then text "0123456789" else first_of C (text "123456789") in
  match l with
  | None => if C <=? 10 then Some usual else None
  | Some w =>
      if negb (match w with [] => true | _ => false end) && forallb (fun x => is_digit x || is_letter x) w && all_different w
      then if count w =? C then Some (Sorting.sort w) else None
      else if (C <=? 10) && are_names C w then Some usual else None
  end.

(* With which of the texts a line begins, by its number, and what follows. *)
Fixpoint begins (i : nat) (names : list string) (l : list int) : option (nat * list int) :=
  match names with
  | [] => None
  | x :: r => match after_prefix (text x) l with Some rest => Some (i, rest) | None => begins (S i) r l end
  end.
(* The suffixes of a game, each at most once. *)
Fixpoint read_suffixes (fuel : nat) (l : list int) (seen : list nat) : option (list nat * list int) :=
  match fuel, begins 0 ["-any"; "-distinct"; "-each"; "-matches"; "-nozero"]%string l with
  | S k, Some (i, r) => if existsb (Nat.eqb i) seen then None else read_suffixes k r (i :: seen)
  | _, _ => Some (seen, l)
  end.
Fixpoint power (C : Z) (places : nat) : Z := match places with 0%nat => 1%Z | S p => (C * power C p)%Z end.

Definition read_code_game (l : list int) : option game :=
  let? (f, l1) := begins 0 ["bulls-"; "mastermind-"; "match-"; "marks-"]%string l in
  let '(places, l2) := digits_first l1 in
  let? P := whole places 9 in
  let? l3 := after_prefix (text "x") l2 in
  let '(colours, l4) := digits_first l3 in
  let? C := whole colours 63 in
  let? (seen, l5) := read_suffixes 6 l4 [] in
  let has i := existsb (Nat.eqb i) seen in
  let '(any, distinct, each, matches, nozero) := (has 0, has 1, has 2, has 3, has 4)%nat in
  let? w := (match l5 with [] => Some None | _ =>
    match after_prefix (text "=") l5 with Some (x :: r) => Some (Some (x :: r)) | _ => None end end) in
  let? symbols := read_symbols C w in
  let is_counted := Nat.leb f 1 in
  let is_distinct := Nat.eqb f 0 || distinct in
  let places := Z.to_nat (to_Z P) in
  if (1 <=? P) && (2 <=? C) && negb (each && matches) && ((negb each && negb matches) || is_counted) &&
     (negb nozero || (hd 0 symbols =? 48)) && (power (to_Z C) places <=? 4194303)%Z
  then Some (Codes (match f with
      | 0%nat | 1%nat => if each then Cows_for_each else Bulls_and_cows
      | 2%nat => Bulls_only
      | _ => Marks
      end) places symbols (negb is_distinct || any) (negb is_distinct) nozero)
  else None.

Definition is_list (ws : list word) : bool :=
  let n := match ws with w :: _ => count w | [] => 0 end in
  between 1 n 8 && forallb (fun w => count w =? n) ws && differ ws.

(* The answers of secrets to the guess g, numbered from 1 on in the order of those that were seen before; 0 to g itself. *)
Fixpoint place_of (w : list int) (i : int) (ws : list (list int)) : int :=
  match ws with [] => i | x :: r => if same x w then i else place_of w (i + 1) r end.
Fixpoint number_answers (g : word) (ss answers seen : list (list int)) : option (list int) :=
  match ss, answers with
  | [], [] => Some []
  | s :: ss', a :: r =>
      if same g s then let? l := number_answers g ss' r seen in Some (0 :: l) else
      let i := place_of a 1 seen in
      let? l := number_answers g ss' r (if count seen <? i then seen ++ [a] else seen) in
      if (i <? 6560) && negb (same a []) then Some (i :: l) else None
  | _, _ => None
  end.
Fixpoint read_rows (fuel : list int) (ss : list word) (bytes : list int) : option (list (word * list int) * list int) :=
  match fuel, field "row " bytes with
  | _ :: fuel', Some (l, rest) =>
      let ws := split_at 32 l in
      let? row := number_answers (hd [] ws) ss (tl ws) [] in
      let? (rows, rest') := read_rows fuel' ss rest in Some ((hd [] ws, row) :: rows, rest')
  | _, _ => Some ([], bytes)
  end.
Definition are_titles (ws : list word) : bool := negb (match ws with [] => true | _ => false end) && forallb (fun w => negb (same w [])) ws && differ ws.
Definition read_table (rest : list int) : option (game * list int) :=
  let? (l, r1) := field "rule " rest in
  let? to_identify := one_of l "identify" "win" in
  let? (s, r2) := field "secrets " r1 in
  let ss := split_at 32 s in
  let? (rows, r3) := read_rows r2 ss r2 in
  if are_titles ss && are_titles (map fst rows) && is_few rows then Some (Table to_identify ss rows, r3) else None.

Definition read_game (l rest : list int) : option (game * list int) :=
  match after_prefix (text "table:") l with Some h => if is_hash h then read_table rest else None | None =>
  match after_prefix (text "words:") l with
  | None => let? G := read_code_game l in Some (G, rest)
  | Some h =>
      let? (more, r1) := field "rule marks" rest in
      let? (g, r2) := field "guesses " r1 in
      let? (s, r3) := field "secrets " r2 in
      let gs := split_at 32 g in
      let ss := split_at 32 s in
      if same more [] && is_hash h && is_list gs && is_list ss && (count (hd [] gs) =? count (hd [] ss)) && is_few gs
      then Some (Words gs ss, r3) else None
  end end.
Definition not_too_large (G : game) : bool :=
  (Z.of_nat (List.length (guesses G)) * Z.of_nat (List.length (secrets G)) <=? 1073741824)%Z.

(* ---- claims *)

Fixpoint read_numbers (ws : list (list int)) : option (list int) :=
  match ws with
  | [] => Some []
  | w :: r => let? x := whole w 140737488355328 in let? l := read_numbers r in Some (x :: l)
  end.
Definition read_claim (l : list int) : option (option (list int) * option int) :=
  match split_at 32 l with
  | [p; b] =>
      let? prices := (if same p (text "1,2,3,...") then Some None else
        let? ps := read_numbers (split_at 44 p) in if count ps <=? 1000 then Some (Some ps) else None) in
      let? bound := (if same b (text "never") then Some None else let? x := whole b 140737488355328 in Some (Some x)) in
      Some (prices, bound)
  | _ => None
  end.
Fixpoint read_claims (fuel : nat) (bytes : list int) : option (list (option (list int) * option int) * list int) :=
  match fuel with
  | 0%nat => None
  | S k =>
      let? (l, rest) := next_line bytes in
      if same l (text "proof") then Some ([], rest) else
      let? c := after_prefix (text "claim ") l in
      let? x := read_claim c in
      let? (xs, rest') := read_claims k rest in Some (x :: xs, rest')
  end.

Definition read_rest (G : game) (weights : option (list int)) (bytes : list int) : option (header * list int) :=
  let? (pool, r1) := field "pool " bytes in
  let? (w, r2) := field "first " r1 in
  let? (tree, r4) := field "tree " r2 in
  let? p := one_of pool "candidates" "all" in
  let? (claims, r5) := read_claims 101 r4 in
  let? nums := numbers r5 0 0 false in
  if (is_hash tree || same tree (text "-")) && negb (match claims with [] => true | _ => false end) then
    Some ({| its_game := G; its_weights := weights; its_pool_is_candidates := p; its_first := if same w (text "-") then None else Some w;
             has_tree := is_hash tree; its_claims := claims |}, nums)
  else None.
(* The price of a name is 0 after a price list, and 1 (as of any guess) if prices are 1, 2, 3, ...: then the bound counts
   the names. *)
Definition with_names (h : header) : header :=
  if negb (names_last (its_game h)) then h else
  let of_claim (x : option (list int) * option int) :=
    match x with
    | (Some l, b) => (Some (0 :: l), b)
    | (None, b) => (None, option_map (fun y => y + of_Z (all_weights h)) b)
    end in
  {| its_game := its_game h; its_weights := its_weights h; its_pool_is_candidates := its_pool_is_candidates h;
     its_first := its_first h; has_tree := has_tree h; its_claims := map of_claim (its_claims h) |}.
Definition read_header (bytes : list int) : option (header * list int) :=
  let? (l, r1) := field "guesstree certificate 2" bytes in
  let? (l', r2) := field "game " r1 in
  let? (G, r3) := read_game l' r2 in
  if negb (same l [] && not_too_large G) then None else
  match field "weights " r3 with
  | None => read_rest G None r3
  | Some (ws, r4) => let? ws := read_numbers (split_at 32 ws) in
      if forallb (fun w => 0 <? w) ws then read_rest G (Some ws) r4 else None
  end.

Definition read (bytes : list int) : option (header * list int) :=
  let? (h, nums) := read_header bytes in Some (with_names h, nums).

(* ---- exchanges: of places that are neighbours, then of symbols *)

Definition its_symbols (G : game) : list int := match G with Codes _ _ s _ _ _ => s | _ => [] end.
Definition has_symmetries (G : game) : bool := match G with Codes _ _ _ _ _ _ => true | _ => false end.
Fixpoint put_all (a : array int) (i : int) (l : list int) : array int :=
  match l with [] => a | x :: r => put_all a.[x <- i] (i + 1) r end.
Definition exchanged (n k : int) : list int :=
  map (fun i => if i =? k then k + 1 else if i =? k + 1 then k else i) (from (Z.to_nat (to_Z n)) 0).

(* Place i of an image has names[the symbol at moves[i]]. *)
Definition make_map (gs ss : list (int * word)) (symbols : list int) (x : int) : option symmetry :=
  let places := match gs with (_, w) :: _ => count w | [] => 0 end in
  let C := count symbols in
  if (x <? places + C) && (x + 2 <? places + C) then
    let of_places := x + 1 <? places in
    let moves := exchanged places (if of_places then x else NONE - 1) in
    let names := exchanged C (if of_places then NONE - 1 else x + 1 - places) in
    let index := put_all (make 128 0) 0 symbols in
    let renamed := fill (make C 0) 0 names in
    let code w := fold_left (fun n c => n * C + index.[c]) w 0 in
    let image w := fold_left (fun n p => n * C + renamed.[index.[nth_of w p]]) moves 0 in
    let find (l : list (int * word)) :=
      let at_code := fold_left (fun a x => a.[code (snd x) <- fst x]) l
        (make (of_Z (power (to_Z C) (Z.to_nat (to_Z places)))) NONE) in
      fold_left (fun a x => a.[fst x <- at_code.[image (snd x)]]) l (make (count l) NONE) in
    Some {| of_guess := find gs; of_secret := find ss |}
  else None.
