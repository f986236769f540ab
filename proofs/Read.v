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
  let put x r := if is_control x then None else match utf8 r with Some w => Some (x :: w) | None => None end in
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
  | b :: r => if b =? 10 then Some ([], r) else match line r with Some (w, rest) => Some (b :: w, rest) | None => None end
  end.
Definition next_line (bytes : list int) : option (list int * list int) :=
  match line bytes with
  | Some (w, rest) => match utf8 w with Some l => Some (l, rest) | None => None end
  | None => None
  end.
Definition field (key : string) (bytes : list int) : option (list int * list int) :=
  match next_line bytes with
  | Some (l, rest) => match after_prefix (text key) l with Some w => Some (w, rest) | None => None end
  | None => None
  end.

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
      match digits l 0 with Some x => if x <? below then Some x else None | None => None end
  end.
Fixpoint digits_first (l : list int) : list int * list int :=
  match l with x :: r => if is_digit x then let '(a, b) := digits_first r in (x :: a, b) else ([], l) | [] => ([], []) end.
Fixpoint numbers (bytes : list int) (x bits : int) (inside : bool) : option (list int) :=
  match bytes with
  | [] => if inside then None else Some []
  | b :: r =>
      if 63 <=? bits then None else
      let y := x lor ((b land 127) << bits) in
      if b <? 128 then match numbers r 0 0 false with Some l => Some (y :: l) | None => None end
      else numbers r y (bits + 7) true
  end.

(* ---- games *)

Fixpoint differ (ws : list (list int)) : bool :=
  match ws with [] => true | w :: r => negb (existsb (equal w) r) && differ r end.
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

Record suffixes := { any : bool; distinct : bool; each : bool; matches : bool; nozero : bool }.
Fixpoint read_suffixes (fuel : nat) (l : list int) (s : suffixes) : option (suffixes * list int) :=
  match fuel with
  | 0%nat => Some (s, l)
  | S k =>
      match after_prefix (text "-any") l, after_prefix (text "-distinct") l, after_prefix (text "-each") l,
        after_prefix (text "-matches") l, after_prefix (text "-nozero") l with
      | Some r, _, _, _, _ => if any s then None else
          read_suffixes k r {| any := true; distinct := distinct s; each := each s; matches := matches s; nozero := nozero s |}
      | _, Some r, _, _, _ => if distinct s then None else
          read_suffixes k r {| any := any s; distinct := true; each := each s; matches := matches s; nozero := nozero s |}
      | _, _, Some r, _, _ => if each s then None else
          read_suffixes k r {| any := any s; distinct := distinct s; each := true; matches := matches s; nozero := nozero s |}
      | _, _, _, Some r, _ => if matches s then None else
          read_suffixes k r {| any := any s; distinct := distinct s; each := each s; matches := true; nozero := nozero s |}
      | _, _, _, _, Some r => if nozero s then None else
          read_suffixes k r {| any := any s; distinct := distinct s; each := each s; matches := matches s; nozero := true |}
      | None, None, None, None, None => Some (s, l)
      end
  end.

Inductive family := Bulls | Mastermind | Match | Of_marks.
Definition read_family (l : list int) : option (family * list int) :=
  match after_prefix (text "bulls-") l, after_prefix (text "mastermind-") l, after_prefix (text "match-") l,
    after_prefix (text "marks-") l with
  | Some r, _, _, _ => Some (Bulls, r)
  | _, Some r, _, _ => Some (Mastermind, r)
  | _, _, Some r, _ => Some (Match, r)
  | _, _, _, Some r => Some (Of_marks, r)
  | None, None, None, None => None
  end.
Fixpoint power (C : Z) (places : nat) : Z := match places with 0%nat => 1%Z | S p => (C * power C p)%Z end.

Definition read_code_game (l : list int) : option game :=
  let? (f, l1) := read_family l in
  let '(places, l2) := digits_first l1 in
  let? P := whole places 9 in
  let? l3 := after_prefix (text "x") l2 in
  let '(colours, l4) := digits_first l3 in
  let? C := whole colours 63 in
  let none := {| any := false; distinct := false; each := false; matches := false; nozero := false |} in
  let? (s, l5) := read_suffixes 6 l4 none in
  let? w := (match l5 with [] => Some None | _ =>
    match after_prefix (text "=") l5 with Some (x :: r) => Some (Some (x :: r)) | _ => None end end) in
  let? symbols := read_symbols C w in
  let is_counted := match f with Bulls | Mastermind => true | Match | Of_marks => false end in
  let is_distinct := match f with Bulls => true | _ => distinct s end in
  let places := Z.to_nat (to_Z P) in
  if (1 <=? P) && (2 <=? C) && negb (each s && matches s) && ((negb (each s) && negb (matches s)) || is_counted) &&
     (negb (nozero s) || (hd 0 symbols =? 48)) && (power (to_Z C) places <=? 4194303)%Z
  then Some (Codes (match f with
      | Bulls | Mastermind => if each s then Cows_for_each else Bulls_and_cows
      | Match => Bulls_only
      | Of_marks => Marks
      end) places symbols (negb is_distinct || any s) (negb is_distinct) (nozero s))
  else None.

Definition is_list (ws : list word) : bool :=
  let n := match ws with w :: _ => count w | [] => 0 end in
  between 1 n 8 && forallb (fun w => count w =? n) ws && differ ws.
Definition read_game (l rest : list int) : option (game * list int) :=
  match after_prefix (text "words:") l with
  | None => match read_code_game l with Some G => Some (G, rest) | None => None end
  | Some h => match field "rule marks" rest with
      | Some ([], r1) => match field "guesses " r1 with
          | Some (g, r2) => match field "secrets " r2 with
              | Some (s, r3) =>
                  let gs := split_at 32 g in
                  let ss := split_at 32 s in
                  if is_hash h && is_list gs && is_list ss && (count (hd [] gs) =? count (hd [] ss)) && is_few gs
                  then Some (Words gs ss, r3) else None
              | None => None
              end
          | None => None
          end
      | _ => None
      end
  end.
Definition not_too_large (G : game) : bool :=
  (Z.of_nat (List.length (guesses G)) * Z.of_nat (List.length (secrets G)) <=? 1073741824)%Z.

(* ---- claims *)

Fixpoint read_prices (ws : list (list int)) : option (list int) :=
  match ws with
  | [] => Some []
  | w :: r => match whole w 140737488355328, read_prices r with Some x, Some l => Some (x :: l) | _, _ => None end
  end.
Definition read_claim (l : list int) : option (option (list int) * option int) :=
  match split_at 32 l with
  | [p; b] =>
      let prices := if equal p (text "1,2,3,...") then Some None else
        match read_prices (split_at 44 p) with
        | Some ps => if count ps <=? 1000 then Some (Some ps) else None
        | None => None
        end in
      let bound := if equal b (text "never") then Some None
        else match whole b 140737488355328 with Some x => Some (Some x) | None => None end in
      match prices, bound with Some x, Some y => Some (x, y) | _, _ => None end
  | _ => None
  end.
Fixpoint read_claims (fuel : nat) (bytes : list int) : option (list (option (list int) * option int) * list int) :=
  match fuel with
  | 0%nat => None
  | S k =>
      match next_line bytes with
      | None => None
      | Some (l, rest) =>
          if equal l (text "proof") then Some ([], rest) else
          match after_prefix (text "claim ") l with
          | None => None
          | Some c => match read_claim c, read_claims k rest with
              | Some x, Some (xs, rest') => Some (x :: xs, rest')
              | _, _ => None
              end
          end
      end
  end.

Inductive reading :=
  | Wrong
  | Not_treated                                         (* it may be right, but this program cannot say *)
  | Read (h : header) (nums : list int).

Definition one_of (l : list int) (yes no : string) : option bool :=
  if equal l (text yes) then Some true else if equal l (text no) then Some false else None.

Definition read_rest (G : game) (bytes : list int) : option (header * list int) :=
  let? (pool, r1) := field "pool " bytes in
  let? (w, r2) := field "first " r1 in
  let? (caps, r3) := field "caps " r2 in
  let? (tree, r4) := field "tree " r3 in
  let? p := one_of pool "candidates" "all" in
  let? _ := one_of caps "classes" "whole" in
  let? (claims, r5) := read_claims 101 r4 in
  let? nums := numbers r5 0 0 false in
  if (is_hash tree || equal tree (text "-")) && negb (match claims with [] => true | _ => false end) then
    Some ({| its_game := G; its_pool_is_candidates := p; its_first := if equal w (text "-") then None else Some w;
             has_tree := is_hash tree; its_claims := claims |}, nums)
  else None.
Definition read (bytes : list int) : reading :=
  match field "guesstree certificate 1" bytes with
  | Some ([], r1) =>
      match (let? (l, r2) := field "game " r1 in read_game l r2) with
      | Some (G, r3) =>
          if negb (not_too_large G) then Wrong else
          match field "weights " r3, read_rest G r3 with
          | Some _, _ => Not_treated
          | None, Some (h, nums) => Read h nums
          | None, None => Wrong
          end
      | None => Wrong
      end
  | _ => Wrong
  end.

(* ---- maps of words: position i of an image is names[the symbol at places[i]] *)

Definition its_symbols (G : game) : list int := match G with Codes _ _ s _ _ _ => s | Words _ _ => [] end.
Definition has_symmetries (G : game) : bool := match G with Codes _ _ _ _ _ _ => true | Words _ _ => false end.
Definition numbers_of_map (G : game) : nat :=
  match G with Codes _ p s _ _ _ => p + List.length s | Words _ _ => 0 end.

Fixpoint nth_of (l : list int) (i : int) : int := match l with [] => 0 | x :: r => if i =? 0 then x else nth_of r (i - 1) end.
Fixpoint put_all (a : array int) (i : int) (l : list int) : array int :=
  match l with [] => a | x :: r => put_all a.[x <- i] (i + 1) r end.
Fixpoint values (a : array int) (i : int) (l : list int) : array int :=
  match l with [] => a | x :: r => values a.[i <- x] (i + 1) r end.
Definition is_permutation (l : list int) : bool := all_different l && forallb (fun x => x <? count l) l.

Definition make_map (gs ss : list (int * word)) (symbols key : list int) : option symmetry :=
  let places := match gs with (_, w) :: _ => count w | [] => 0 end in
  let C := count symbols in
  let moves := first_of places key in
  let names := skipn (List.length moves) key in
  if is_permutation moves && is_permutation names then
    let index := put_all (make 128 0) 0 symbols in
    let renamed := values (make C 0) 0 names in
    let code w := fold_left (fun n c => n * C + index.[c]) w 0 in
    let image w := fold_left (fun n p => n * C + renamed.[index.[nth_of w p]]) moves 0 in
    let find (l : list (int * word)) :=
      let at_code := fold_left (fun a x => a.[code (snd x) <- fst x]) l
        (make (of_Z (power (to_Z C) (Z.to_nat (to_Z places)))) NONE) in
      fold_left (fun a x => a.[fst x <- at_code.[image (snd x)]]) l (make (count l) NONE) in
    Some {| of_guess := find gs; of_secret := find ss |}
  else None.
