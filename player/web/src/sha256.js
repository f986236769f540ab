// SHA-256 (FIPS 180-4).  crypto.subtle is missing in a page that comes over plain http.

const isPrime = (n, _, all) => n > 1 && all.slice(2, n).every((d) => n % d);
const PRIMES = Array.from({ length: 312 }, (_, i) => i).filter(isPrime); // 64 of them
const fraction = (x) => Math.floor((x - Math.floor(x)) * 2 ** 32);
const START = PRIMES.slice(0, 8).map((p) => fraction(Math.sqrt(p)));
const STEP = PRIMES.map((p) => fraction(Math.cbrt(p)));

const turn = (x, n) => (x >>> n) | (x << (32 - n));
const mix = (x, one, two, shift) => turn(x, one) ^ turn(x, two) ^ (x >>> shift);

export function sha256(bytes) {
  const padded = new Uint8Array((bytes.length + 72) & ~63);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, bytes.length << 3);
  const state = new Int32Array(START);
  const words = new Int32Array(64);
  for (let block = 0; block < padded.length; block += 64) {
    for (let i = 0; i < 16; i++) words[i] = view.getInt32(block + 4 * i);
    for (let i = 16; i < 64; i++) {
      words[i] = words[i - 16] + mix(words[i - 15], 7, 18, 3) + words[i - 7] + mix(words[i - 2], 17, 19, 10);
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i++) {
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + STEP[i] + words[i]) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
    }
    [a, b, c, d, e, f, g, h].forEach((x, i) => (state[i] += x));
  }
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((x, i) => digest.setInt32(4 * i, x));
  return new Uint8Array(digest.buffer);
}
