import { createPublicKey, verify } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { encodeBase45, encodeId, parseTk1Body, readTk1, tk1SignedBytes } from '@cottontree/contract';
import { expect, test } from 'vitest';
import { signingKeyOf } from './key-ring.ts';
import { signTicket, type TicketToSign } from './sign-ticket.ts';

const VECTORS = new URL('../../../../../docs/conformance/tk1-vectors.json', import.meta.url);

const seed = Buffer.from(Array.from({ length: 32 }, (_, at) => at));
const key = signingKeyOf(seed);
const publicKey = createPublicKey(key);
const eventId = encodeId(
  'evt_',
  Uint8Array.from({ length: 16 }, (_, at) => at * 17),
);
const plain: TicketToSign = {
  livemode: true,
  event_id: eventId,
  qr_id: Buffer.from('a0a1a2a3a4a5a6a7a8a9aaab', 'hex'),
  type_index: 0,
  epoch: 0,
  holder_name: null,
  re_entry: 'none',
  valid_from: null,
  valid_until: null,
};
const cases: readonly { readonly what: string; readonly kid: number; readonly ticket: TicketToSign }[] = [
  { what: 'live, nothing else', kid: 1, ticket: plain },
  { what: 'test mode', kid: 1, ticket: { ...plain, livemode: false } },
  {
    what: 'named, re-entry, bounds of time',
    kid: 2,
    ticket: {
      ...plain,
      holder_name: 'Aminata Kamara',
      re_entry: 'unlimited',
      type_index: 3,
      epoch: 1,
      valid_from: new Date('2026-12-20T16:00:00.000Z'),
      valid_until: new Date('2026-12-21T02:00:00.000Z'),
    },
  },
  {
    what: 'the largest numbers',
    kid: 65_535,
    ticket: {
      ...plain,
      qr_id: Buffer.alloc(12, 255),
      type_index: 65_535,
      epoch: 65_535,
      valid_from: new Date(1),
      valid_until: new Date(Date.UTC(2200, 0)),
    },
  },
];

function vectorOf({ what, kid, ticket }: (typeof cases)[number]) {
  const text = signTicket(ticket, { kid, key });
  const read = readTk1(text);
  if (read === null) throw new Error('the ticket was not read');
  const { eventStart, qrId, ...numbers } = parseTk1Body(read.body);
  return {
    what,
    event_id: ticket.event_id,
    body_hex: Buffer.from(read.body).toString('hex'),
    signature_hex: Buffer.from(read.signature).toString('hex'),
    text,
    says: {
      ...numbers,
      eventStart: Buffer.from(eventStart).toString('hex'),
      qrId: Buffer.from(qrId).toString('hex'),
    },
  };
}

test('the same ticket gets the same text each time, signed for its event', () => {
  for (const { kid, ticket } of cases) {
    const text = signTicket(ticket, { kid, key });
    expect(signTicket({ ...ticket }, { kid, key })).toBe(text);
    const read = readTk1(text);
    expect(read && verify(null, tk1SignedBytes(eventId, read.body), publicKey, read.signature)).toBe(true);
  }
});

test('the flags say whether it is live, whether it has a name, and whether it may come back', () => {
  const flags = cases
    .map((one) => vectorOf(one).says)
    .map(({ live, named, multiEntry }) => [live, named, multiEntry]);
  expect(flags).toEqual([
    [true, false, false],
    [false, false, false],
    [true, true, true],
    [true, false, false],
  ]);
});

test('the published vectors are what comes out', async () => {
  const vectors = {
    about:
      'TK1 tickets made from the private key (the 32 bytes of RFC 8032) below. Each text must verify for its event_id with the public key, and say what stands in says; each refused text must be refused.',
    private_key_hex: seed.toString('hex'),
    public_key_hex: publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex'),
    tickets: cases.map(vectorOf),
    refused: refusedOf(vectorOf({ what: '', kid: 1, ticket: plain }).text),
  };
  await expect(`${JSON.stringify(vectors, null, 2)}\n`).toMatchFileSnapshot(fileURLToPath(VECTORS));
});

function refusedOf(text: string) {
  const flipped = `${text.slice(0, 20)}${text[20] === '0' ? '1' : '0'}${text.slice(21)}`;
  return [
    { why: 'one character of the signed part is another', text: flipped },
    { why: 'it ends too early', text: text.slice(0, -1) },
    { why: 'it goes on', text: `${text}0` },
    { why: 'lower case is not canonical', text: text.toLowerCase() },
    { why: 'another format', text: `TK2${text.slice(3)}` },
    { why: 'three characters above 65535', text: `${text.slice(0, -3)}:::` },
    { why: 'version 2', text: `TK1:${encodeBase45(Uint8Array.of(2, 1))}${text.slice(7)}` },
  ];
}
