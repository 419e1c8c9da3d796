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
import type { Call } from '../../core/call.ts';
import { inTurns, mapInTurns } from '../../core/in-turns.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Runner } from '../../store/index.ts';
import { eventNotFound } from '../event-not-found.ts';
import type { Events } from '../open-events.ts';
import { openCode } from '../tickets/ticket-codes.ts';
import { signTicket } from '../tickets/sign-ticket.ts';
import type { EventKey } from './devices.queries.ts';
import { requireScanner } from './find-scanner.ts';
import { readManifestCursor, writeManifestCursor, type ManifestPlace } from './manifest-cursor.ts';
import {
  findManifestEvent,
  listManifestKeys,
  listManifestTickets,
  listManifestTypes,
  type ManifestTicket,
} from './manifest.queries.ts';
import { NONCE_BYTES, packCodes, packTickets, sealName } from './pack-manifest.ts';

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
  room: Events,
): Promise<Reply<ScanManifest>> {
  const event = { tenant: call.tenant, eventId: params.id };
  await requireScanner(call, room, { eventId: params.id, deviceId: undefined });
  const runner = room.store.slow(call.tenant);
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
    ticket_types: types.map(({ id, type_index, name, admits, gates, valid_from, valid_until }) => ({
      id,
      index: type_index,
      name,
      admits,
      gates: gates && [...gates],
      valid_from: formatOptionalTime(valid_from),
      valid_until: formatOptionalTime(valid_until),
    })),
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
  const fast = wanted.fast ? { human_codes: (await packOpened(tickets, room)).toString('base64') } : {};
  const slow = wanted.slow ? { typed_codes: await room.typedCodes.pack(tickets, params.id) } : {};
  const names = query.names
    ? { names: await sealNames(tickets, { runner, event, kid: head.kid }, room) }
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

type Signing = { readonly runner: Runner; readonly event: EventKey; readonly kid: number | null };

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
