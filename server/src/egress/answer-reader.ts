import { headBytesMax, parseAnswerHead, UnreadableAnswer, type AnswerHead } from './answer-head.ts';

/** Told what an answer brings, as it comes. */
export type AnswerSink = {
  /** The final one; interim answers are passed over. */
  readonly onHead: (head: AnswerHead) => void;
  /** The bytes are the reader's: who keeps them copies them. */
  readonly onBody: (bytes: Buffer) => void;
};

type State = 'head' | 'length' | 'chunk line' | 'chunk' | 'chunk end' | 'trailers' | 'close' | 'done';

const HEAD_END = Buffer.from('\r\n\r\n');
const BEGINNING = Buffer.from('HTTP/1.');
const LF = 10;
const CR = 13;
const lineBytesMax = 4_096;
const CHUNK_LINE = /^([0-9a-fA-F]{1,8})[ \t]*(?:;.*)?$/;

/** A head beyond `headBytesMax`. */
export class AnswerHeadTooLarge extends UnreadableAnswer {}

/** Reads answers of HTTP/1.1 (RFC 9112), one after the other, from bytes as they come. What is not strictly so ends the connection. */
export class AnswerReader {
  private state: State = 'head';
  /** Bytes of the length, of the chunk, or that trailers may still have. */
  private left = 0;
  /** The beginning of what has not come whole. */
  private pending: Buffer | null = null;
  private lastText = '';
  private lastHead: AnswerHead | null = null;

  /** Whether the answer was read to its end. */
  get isDone(): boolean {
    return this.state === 'done';
  }

  /** Whether the end of the connection is the end of the answer. */
  get endsWithConnection(): boolean {
    return this.state === 'close';
  }

  /** Makes ready for the next answer. */
  reset(): void {
    this.state = 'head';
    this.pending = null;
  }

  /** Answers how many bytes came behind the answer's end; throws `UnreadableAnswer`. */
  read(chunk: Buffer, sink: AnswerSink): number {
    const bytes = this.pending === null ? chunk : Buffer.concat([this.pending, chunk]);
    this.pending = null;
    let at = 0;
    // A head may end the answer although no more bytes are there.
    while (this.state !== 'done' && at < bytes.length) {
      const next = this.step(bytes, at, sink);
      if (next === null) {
        this.pending = Buffer.from(bytes.subarray(at));
        return 0;
      }
      at = next;
    }
    return bytes.length - at;
  }

  /** Where it goes on; null where more bytes are needed. */
  private step(bytes: Buffer, at: number, sink: AnswerSink): number | null {
    switch (this.state) {
      case 'head':
        return this.readHead(bytes, at, sink);
      case 'length':
      case 'chunk':
        return this.readCounted(bytes, at, sink);
      case 'close':
        sink.onBody(bytes.subarray(at));
        return bytes.length;
      default:
        return this.readLine(bytes, at);
    }
  }

  private readHead(bytes: Buffer, at: number, sink: AnswerSink): number | null {
    const end = bytes.indexOf(HEAD_END, at);
    if ((end === -1 ? bytes.length : end) - at > headBytesMax)
      throw new AnswerHeadTooLarge('its headers are too large');
    if (end === -1) {
      refuseOther(bytes, at);
      return null;
    }
    const head = this.parse(bytes.toString('latin1', at, end));
    if (head.status === 101) throw new UnreadableAnswer('it changes to another protocol');
    if (head.status >= 200) this.begin(head, sink);
    return end + HEAD_END.length;
  }

  private begin(head: AnswerHead, sink: AnswerSink): void {
    sink.onHead(head);
    const { body } = head;
    if (body.ends === 'at once') this.state = 'done';
    else if (body.ends === 'with a last chunk') this.state = 'chunk line';
    else if (body.ends === 'with the connection') this.state = 'close';
    else {
      this.state = 'length';
      this.left = body.bytes;
    }
  }

  private readCounted(bytes: Buffer, at: number, sink: AnswerSink): number {
    const taken = Math.min(this.left, bytes.length - at);
    sink.onBody(bytes.subarray(at, at + taken));
    this.left -= taken;
    if (this.left === 0) this.state = this.state === 'length' ? 'done' : 'chunk end';
    return at + taken;
  }

  private readLine(bytes: Buffer, at: number): number | null {
    const end = bytes.indexOf('\r\n', at, 'latin1');
    if ((end === -1 ? bytes.length : end) - at > lineBytesMax)
      throw new UnreadableAnswer('a line of its chunks is too long');
    if (end === -1) return null;
    this.take(bytes.toString('latin1', at, end));
    return end + 2;
  }

  private take(line: string): void {
    if (this.state === 'chunk end') {
      if (line !== '') throw new UnreadableAnswer('a chunk is longer than it says');
      this.state = 'chunk line';
    } else if (this.state === 'chunk line') this.beginChunk(line);
    else {
      this.left -= line.length;
      if (this.left < 0) throw new AnswerHeadTooLarge('its trailers are too large');
      if (line === '') this.state = 'done';
    }
  }

  private beginChunk(line: string): void {
    const size = CHUNK_LINE.exec(line)?.[1];
    if (size === undefined) throw new UnreadableAnswer('a chunk does not say its size');
    this.left = Number.parseInt(size, 16);
    this.state = this.left === 0 ? 'trailers' : 'chunk';
    if (this.left === 0) this.left = headBytesMax;
  }

  /** A receiver says much the same every time, so that what it said last is not read again. */
  private parse(text: string): AnswerHead {
    if (this.lastHead === null || text !== this.lastText) {
      this.lastHead = parseAnswerHead(text);
      this.lastText = text;
    }
    return this.lastHead;
  }
}

/** Who does not speak HTTP, or ends lines without a carriage return, is told now and not at the deadline. */
function refuseOther(bytes: Buffer, at: number): void {
  const seen = Math.min(BEGINNING.length, bytes.length - at);
  if (BEGINNING.compare(bytes, at, at + seen, 0, seen) !== 0)
    throw new UnreadableAnswer('it does not begin with HTTP/1');
  const line = bytes.indexOf(LF, at);
  if (line > at && bytes[line - 1] !== CR) throw new UnreadableAnswer('its lines do not end with CR LF');
}
