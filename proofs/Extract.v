(* The program of the theorem, in OCaml.  Coq's numbers of 63 bits become OCaml's, its arrays those of parray.ml. *)

From Coq Require Import Extraction ExtrOcamlBasic Uint63 PArray.
From Guesstree Require Import Spec Main.

Extract Inlined Constant int => "int".
Extract Inlined Constant Uint63.add => "(+)".
Extract Inlined Constant Uint63.sub => "(-)".
Extract Inlined Constant Uint63.mul => "( * )".
Extract Inlined Constant Uint63.div => "Uint63.div".
Extract Inlined Constant Uint63.land => "(land)".
Extract Inlined Constant Uint63.lor => "(lor)".
Extract Inlined Constant Uint63.lxor => "(lxor)".
Extract Inlined Constant Uint63.lsl => "Uint63.l_sl".
Extract Inlined Constant Uint63.lsr => "Uint63.l_sr".
Extract Inlined Constant Uint63.eqb => "Uint63.equal".
Extract Inlined Constant Uint63.ltb => "Uint63.lt".
Extract Inlined Constant Uint63.leb => "Uint63.le".
Extract Constant PArray.array "'a" => "'a Parray.t".
Extract Inlined Constant PArray.make => "Parray.make".
Extract Inlined Constant PArray.get => "Parray.get".
Extract Inlined Constant PArray.set => "Parray.set".
Extract Inlined Constant PArray.default => "Parray.default".
Extract Inlined Constant PArray.length => "Parray.length".

Extraction "checker.ml" check check_share guesses secrets.
