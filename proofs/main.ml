(* Reads a certificate, and prints what is proved of it.  usage: check NAME [K N] < CERTIFICATE, unpacked
   K and N select a share of the lemmas: what is printed is proved if all shares, from 0 to N - 1, are checked.
   Exit code 0: it was checked; 1: it was rejected; 2: it could not be read. *)

open Checker

let utf8 word =
  let buffer = Buffer.create 8 in
  List.iter (fun x -> Buffer.add_utf_8_uchar buffer (Uchar.of_int x)) word;
  Buffer.contents buffer

let numbers l = String.concat "," (List.map string_of_int l)
let rec nat = function O -> 0 | S n -> 1 + nat n

let rule_name = function
  | Bulls_and_cows -> "bulls and cows"
  | Cows_for_each -> "bulls, and cows for each place"
  | Bulls_only -> "bulls only"
  | Marks -> "marks"

let game_name = function
  | Codes (rule, places, symbols, guesses_repeat, secrets_repeat, no_zero) ->
      let repeats yes = if yes then "may repeat" else "differ" in
      Printf.sprintf "%s, codes of %d of the symbols %s, which %s in guesses and %s in secrets%s" (rule_name rule)
        (nat places) (utf8 symbols) (repeats guesses_repeat) (repeats secrets_repeat)
        (if no_zero then ", without 0 at first" else "")
  | Words (guesses, secrets) ->
      Printf.sprintf "marks, the %d guesses and %d secrets that it lists" (List.length guesses) (List.length secrets)
  | Table (names_last, secrets, rows) ->
      Printf.sprintf "the table of %d guesses and %d secrets that it lists%s" (List.length rows) (List.length secrets)
        (if names_last then ", a name being the last guess, which is counted" else "")

let print name share claim =
  Printf.printf "%s: CHECKED%s: %s: no strategy %s (prices %s%s%s%s)%s\n" name share (game_name claim.of_game)
    (match claim.bound with None -> "exists" | Some b -> Printf.sprintf "costs less than %d" b)
    (match claim.prices with None -> "1,2,3,..." | Some l -> numbers l)
    (if List.for_all (( = ) 1) claim.weights then "" else ", weighted")
    (if claim.only_candidates then ", guesses: candidates only" else "")
    (match claim.first with None -> "" | Some word -> ", first guess " ^ utf8 word)
    (match claim.reached with
    | Some n when claim.bound = Some n -> Printf.sprintf ", and one costs %d: it is optimal" n
    | Some n -> Printf.sprintf ", and one costs %d" n
    | None -> "")

let bytes_of channel =
  let rec more got = match input_char channel with c -> more (Char.code c :: got) | exception End_of_file -> List.rev got in
  more []

let () =
  Gc.set { (Gc.get ()) with minor_heap_size = 4_000_000; space_overhead = 200 };   (* words; only for speed *)
  let run name share check =
    set_binary_mode_in stdin true;
    match check (bytes_of stdin) with
    | Checked claims -> List.iter (print name share) claims
    | Rejected -> Printf.printf "%s: REJECTED\n" name; exit 1
    | exception Sys_error why -> prerr_endline why; exit 2
    | exception (Stack_overflow | Out_of_memory) -> Printf.eprintf "%s: no memory\n" name; exit 2
  in
  match Sys.argv with
  | [| _; name |] -> run name "" check
  | [| _; name; k; n |] -> run name (Printf.sprintf " IN PART (%s/%s)" k n) (check_share (int_of_string k) (int_of_string n))
  | _ -> prerr_endline "usage: check NAME [K N] < CERTIFICATE (unpacked)"; exit 2
