(* What Coq takes for granted of the machine's numbers: they have 63 bits and no sign, where OCaml's have one (as in
   uint63_63.ml of Coq's kernel). *)

let () = assert (Sys.int_size = 63)

let of_int (x : int) = x
let equal (x : int) (y : int) = x = y
let lt (x : int) (y : int) = x lxor min_int < y lxor min_int
let le (x : int) (y : int) = x lxor min_int <= y lxor min_int
let l_sl x y = if 0 <= y && y < 63 then x lsl y else 0
let l_sr x y = if 0 <= y && y < 63 then x lsr y else 0

let div x y =
  if y = 0 then 0
  else if y < 0 then if lt x y then 0 else 1
  else if x >= 0 then x / y
  else
    let q = ((x lsr 1) / y) lsl 1 in
    if lt (x - (q * y)) y then q else q + 1
