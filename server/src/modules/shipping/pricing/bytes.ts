const textBytesMax = 255;
const startBytes = 256;

/** Writes numbers and short texts one after another, big-endian. */
export class ByteWriter {
  private buffer = Buffer.allocUnsafe(startBytes);
  private length = 0;

  byte(value: number): void {
    const at = this.grow(1);
    this.buffer.writeUInt8(value, at);
  }

  bytes(value: Uint8Array): void {
    const at = this.grow(value.length);
    this.buffer.set(value, at);
  }

  number32(value: number): void {
    const at = this.grow(4);
    this.buffer.writeUInt32BE(value, at);
  }

  number48(value: number): void {
    const at = this.grow(6);
    this.buffer.writeUIntBE(value, at, 6);
  }

  integer64(value: bigint): void {
    const at = this.grow(8);
    this.buffer.writeBigInt64BE(value, at);
  }

  double(value: number): void {
    const at = this.grow(8);
    this.buffer.writeDoubleBE(value, at);
  }

  /** At most 255 bytes of UTF-8. */
  text(value: string): void {
    const encoded = Buffer.from(value, 'utf8');
    if (encoded.length > textBytesMax) throw new RangeError(`a text may have ${textBytesMax} bytes`);
    this.byte(encoded.length);
    this.bytes(encoded);
  }

  /** What was written so far. */
  written(): Buffer {
    return this.buffer.subarray(0, this.length);
  }

  /** Where the next `count` bytes go; may replace the buffer, so it comes before any use of it. */
  private grow(count: number): number {
    const at = this.length;
    this.length += count;
    if (this.length > this.buffer.length) this.buffer = Buffer.concat([this.buffer], this.length * 2);
    return at;
  }
}

/** Reads what a `ByteWriter` wrote, in the same order; RangeError past the end. */
export class ByteReader {
  private readonly buffer: Buffer;
  private at = 0;

  constructor(buffer: Buffer) {
    this.buffer = buffer;
  }

  byte(): number {
    return this.buffer.readUInt8(this.take(1));
  }

  bytes(count: number): Buffer {
    const from = this.take(count);
    return this.buffer.subarray(from, from + count);
  }

  number32(): number {
    return this.buffer.readUInt32BE(this.take(4));
  }

  number48(): number {
    return this.buffer.readUIntBE(this.take(6), 6);
  }

  integer64(): bigint {
    return this.buffer.readBigInt64BE(this.take(8));
  }

  double(): number {
    return this.buffer.readDoubleBE(this.take(8));
  }

  text(): string {
    return this.bytes(this.byte()).toString('utf8');
  }

  private take(count: number): number {
    const at = this.at;
    this.at += count;
    if (this.at > this.buffer.length) throw new RangeError('nothing left to read');
    return at;
  }
}
