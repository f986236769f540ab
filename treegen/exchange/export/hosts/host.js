// Runs a JavaScript program N times: node host.js PROGRAM N.
//
// The program is not changed. Node makes a function of every CommonJS module and calls it; here the function is called
// once a run, with streams of its own in place of the process's. A line "\0 CODE" tells that a run has ended.
const fs = require("fs"), { PassThrough } = require("stream"), vm = require("vm");

const [path, number] = process.argv.slice(2);
const program = vm.compileFunction(fs.readFileSync(path, "utf8"), ["process"], { filename: path });
let count = Number(number), input;

function run() {
  if (!count--) return process.stdin.destroy();
  const output = new PassThrough();
  input = new PassThrough();
  output.on("data", (data) => process.stdout.write(data));
  input.on("close", () => setImmediate(() => { // what it wrote last has been passed on by then
    process.stdout.write("\0 0\n");
    run();
  }));
  program({ stdin: input, stdout: output, stderr: process.stderr });
}

process.stdin.on("data", (data) => input.destroyed || input.write(data)).on("end", () => input.end());
run();
