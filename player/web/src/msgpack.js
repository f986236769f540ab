// The few forms of msgpack that a tree file is written in; see trees/FORMAT.md.

const decoder = new TextDecoder("utf-8", { fatal: true });

/** Reads values one after the other; throws a RangeError where none stands. */
export class Reader {
  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.at = 0;
  }

  /** How many entries the map that begins here has. */
  map() {
    const head = this.#unsigned(1);
    if (head >> 4 === 8) return head & 15;
    if (head === 0xde || head === 0xdf) return this.#unsigned(head === 0xde ? 2 : 4);
    throw new RangeError("no map");
  }

  /** The next value: a number, a text, bytes, true, false, null, or an array of these. */
  value(isInArray = false) {
    const head = this.#unsigned(1);
    if (head < 0x80) return head;
    if (head >= 0xe0) return head - 256;
    if (head >= 0xa0 && head < 0xc0) return decoder.decode(this.#take(head & 31));
    if (head >> 4 === 9) return this.#array(head & 15, isInArray);
    switch (head) {
      case 0xc0:
        return null;
      case 0xc2:
        return false;
      case 0xc3:
        return true;
      case 0xc4:
      case 0xc5:
      case 0xc6:
        return this.#take(this.#unsigned(1 << (head - 0xc4)));
      case 0xcc:
      case 0xcd:
      case 0xce:
      case 0xcf:
        return this.#unsigned(1 << (head - 0xcc));
      case 0xd0:
      case 0xd1:
      case 0xd2:
      case 0xd3:
        return this.#signed(1 << (head - 0xd0));
      case 0xd9:
      case 0xda:
      case 0xdb:
        return decoder.decode(this.#take(this.#unsigned(1 << (head - 0xd9))));
      case 0xdc:
      case 0xdd:
        return this.#array(this.#unsigned(head === 0xdc ? 2 : 4), isInArray);
      default:
        throw new RangeError("no value");
    }
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

  #unsigned(size) {
    const at = this.at;
    this.#take(size);
    if (size === 8) return Number(this.view.getBigUint64(at));
    return size === 1 ? this.bytes[at] : size === 2 ? this.view.getUint16(at) : this.view.getUint32(at);
  }

  #signed(size) {
    const at = this.at;
    this.#take(size);
    if (size === 8) return Number(this.view.getBigInt64(at));
    return size === 1 ? this.view.getInt8(at) : size === 2 ? this.view.getInt16(at) : this.view.getInt32(at);
  }
}
