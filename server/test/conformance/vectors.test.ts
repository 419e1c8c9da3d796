import { createPublicKey } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { encodeId, eventCatalogue, readTk1, scanPolicyDefault, type EventKind } from '@cottontree/contract';
import { expect, test } from 'vitest';
import { atOnce } from '../../src/kernel/running/in-turns.ts';
import { createVault } from '../../src/kernel/secrets/vault.ts';
import { packCodes, packTickets, sealName } from '../../src/modules/events/scanning/get-scan-manifest.ts';
import { createTypedCodeCache } from '../../src/modules/events/scanning/typed-codes.ts';
import type { ManifestTicket } from '../../src/modules/events/scanning/manifest.queries.ts';
import { signingKeyOf } from '../../src/modules/events/tickets/key-ring.ts';
import { signTicket } from '../../src/modules/events/tickets/sign-ticket.ts';
import { renderMessage } from '../../src/modules/webhooks/fan-out/render-message.ts';
import { prepareSecret, signMessage } from '../../src/modules/webhooks/signing/sign-message.ts';

const fileOf = (name: string): string =>
  fileURLToPath(new URL(`../../../docs/conformance/${name}`, import.meta.url));
const written = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const key = signingKeyOf(Buffer.from(Array.from({ length: 32 }, (_, at) => at)));
const publicKey = createPublicKey(key)
  .export({ format: 'der', type: 'spki' })
  .subarray(-32)
  .toString('base64');
const eventId = encodeId(
  'evt_',
  Uint8Array.from({ length: 16 }, (_, at) => at * 17),
);
const moment = new Date('2026-12-20T19:00:00.000Z');

function ticketOf(number: number, input: Partial<ManifestTicket> = {}): ManifestTicket {
  return {
    id: `tkt_${number}`,
    livemode: true,
    event_id: eventId,
    qr_id: Buffer.alloc(12, number),
    code: `000000000${number}`,
    code_sealed: null,
    status: 'valid',
    epoch: 0,
    type_index: 0,
    holder_name: null,
    re_entry: 'none',
    valid_from: null,
    valid_until: null,
    updated_at: moment,
    first_at: null,
    inside: null,
    admits: 1,
    ...input,
  };
}
const qrOf = (ticket: ManifestTicket): string => signTicket(ticket, { kid: 1, key });

const valid = ticketOf(1);
const used = ticketOf(2, { status: 'used', first_at: new Date('2026-12-20T18:30:00.000Z'), inside: 1 });
const gone = ticketOf(3, { status: 'void' });
const blocked = ticketOf(4, { status: 'blocked' });
const renewed = ticketOf(5, { epoch: 1 });
const named = ticketOf(6, { holder_name: 'Fatmata Koroma' });
const tomorrow = ticketOf(7, { valid_from: new Date('2026-12-21T18:00:00.000Z') });
const yesterday = ticketOf(8, { valid_until: new Date('2026-12-20T02:00:00.000Z') });
const vip = ticketOf(9, { type_index: 3, code: 'VPVPVPVPVP' });
const table = ticketOf(10, { admits: 2, type_index: 4, code: '1234512345' });
const unsynced = ticketOf(11, { code: 'ABCDEABCDE' });
const handedOn = ticketOf(9, { type_index: 3, epoch: 1, code: 'HNDEDHNDED' });
const all = [valid, used, gone, blocked, renewed, named, tomorrow, yesterday, vip, table];

const typesOf = [
  { id: 'tt_0', index: 0, name: 'Standard', admits: 1, gates: null },
  { id: 'tt_3', index: 3, name: 'VIP', admits: 1, gates: ['South'] },
  { id: 'tt_4', index: 4, name: 'Table', admits: 2, gates: null },
].map((type) => ({ ...type, valid_from: null, valid_until: null }));
/** As they are once the event was moved to the evening of the moment. */
const movedTypes = typesOf.map((type) => ({
  ...type,
  valid_from: '2026-12-20T18:00:00.000Z',
  valid_until: '2026-12-21T04:00:00.000Z',
}));

function manifestOf(
  tickets: readonly ManifestTicket[],
  {
    full = true,
    re_entry = 'none',
    policy = {},
    types = typesOf,
  }: {
    readonly full?: boolean;
    readonly re_entry?: string;
    readonly policy?: object;
    readonly types?: readonly object[];
  } = {},
) {
  return {
    event: {
      id: eventId,
      name: 'Freetown Jazz',
      status: 'published',
      livemode: true,
      start_date: '2026-12-20T18:00:00.000Z',
      end_date: '2026-12-20T23:00:00.000Z',
      re_entry,
    },
    keys: [{ kid: 1, alg: 'Ed25519', public_key: publicKey }],
    ticket_types: types,
    gates: ['North', 'South'],
    policy: { ...scanPolicyDefault, gates: ['North', 'South'], ...policy },
    generated_at: '2026-12-20T18:45:00.000Z',
    expires_at: '2026-12-21T18:45:00.000Z',
    cursor: 'MTc2NjI1NTQ3MDAwMC4',
    full,
    has_more: false,
    count: tickets.length,
    tickets: atOnce(
      packTickets(
        tickets,
        new Map([
          [0, 0],
          [3, 1],
          [4, 2],
        ]),
      ),
    ).toString('base64'),
    human_codes: packCodes(tickets).toString('base64'),
    names: tickets.map((ticket, place) => {
      const signature = readTk1(qrOf(ticket))?.signature;
      return ticket.holder_name === null || !signature
        ? null
        : sealName(ticket.holder_name, { signature, nonce: Buffer.alloc(12, place) });
    }),
  };
}

/** As a door gets it that asked for slow hashes: under each secret key of the service another salt. */
async function typedOf(
  tickets: readonly ManifestTicket[],
  { full, secretKey }: { readonly full: boolean; readonly secretKey: number },
) {
  const { human_codes: _fast, ...rest } = manifestOf(tickets, { full });
  const cache = createTypedCodeCache({
    vault: createVault(() => Buffer.alloc(12), Buffer.alloc(32, secretKey)),
  });
  return { ...rest, typed_codes: await cache.pack(tickets, eventId) };
}

type Step = {
  readonly text: string;
  readonly gate?: string;
  readonly direction?: string;
  readonly now: string;
  readonly says: { readonly result: string; readonly code: string | null; readonly name: string | null };
};
const now = moment.toISOString();
const admits = (ticket: ManifestTicket, more: object = {}): Step => ({
  text: qrOf(ticket),
  now,
  says: { result: 'admitted', code: null, name: ticket.holder_name },
  ...more,
});
const refuses = (text: string, code: string, more: object = {}): Step => ({
  text,
  now,
  says: { result: 'rejected', code, name: null },
  ...more,
});
const otherEvent = ticketOf(1, { event_id: encodeId('evt_', new Uint8Array(16).fill(9)) });
const forged = signTicket(valid, { kid: 1, key: signingKeyOf(Buffer.alloc(32, 99)) });

const doors: readonly {
  readonly what: string;
  readonly manifests: readonly string[];
  readonly steps: readonly Step[];
}[] = [
  {
    what: 'a door with everything',
    manifests: ['whole'],
    steps: [
      admits(valid, { gate: 'North' }),
      refuses(qrOf(valid), 'TICKET_ALREADY_USED'),
      refuses(qrOf(used), 'TICKET_ALREADY_USED'),
      refuses(qrOf(gone), 'TICKET_VOID'),
      refuses(qrOf(blocked), 'TICKET_BLOCKED'),
      refuses(qrOf({ ...renewed, epoch: 0 }), 'TICKET_REVOKED'),
      admits(renewed),
      admits(named),
      refuses(qrOf(tomorrow), 'TICKET_NOT_YET_VALID'),
      refuses(qrOf(yesterday), 'TICKET_EXPIRED'),
      refuses(qrOf(vip), 'GATE_NOT_ALLOWED', { gate: 'North' }),
      { ...admits(vip), text: 'vpvpv-pvpvp', gate: 'South' },
      admits(table),
      admits(table),
      refuses(qrOf(table), 'TICKET_ALREADY_USED'),
      refuses('00000-0000Z', 'TICKET_NOT_FOUND'),
      refuses('nothing', 'INVALID_TICKET_CODE'),
      refuses(forged, 'INVALID_TICKET_CODE'),
      refuses(qrOf(otherEvent), 'WRONG_EVENT'),
      refuses(signTicket(valid, { kid: 2, key }), 'INVALID_TICKET_CODE'),
      refuses(qrOf(unsynced), 'TICKET_NOT_FOUND'),
      refuses(qrOf(tomorrow), 'NOT_INSIDE', { direction: 'out' }),
    ],
  },
  {
    what: 'a door that heard of a change',
    manifests: ['whole', 'change'],
    steps: [refuses(qrOf(valid), 'TICKET_VOID'), admits(renewed), admits(unsynced)],
  },
  {
    what: 'a door that looks typed codes up by slow hashes',
    manifests: ['typed'],
    steps: [
      { ...admits(vip), text: 'vpvpv-pvpvp', gate: 'South' },
      { ...admits(table), text: table.code },
      refuses(gone.code, 'TICKET_VOID'),
      refuses('00000-0000Z', 'TICKET_NOT_FOUND'),
      refuses(qrOf(used), 'TICKET_ALREADY_USED'),
    ],
  },
  {
    what: 'that door after a ticket was handed on and the service changed its secret key',
    manifests: ['typed', 'typed_change'],
    steps: [
      refuses(vip.code, 'TICKET_NOT_FOUND'),
      { ...admits(handedOn), text: handedOn.code, gate: 'South' },
      { ...admits(table), text: table.code },
    ],
  },
  {
    what: 'a door with fast hashes after a ticket was handed on',
    manifests: ['whole', 'handed_on'],
    steps: [
      refuses(vip.code, 'TICKET_NOT_FOUND'),
      { ...admits(handedOn), text: handedOn.code, gate: 'South' },
    ],
  },
  {
    what: 'a door where people come back, that admits what was sold since',
    manifests: ['lenient'],
    steps: [
      admits(valid),
      refuses(qrOf(valid), 'TICKET_ALREADY_USED'),
      { text: qrOf(valid), direction: 'out', now, says: { result: 'exited', code: null, name: null } },
      admits(valid),
      { text: qrOf(unsynced), now, says: { result: 'unverified', code: null, name: null } },
    ],
  },
  {
    what: 'a door of an event that was moved after its tickets were sold',
    manifests: ['moved'],
    steps: [
      admits(tomorrow),
      admits(yesterday),
      refuses(qrOf(valid), 'TICKET_NOT_YET_VALID', { now: '2026-12-20T17:59:59.000Z' }),
      refuses(qrOf(valid), 'TICKET_EXPIRED', { now: '2026-12-21T04:00:00.000Z' }),
    ],
  },
  {
    what: 'two gates that share the tickets out',
    manifests: ['shared'],
    steps: [valid, renewed, named]
      .flatMap((ticket) => ['North', 'South'].map((gate) => ({ ticket, gate })))
      .map(({ ticket, gate }) => {
        const own = ['North', 'South'][atOnce(packTickets([ticket], new Map([[0, 0]]))).readUInt32BE(0) % 2];
        return gate === own
          ? admits(ticket, { gate })
          : refuses(qrOf(ticket), 'GATE_NOT_ALLOWED', {
              gate,
              says: { result: 'rejected', code: 'GATE_NOT_ALLOWED', name: ticket.holder_name },
            });
      }),
  },
];

test('the published manifests are what the service packs', async () => {
  const vectors = {
    about:
      'Each door takes its manifests in, then hears its steps one after the other and must say what stands in says.',
    manifests: {
      whole: manifestOf(all),
      change: manifestOf([{ ...valid, status: 'void' }, unsynced], { full: false }),
      lenient: manifestOf(all, { re_entry: 'exit_required', policy: { unverified: 'admit' } }),
      shared: manifestOf(all, { policy: { gate_partition: true } }),
      handed_on: manifestOf([handedOn], { full: false }),
      moved: manifestOf(all, { types: movedTypes }),
      typed: await typedOf(all, { full: true, secretKey: 7 }),
      typed_change: await typedOf([handedOn], { full: false, secretKey: 8 }),
    },
    doors,
  };
  await expect(written(vectors)).toMatchFileSnapshot(fileOf('manifest-vectors.json'));
});

test('the published webhook requests are what the service signs', async () => {
  const secret = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;
  const other = `whsec_${Buffer.alloc(32, 6).toString('base64')}`;
  const sentAt = Math.floor(moment.getTime() / 1_000);
  const requestOf = (event: EventKind) => {
    const body = renderMessage({
      event,
      livemode: true,
      createdAt: moment,
      object: eventCatalogue[event].example,
    });
    return {
      body: body.toString(),
      headers: signMessage({
        id: 'msg_01kczqe9r0e8r9pmdt2k5h1jva',
        timestamp: sentAt,
        body,
        secrets: [prepareSecret('primary', secret)],
      }),
      secrets: [secret],
      now: sentAt,
    };
  };
  const scanned = requestOf('ticket.scanned');
  const requests = [
    ...(['ticket.scanned', 'ticket.scan_conflict', 'ticket.voided', 'shipping.status.updated'] as const).map(
      (event) => ({ what: event, ...requestOf(event), genuine: true }),
    ),
    { what: 'four minutes late', ...scanned, now: sentAt + 240, genuine: true },
    { what: 'during a rotation', ...scanned, secrets: [other, secret], genuine: true },
    { what: 'six minutes late', ...scanned, now: sentAt + 360, genuine: false },
    { what: 'another secret', ...scanned, secrets: [other], genuine: false },
    {
      what: 'one byte of the body is another',
      ...scanned,
      body: scanned.body.replace('"livemode":true', '"livemode":false'),
      genuine: false,
    },
    {
      what: 'another id',
      ...scanned,
      headers: { ...scanned.headers, 'webhook-id': 'msg_other' },
      genuine: false,
    },
    {
      what: 'no signature',
      ...scanned,
      headers: { 'webhook-id': 'msg_other', 'webhook-timestamp': String(sentAt) },
      genuine: false,
    },
  ];
  const fixtures = {
    about:
      'Requests as receivers get them: genuine says whether webhook-signature must be found right with these secrets at now (Unix seconds).',
    requests,
  };
  await expect(written(fixtures)).toMatchFileSnapshot(fileOf('webhook-fixtures.json'));
});
