(* Coq's arrays (as in parray.ml of its kernel): of old versions, what is different is kept. *)

type 'a t = 'a kind ref
and 'a kind = Array of 'a array * 'a (* and what is outside *) | Updated of int * 'a * 'a t

let most = 4194303 (* Coq's arrays are no longer *)
let make n outside = ref (Array (Array.make (if 0 <= n && n <= most then n else most) outside, outside))

(* As there are no numbers with a point, arrays need not be asked whether they hold some. *)
let unsafe_get (a : 'a array) i : 'a = Obj.magic (Array.unsafe_get (Obj.magic a : string array) i)
let unsafe_set (a : 'a array) i (x : 'a) = Array.unsafe_set (Obj.magic a : string array) i (Obj.magic x : string)

(* Makes this version the one that has the array. *)
let rec reroot p =
  match !p with
  | Array _ -> ()
  | Updated (i, x, q) -> (
      reroot q;
      match !q with
      | Array (a, _) as kind ->
          q := Updated (i, unsafe_get a i, p);
          unsafe_set a i x;
          p := kind
      | Updated _ -> assert false)

let rec slow_get p i =
  reroot p;
  match !p with
  | Array (a, outside) -> if 0 <= i && i < Array.length a then unsafe_get a i else outside
  | Updated _ -> slow_get p i

let get p i =
  match !p with
  | Array (a, outside) -> if 0 <= i && i < Array.length a then unsafe_get a i else outside
  | Updated _ -> slow_get p i

let rec set p i x =
  match !p with
  | Updated _ -> reroot p; set p i x
  | Array (a, _) as kind ->
      if 0 <= i && i < Array.length a then (
        let q = ref kind in
        p := Updated (i, unsafe_get a i, q);
        unsafe_set a i x;
        q)
      else p

let rec default p = match !p with Array (_, outside) -> outside | Updated (_, _, q) -> default q
let rec length p = match !p with Array (a, _) -> Array.length a | Updated (_, _, q) -> length q
