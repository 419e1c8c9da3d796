import { assert, array, constantFrom, integer, nat, property, record, string, uint8Array } from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AnswerHead } from './answer-head.ts';
import { AnswerReader } from './answer-reader.ts';

type Read = {
  readonly heads: readonly AnswerHead[];
  readonly body: string;
  readonly behind: number;
  readonly done: boolean;
};

/** What is read of an answer that arrives in these pieces. */
function readPieces(pieces: readonly Buffer[], reader = new AnswerReader()): Read {
  const heads: AnswerHead[] = [];
  const body: Buffer[] = [];
  let behind = 0;
  for (const piece of pieces)
    behind += reader.read(piece, {
      onHead: (head) => heads.push(head),
      onBody: (bytes) => body.push(Buffer.from(bytes)),
    });
  return { heads, body: Buffer.concat(body).toString('latin1'), behind, done: reader.isDone };
}
const read = (text: string): Read => readPieces([Buffer.from(text, 'latin1')]);

/** Cut at these places, wherever they lie. */
function cut(text: string, places: readonly number[]): readonly Buffer[] {
  const bytes = Buffer.from(text, 'latin1');
  const cuts = [
    0,
    ...places.map((place) => place % (bytes.length + 1)).toSorted((a, b) => a - b),
    bytes.length,
  ];
  return cuts.slice(1).map((end, at) => bytes.subarray(cuts[at], end));
}

type Framing = 'length' | 'chunks' | 'close';
type Written = {
  readonly interim: number;
  readonly framing: Framing;
  readonly chunks: readonly Uint8Array[];
  readonly note: string;
};

/** An answer as a correct server writes it. */
function write({ interim, framing, chunks, note }: Written): string {
  const parts = chunks
    .filter(({ length }) => length > 0)
    .map((chunk) => Buffer.from(chunk).toString('latin1'));
  const body = parts.join('');
  const begin = `${'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(interim)}HTTP/1.1 200 OK\r\nX-Note: ${note}\r\n`;
  if (framing === 'length') return `${begin}Content-Length: ${body.length}\r\n\r\n${body}`;
  if (framing === 'close') return `${begin}Connection: close\r\n\r\n${body}`;
  const chunked = parts.map((part) => `${part.length.toString(16)};a=b\r\n${part}\r\n`).join('');
  return `${begin}Transfer-Encoding: chunked\r\n\r\n${chunked}0\r\nX-Trailer: 1\r\n\r\n`;
}

const written = record({
  interim: nat(2),
  framing: constantFrom<Framing>('length', 'chunks', 'close'),
  chunks: array(uint8Array({ maxLength: 40 }), { maxLength: 5 }),
  note: string({ unit: constantFrom('a', ' ', 'é', ':', ',', '"'), maxLength: 12 }),
});

describe('an answer', () => {
  test('is read the same however its bytes are cut, and nothing of the next one is taken', () => {
    assert(
      property(
        written,
        array(nat(10_000), { maxLength: 12 }),
        constantFrom('', 'HTTP/1.1 500 No'),
        (answer, places, behind) => {
          const text = write(answer);
          const closes = answer.framing === 'close';
          const seen = readPieces(cut(closes ? text : text + behind, places));
          const body = answer.chunks.map((chunk) => Buffer.from(chunk).toString('latin1')).join('');
          expect(seen.body).toBe(body);
          expect(seen.heads.map(({ status }) => status)).toEqual([200]);
          expect(seen.heads[0]?.headers['x-note']).toBe(answer.note.trim());
          expect(seen.done).toBe(!closes);
          if (!closes) expect(seen.behind).toBe(behind.length);
        },
      ),
      { numRuns: 500 },
    );
  });

  test('that is anything at all is read, refused, or waited for, and never more than its beginning is kept', () => {
    assert(
      property(uint8Array({ maxLength: 200 }), integer({ min: 0, max: 3 }), (noise, kind) => {
        const begin =
          [
            '',
            'HTTP/1.1 200 OK\r\n',
            'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n',
            'HTTP/1.1 200 OK\r\n\r\n',
          ][kind] ?? '';
        try {
          readPieces([Buffer.from(begin), Buffer.from(noise)]);
        } catch (error) {
          expect(error).toMatchObject({ message: expect.stringMatching(/^[a-z]/) });
        }
      }),
      { numRuns: 500 },
    );
  });

  test('after another on the same connection is read anew', () => {
    const reader = new AnswerReader();
    for (const body of ['one', 'two', 'two']) {
      reader.reset();
      expect(
        readPieces([Buffer.from(`HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\n${body}`)], reader),
      ).toMatchObject({ body, done: true });
    }
  });
});

describe('a connection may be used again', () => {
  test.each([
    ['HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n', 30_000],
    ['HTTP/1.1 204 No Content\r\n\r\n', 30_000],
    ['HTTP/1.1 200 OK\r\ncontent-length: 0\r\nkeep-alive: timeout=5, max=100\r\n\r\n', 4_000],
    ['HTTP/1.1 200 OK\r\ncontent-length: 0\r\nkeep-alive: timeout=1\r\n\r\n', 0],
    ['HTTP/1.1 200 OK\r\ncontent-length: 0\r\nConnection: Close\r\n\r\n', 0],
    ['HTTP/1.0 200 OK\r\ncontent-length: 0\r\n\r\n', 0],
    ['HTTP/1.1 200 OK\r\n\r\n', 0],
    ['HTTP/1.1 200 OK\r\ntransfer-encoding: gzip\r\n\r\n', 0],
  ])('after %j for %i ms', (text, reuseMs) => {
    expect(read(text).heads).toMatchObject([{ reuseMs }]);
  });
});

describe('an answer is refused', () => {
  const OK = 'HTTP/1.1 200 OK\r\n';
  const CHUNKED = `${OK}transfer-encoding: chunked\r\n\r\n`;
  test.each([
    ['it does not begin with HTTP/1', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['its first line is no status line', 'HTTP/2 200\r\n\r\n'],
    ['its first line is no status line', 'HTTP/1.1 OK\r\n\r\n'],
    // In two pieces it is refused at the first line already; in one it must be no other answer.
    ['its first line is no status line', 'HTTP/1.1 200 OK\ncontent-length: 1\r\n\r\nx'],
    ['its first line is no status line', 'HTTP/1.1 200 OK\rx\r\n\r\n'],
    ['its lines do not end with CR LF', 'HTTP/1.1 200 OK\nx: y\n\n'],
    ['a line of its headers has no name', `${OK}no colon\r\n\r\n`],
    ['a line of its headers has no name', `${OK}x : y\r\n\r\n`],
    ['a line of its headers has no name', `${OK}x: a\r\n folded\r\n\r\n`],
    ['a header holds a control character', `${OK}x: a\0b\r\n\r\n`],
    ['its Content-Length is no number of bytes', `${OK}content-length: -1\r\n\r\n`],
    ['its Content-Length is no number of bytes', `${OK}content-length: 1\r\ncontent-length: 2\r\n\r\n`],
    ['it has a length and chunks', `${OK}content-length: 1\r\ntransfer-encoding: chunked\r\n\r\n`],
    ['it changes to another protocol', 'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\n\r\n'],
    ['a chunk does not say its size', `${CHUNKED}xyz\r\n`],
    ['a chunk is longer than it says', `${CHUNKED}1\r\nab\r\n`],
    ['a line of its chunks is too long', CHUNKED + '1'.repeat(5_000)],
    ['its trailers are too large', `${CHUNKED}0\r\n${`x: ${'y'.repeat(3_000)}\r\n`.repeat(6)}`],
    ['its headers are too large', `${OK}x: ${'y'.repeat(17_000)}`],
  ])('of which is said that %s', (message, text) => {
    expect(() => read(text)).toThrow(message);
  });
});
