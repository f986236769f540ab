var a = ["abc"];
var b = "xyz
