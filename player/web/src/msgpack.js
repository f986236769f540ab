// The few forms of msgpack that a tree file is written in; see trees/FORMAT.md.

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Reads values one after the other; throws a RangeError if there is no value, or not in its shortest form. */
export class Reader {
  constructor(bytes) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.at = 0;
  }

  map() {
    const head = this.#integer("Uint", 1);
    if (head >> 4 === 8) return head & 15;
    if (head === 0xde || head === 0xdf) return this.#length(head === 0xde ? 2 : 4, 16, 2);
    throw new RangeError("no map");
  }

  /** The next value: a number (a BigInt if it is too large to be exact), a text, bytes, true, false, null, or an array. */
  value(isInArray = false) {
    const head = this.#integer("Uint", 1);
    const isOneOf = (first, last) => head >= first && head <= last;
    if (head < 0x80) return head;
    if (head >= 0xe0) return head - 256;
    if (isOneOf(0xa0, 0xbf)) return decoder.decode(this.#take(head & 31));
    if (isOneOf(0x90, 0x9f)) return this.#array(head & 15, isInArray);
    if (head === 0xc0) return null;
    if (isOneOf(0xc2, 0xc3)) return head === 0xc3;
    if (isOneOf(0xc4, 0xc6)) return this.#take(this.#length(1 << (head - 0xc4), 0));
    if (isOneOf(0xcc, 0xcf)) return this.#length(1 << (head - 0xcc), 128);
    if (isOneOf(0xd0, 0xd3)) return this.#negative(1 << (head - 0xd0));
    if (isOneOf(0xd9, 0xdb)) return decoder.decode(this.#take(this.#length(1 << (head - 0xd9), 32)));
    if (isOneOf(0xdc, 0xdd)) return this.#array(this.#length(head === 0xdc ? 2 : 4, 16, 2), isInArray);
    throw new RangeError("no value");
  }

  #array(length, isInArray) {
    if (isInArray || length > this.bytes.length - this.at) throw new RangeError("no array here");
    return Array.from({ length }, () => this.value(true));
  }

  #take(length) {
    if (length > this.bytes.length - this.at) throw new RangeError("cut short");
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  /** A non-negative number in `size` bytes, in its shortest form: in `first` bytes, it must be at least `least`. */
  #length(size, least, first = 1) {
    const number = this.#integer("Uint", size);
    if (number < (size === first ? least : 2 ** (4 * size))) throw new RangeError("not the shortest form");
    return number;
  }

  #negative(size) {
    const number = this.#integer("Int", size);
    if (number >= -(size === 1 ? 32 : 2 ** (4 * size - 1))) throw new RangeError("not the shortest form");
    return number;
  }

  #integer(kind, size) {
    const read = `get${size === 8 ? "Big" : ""}${kind}${8 * size}`; // a method of DataView, such as getBigUint64
    this.#take(size);
    const number = this.view[read](this.at - size);
    return Number.isSafeInteger(Number(number)) ? Number(number) : number;
  }
}
