import { createCipheriv, createHash, hkdfSync } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import {
  formatOptionalTime,
  formatTime,
  readTk1,
  scanPolicyDefault,
  type Input,
  type Operations,
  type ScanManifest,
  type ScanPolicy,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { invalid } from '../../../kernel/call/failure.ts';
import { inTurns, mapInTurns, type Work } from '../../../kernel/running/in-turns.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Runner } from '../../../store/index.ts';
import { eventNotFound } from '../events/event-not-found.ts';
import type { Events } from '../module.ts';
import { signTicket } from '../tickets/sign-ticket.ts';
import { openCode } from '../tickets/ticket-codes.ts';
import type { ScannedEventKey } from './devices.queries.ts';
import { requireScanner } from './find-scanner.ts';
import { TICKET_HASH_BYTES, ticketHash } from './judge-scan.ts';
import {
  findManifestEvent,
  listManifestKeys,
  listManifestTickets,
  listManifestTypes,
  type ManifestTicket,
} from './manifest.queries.ts';

const LIFE_MS = 24 * 3_600_000;
/** 800 kB before base64. */
const RECORDS_MAX = 50_000;
/** Each name costs a signature, 24 µs here. */
const NAMED_RECORDS_MAX = 2_000;
/** A slow hash costs a millisecond of another thread, the first time. */
const TYPED_RECORDS_MAX = 2_000;
/** Names: 5 ms. */
const SEALED_AT_ONCE = 100;
/** Codes: 10 ms. */
const OPENED_AT_ONCE = 1_000;
/** A change is told of at the moment it was asked for, and may commit this much later: so much is told twice. */
const OVERLAP_MS = 30_000;

/** Gives a door what it needs to work without the service: everything first, later what has changed. */
export async function getScanManifest(
  { params, query }: Input<Operations['getScanManifest' | 'getScanManifestAtDoor']>,
  call: Call,
  module: Events,
): Promise<Reply<ScanManifest>> {
  const event = { tenant: call.tenant, eventId: params.id };
  await requireScanner(call, module, { eventId: params.id, deviceId: undefined });
  const runner = module.store.slow(call.tenant);
  const head = await findManifestEvent(runner, event);
  if (!head) throw eventNotFound(params.id);
  const from = readManifestCursor(query.cursor);
  const policy: ScanPolicy = { ...scanPolicyDefault, ...(head.scan_policy as Partial<ScanPolicy>) };
  const wanted = codesFor(call, query, policy);
  const rowsMax = Math.min(
    query.names ? NAMED_RECORDS_MAX : RECORDS_MAX,
    wanted.slow ? TYPED_RECORDS_MAX : RECORDS_MAX,
  );
  const [keys, types, rows] = await Promise.all([
    listManifestKeys(runner, event),
    listManifestTypes(runner, event),
    listManifestTickets(runner, event, { from: from.at, afterId: from.id, rowsMax: rowsMax + 1 }),
  ]);
  const tickets = rows.slice(0, rowsMax);
  const hasMore = rows.length > rowsMax;
  const manifest: ScanManifest = {
    event: {
      id: params.id,
      name: head.name,
      status: head.status,
      livemode: call.tenant.livemode,
      start_date: formatTime(head.start_date),
      end_date: formatTime(head.end_date),
      re_entry: head.re_entry,
    },
    keys: keys.map(({ kid, public_key }) => ({
      kid,
      alg: 'Ed25519',
      public_key: public_key.toString('base64'),
    })),
    ticket_types: types.map(
      ({ id, type_index, name, admits, gates, door_note, valid_from, valid_until }) => ({
        id,
        index: type_index,
        name,
        admits,
        gates: gates && [...gates],
        door_note,
        valid_from: formatOptionalTime(valid_from),
        valid_until: formatOptionalTime(valid_until),
      }),
    ),
    gates: policy.gates,
    policy,
    generated_at: formatTime(call.now),
    expires_at: formatTime(new Date(call.now.getTime() + LIFE_MS)),
    cursor: writeManifestCursor(nextPlace(tickets, { hasMore, from, now: call.now })),
    full: query.cursor === undefined,
    has_more: hasMore,
    count: tickets.length,
    tickets: (
      await inTurns(packTickets(tickets, new Map(types.map(({ type_index }, place) => [type_index, place]))))
    ).toString('base64'),
  };
  const fast = wanted.fast ? { human_codes: (await packOpened(tickets, module)).toString('base64') } : {};
  const slow = wanted.slow ? { typed_codes: await module.typedCodes.pack(tickets, params.id) } : {};
  const names = query.names
    ? { names: await sealNames(tickets, { runner, event, kid: head.kid }, module) }
    : {};
  return reply({ ...manifest, ...fast, ...slow, ...names });
}

/** What leaves the merchant's own servers is slow to search, unless the event says otherwise. */
function codesFor(
  { caller }: Call,
  query: { readonly human_codes?: boolean; readonly typed_codes?: boolean },
  policy: ScanPolicy,
): { readonly fast: boolean; readonly slow: boolean } {
  const fast = query.human_codes === true && (caller.kind === 'secret' || policy.fast_code_hashes);
  return { fast, slow: query.typed_codes === true || (query.human_codes === true && !fast) };
}

/** In parts, between which others are served. */
async function packOpened(tickets: readonly ManifestTicket[], { vault }: Events): Promise<Buffer> {
  const parts: Buffer[] = [];
  for (let first = 0; first < tickets.length; first += OPENED_AT_ONCE) {
    parts.push(
      packCodes(
        tickets
          .slice(first, first + OPENED_AT_ONCE)
          .map((ticket) => ({ event_id: ticket.event_id, code: openCode(vault, ticket) })),
      ),
    );
    await setImmediate();
  }
  return Buffer.concat(parts);
}

function nextPlace(
  tickets: readonly ManifestTicket[],
  { hasMore, from, now }: { readonly hasMore: boolean; readonly from: ManifestPlace; readonly now: Date },
): ManifestPlace {
  const last = tickets.at(-1);
  if (hasMore && last) return { at: last.updated_at, id: last.id };
  const settled = new Date(now.getTime() - OVERLAP_MS);
  return settled > from.at ? { at: settled, id: '' } : from;
}

type Signing = { readonly runner: Runner; readonly event: ScannedEventKey; readonly kid: number | null };

async function sealNames(
  tickets: readonly ManifestTicket[],
  { runner, event, kid }: Signing,
  { keyRing, world }: Events,
): Promise<(string | null)[]> {
  if (kid === null) return tickets.map(() => null);
  const key = await keyRing.open(runner, event, kid);
  return mapInTurns(tickets, SEALED_AT_ONCE, (ticket) => {
    const signature =
      ticket.holder_name === null ? null : readTk1(signTicket(ticket, { kid, key }))?.signature;
    return ticket.holder_name === null || !signature
      ? null
      : sealName(ticket.holder_name, { signature, nonce: world.randomBytes(NONCE_BYTES) });
  });
}

/** Where a manifest goes on: behind the ticket `id` that changed at `at`. */
type ManifestPlace = { readonly at: Date; readonly id: string };

const FORM = /^(\d{1,15})\.([\w-]{0,64})$/;
const MANIFEST_START: ManifestPlace = Object.freeze({ at: new Date(0), id: '' });

function writeManifestCursor({ at, id }: ManifestPlace): string {
  return Buffer.from(`${at.getTime()}.${id}`).toString('base64url');
}

/** VALIDATION_ERROR for what no manifest gave out. */
function readManifestCursor(cursor: string | undefined): ManifestPlace {
  if (cursor === undefined) return MANIFEST_START;
  const [, moment, id] = FORM.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  const at = new Date(Number(moment));
  if (id === undefined || Number.isNaN(at.getTime()) || at.getFullYear() > 9_999)
    throw invalid({ path: 'cursor', message: 'must be cursor of the manifest before, unchanged' });
  return { at, id };
}

/** What a manifest says of one ticket. */
const RECORD_BYTES = 16;
const CODE_HASH_BYTES = 6;
const STATES: Readonly<Record<string, number>> = Object.freeze({ valid: 0, used: 1, void: 2, blocked: 3 });
const INSIDE = 0b100;
/** A record takes 2 µs. */
const RECORDS_A_STEP = 1_000;
const ADMITS_SHIFT = 3;

/**
 * The records of a manifest, 16 bytes each, big-endian: 8 bytes of SHA-256 over the ticket bytes of the QR code; 1 byte
 * with state (bits 0–1), somebody inside (bit 2) and how many it admits, less one (bits 3–7); 2 bytes epoch; 1 byte place
 * of its type in `ticket_types`; 4 bytes first admission in Unix seconds, 0 for none.
 */
export function* packTickets(
  tickets: readonly ManifestTicket[],
  placeOfType: ReadonlyMap<number, number>,
): Work<Buffer> {
  const packed = Buffer.alloc(tickets.length * RECORD_BYTES);
  for (const [place, ticket] of tickets.entries()) {
    if (place % RECORDS_A_STEP === RECORDS_A_STEP - 1) yield;
    const start = place * RECORD_BYTES;
    packed.set(ticketHash(ticket.qr_id), start);
    packed.writeUInt8(
      (STATES[ticket.status] ?? 0) |
        ((ticket.inside ?? 0) > 0 ? INSIDE : 0) |
        ((ticket.admits - 1) << ADMITS_SHIFT),
      start + TICKET_HASH_BYTES,
    );
    packed.writeUInt16BE(ticket.epoch, start + 9);
    packed.writeUInt8(placeOfType.get(ticket.type_index) ?? 255, start + 11);
    packed.writeUInt32BE(
      ticket.first_at === null ? 0 : Math.floor(ticket.first_at.getTime() / 1_000),
      start + 12,
    );
  }
  return packed;
}

/** For each ticket the first 6 bytes of SHA-256 over event id, line feed and typed code: enough to find it, too little to read it. */
export function packCodes(tickets: readonly Pick<ManifestTicket, 'event_id' | 'code'>[]): Buffer {
  return Buffer.concat(
    tickets.map(({ event_id, code }) =>
      createHash('sha256').update(`${event_id}\n${code}`).digest().subarray(0, CODE_HASH_BYTES),
    ),
  );
}

const NONCE_BYTES = 12;
const KEY_BYTES = 32;
const NAMES_INFO = 'cottontree ticket name v1';

/** A holder's name that only whoever has the ticket's code in front can read: its signature is the key. */
export function sealName(
  name: string,
  { signature, nonce }: { readonly signature: Uint8Array; readonly nonce: Buffer },
): string {
  if (nonce.length !== NONCE_BYTES) throw new RangeError(`a nonce has ${NONCE_BYTES} bytes`);
  const key = Buffer.from(hkdfSync('sha256', signature, '', NAMES_INFO, KEY_BYTES));
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const body = Buffer.concat([cipher.update(name, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, body, cipher.getAuthTag()]).toString('base64');
}
