import { generateKeyPairSync, sign, verify } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeId } from '../ids.ts';
import {
  encodeTk1Body,
  eventStartOf,
  parseTk1Body,
  readTk1,
  tk1SignedBytes,
  tk1TextLength,
  writeTk1,
  type Tk1,
} from './tk1.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const eventId = encodeId(
  'evt_',
  Uint8Array.from({ length: 16 }, (_, at) => at * 15),
);
const uint16 = fc.integer({ min: 0, max: 0xffff });
const uint32 = fc.integer({ min: 0, max: 0xffffffff });
const tickets: fc.Arbitrary<Tk1> = fc.record({
  live: fc.boolean(),
  named: fc.boolean(),
  multiEntry: fc.boolean(),
  kid: uint16,
  eventStart: fc.constant(eventStartOf(eventId)),
  qrId: fc.uint8Array({ minLength: 12, maxLength: 12 }),
  typeIndex: uint16,
  epoch: uint16,
  validFrom: uint32,
  validUntil: uint32,
});

function written(ticket: Tk1): string {
  const body = encodeTk1Body(ticket);
  return writeTk1(body, sign(null, tk1SignedBytes(eventId, body), privateKey));
}

function isGenuine(text: string, id = eventId): boolean {
  const read = readTk1(text);
  return read !== null && verify(null, tk1SignedBytes(id, read.body), publicKey, read.signature);
}

test('a ticket is 154 characters that a QR code keeps in its alphanumeric mode, and says again what was put in', () => {
  fc.assert(
    fc.property(tickets, (ticket) => {
      const text = written(ticket);
      expect(text).toMatch(/^TK1:[0-9A-Z $%*+\-./:]{150}$/);
      expect(text).toHaveLength(tk1TextLength);
      expect(text.trim()).toBe(text);
      expect(isGenuine(text)).toBe(true);
      const read = readTk1(text);
      expect(read && parseTk1Body(read.body)).toEqual(ticket);
      expect(read?.kid).toBe(ticket.kid);
    }),
  );
});

test('any bit that is flipped makes the signature wrong', () => {
  fc.assert(
    fc.property(tickets, fc.integer({ min: 0, max: 799 }), (ticket, bit) => {
      const read = readTk1(written(ticket));
      if (read === null) throw new Error('the ticket was not read');
      const bytes = Uint8Array.of(...read.body, ...read.signature);
      bytes.set([(bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7))], bit >> 3);
      expect(isGenuine(writeTk1(bytes.subarray(0, 36), bytes.subarray(36)))).toBe(false);
    }),
    { numRuns: 500 },
  );
});

test('any character that is another makes the ticket wrong', () => {
  fc.assert(
    fc.property(
      tickets,
      fc.nat({ max: 153 }),
      fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:az'),
      (ticket, at, character) => {
        const text = written(ticket);
        fc.pre(text[at] !== character);
        expect(isGenuine(text.slice(0, at) + character + text.slice(at + 1))).toBe(false);
      },
    ),
    { numRuns: 500 },
  );
});

test('a ticket whose event begins with the same bytes is none of this event', () => {
  const twin = encodeId(
    'evt_',
    Uint8Array.from({ length: 16 }, (_, at) => (at < 8 ? at * 15 : 1)),
  );
  expect(eventStartOf(twin)).toEqual(eventStartOf(eventId));
  fc.assert(
    fc.property(tickets, (ticket) => {
      expect(isGenuine(written(ticket), twin)).toBe(false);
    }),
    { numRuns: 20 },
  );
});

test('what has not the form is refused before any signature is looked at', () => {
  const text = writeTk1(
    encodeTk1Body({
      live: true,
      named: false,
      multiEntry: false,
      kid: 1,
      eventStart: new Uint8Array(8),
      qrId: new Uint8Array(12),
      typeIndex: 0,
      epoch: 0,
      validFrom: 0,
      validUntil: 0,
    }),
    new Uint8Array(64),
  );
  const otherVersion = writeTk1(Uint8Array.of(2, ...new Uint8Array(35)), new Uint8Array(64));
  expect(readTk1(text)).not.toBeNull();
  for (const wrong of [
    '',
    'TK1:',
    text.slice(0, -1),
    `${text}0`,
    `${text} `,
    text.toLowerCase(),
    `TK2${text.slice(3)}`,
    otherVersion,
    `${text.slice(0, -3)}:::`,
    `${text.slice(0, -1)}é`,
  ]) {
    expect(readTk1(wrong)).toBeNull();
  }
});

test('no text makes reading fail otherwise than by null', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 140, maxLength: 160 }), (text) => {
      expect(readTk1(text)).toBeNull();
    }),
  );
});
