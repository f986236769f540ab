(* Coq's arrays (as in parray.ml of its kernel): of old versions, what is different is kept. *)

(* The version that is the newest has the values; of another one, there are none here, but how it differs. *)
type 'a t = { mutable values : 'a array; mutable rest : 'a rest }
and 'a rest = Outside of 'a | Updated of int * 'a * 'a t

let most = 4194303 (* Coq's arrays are no longer *)
let make n outside =
  { values = Array.make (if 0 <= n && n <= most then n else most) outside; rest = Outside outside }

(* As there are no numbers with a point, arrays need not be asked whether they hold some. *)
let unsafe_get (a : 'a array) i : 'a = Obj.magic (Array.unsafe_get (Obj.magic a : string array) i)
let unsafe_set (a : 'a array) i (x : 'a) = Array.unsafe_set (Obj.magic a : string array) i (Obj.magic x : string)

(* Makes this version the one that has the values. *)
let rec reroot p =
  match p.rest with
  | Outside _ -> ()
  | Updated (i, x, q) ->
      reroot q;
      let a = q.values and rest = q.rest in
      q.values <- [||];
      q.rest <- Updated (i, unsafe_get a i, p);
      unsafe_set a i x;
      p.values <- a;
      p.rest <- rest

let slow_get p i =
  reroot p;
  let a = p.values in
  if 0 <= i && i < Array.length a then unsafe_get a i
  else match p.rest with Outside x -> x | Updated _ -> assert false

let get p i =
  let a = p.values in
  if 0 <= i && i < Array.length a then unsafe_get a i else slow_get p i

let set p i x =
  reroot p;
  let a = p.values in
  if 0 <= i && i < Array.length a then (
    let q = { values = a; rest = p.rest } in
    p.rest <- Updated (i, unsafe_get a i, q);
    p.values <- [||];
    unsafe_set a i x;
    q)
  else p

let rec default p = match p.rest with Outside x -> x | Updated (_, _, q) -> default q
let rec length p = match p.rest with Outside _ -> Array.length p.values | Updated (_, _, q) -> length q
