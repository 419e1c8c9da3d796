import {
  covers,
  formatTime,
  idRandomBytes,
  makeId,
  ownUndoMinutes,
  type Input,
  type Operations,
  type Scan,
  type ScanResult,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { change } from '../../../kernel/change/change.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import { type Fact, newFact } from '../../../outbox/index.ts';
import type { Events } from '../module.ts';
import { requireEvent, requireScanner } from './find-scanner.ts';
import { presentScan } from './scans.ts';
import { recordScans, type ScanRecord } from './record.queries.ts';
import { findPassages, findScan, findScanToUndo, type Passage, type ScanToUndo } from './scan-log.queries.ts';
import type { Scanner } from './scanner.ts';
import { presentFirst } from './compose-record.ts';
import { countInside } from './room-at.ts';
import { countSteps, standingOf, type Standing } from './weigh-scan.ts';

const OWN_UNDO_MS = ownUndoMinutes * 60_000;

/** Takes an admission or an exit back: the ticket stands as if it had not been. */
export async function undoScan(
  { params, body }: Input<Operations['undoScan' | 'undoScanAtDoor']>,
  call: Call,
  module: Events,
): Promise<Reply<Scan>> {
  const event = { tenant: call.tenant, eventId: params.id };
  const scanner = await requireScanner(call, module, { eventId: params.id, deviceId: body.device_id });
  await requireEvent(module, event);
  return effect(module, call, {
    work: async (runner) => {
      const standing = {
        key: { tenant: call.tenant, id: params.scanId },
        tooMany: 'doors scan this ticket',
        read: () => findScanToUndo(runner, event, params.scanId),
        notFound: () => new Failure('SCAN_NOT_FOUND', `The event has no scan ${params.scanId.slice(0, 64)}.`),
      };
      return change<ScanToUndo, Reply<Scan>>(standing, async (scan) => {
        requireRight(scan, call, scanner);
        refuseWhatCannotBeUndone(scan);
        const id = makeId('scn_', call.now.getTime(), module.world.randomBytes(idRandomBytes));
        const { ticket_id } = scan;
        const passages = ticket_id === null ? [] : await findPassages(runner, call.tenant, ticket_id);
        const [written] = await recordScans(runner, [
          composeUndo(scan, {
            id,
            tenant: call.tenant,
            now: call.now,
            reason: body.reason,
            scanner,
            passages,
          }),
        ]);
        const undo = written && (await findScan(runner, event, id));
        return undo ? reply(presentScan(undo)) : undefined;
      });
    },
  });
}

/** The device that scanned, for a while; whoever may change events, at any time. */
function requireRight(scan: ScanToUndo, { caller, now }: Call, scanner: Scanner): void {
  if (caller.kind === 'secret' && covers(caller.scopes, 'events:write')) return;
  if (isOwn(scan, scanner) && now.getTime() - scan.recorded_at.getTime() <= OWN_UNDO_MS) return;
  throw new Failure(
    'INSUFFICIENT_SCOPE',
    `A device takes back only its own scans, and within ${ownUndoMinutes} minutes. Anything else needs a secret key with the scope events:write.`,
    { details: { scope: 'events:write' } },
  );
}

/** Keys call devices what they like, and share those names; nobody has a paired device's or a session's by naming it. */
function isOwn(scan: ScanToUndo, { deviceId, actor }: Scanner): boolean {
  const isOfKeys = scan.actor.startsWith('key_') && actor.startsWith('key_');
  return scan.device_id === deviceId && (scan.actor === actor || isOfKeys);
}

function refuseWhatCannotBeUndone({ id, result, undone_at }: ScanToUndo): void {
  if (undone_at !== null)
    throw new Failure('SCAN_ALREADY_UNDONE', `Scan ${id} was undone at ${undone_at.toISOString()}.`);
  if (result === 'admitted' || result === 'exited') return;
  throw new Failure('STATE_CONFLICT', `Scan ${id} let nobody through, so there is nothing to take back.`, {
    details: { from: result, to: 'undone', allowed: [] },
  });
}

type Undoing = {
  readonly id: string;
  readonly tenant: Tenant;
  readonly now: Date;
  readonly reason: string;
  readonly scanner: Scanner;
  /** Who came and went on the ticket, earliest first. */
  readonly passages: readonly Passage[];
};

/** What taking a scan back brings about, decided on the ticket as it was read. */
function composeUndo(scan: ScanToUndo, undoing: Undoing): ScanRecord {
  const { id, tenant, now } = undoing;
  const before = standingOf(scan);
  const after = standingWithout(scan, before, undoing.passages);
  const undone: Undone = {
    after,
    status: scan.ticket_status === 'used' && after.entries === 0 ? 'valid' : scan.ticket_status,
  };
  return {
    tenant,
    eventId: scan.event_id,
    id,
    entity: scan.ticket_id ?? id,
    columns: { ...logOf(scan, undoing, undone), ...ticketOf(scan, undone) },
    facts: [
      newFact({
        kind: 'ticket.scan_undone',
        sequence: (scan.sequence ?? 0) + 1,
        facts: factsOf(scan, undoing, undone),
        at: now.toISOString(),
      }),
    ],
    counters: countSteps({
      gate: scan.gate,
      typeId: scan.ticket_type_id,
      at: scan.scanned_at,
      result: scan.result as Exclude<ScanResult, 'undone'>,
      before,
      after,
    }),
    guess: null,
    kept: null,
  };
}

/** How the ticket stands without the scan. */
type Undone = { readonly after: Standing; readonly status: ScanToUndo['ticket_status'] };

function factsOf(scan: ScanToUndo, { reason }: Undoing, { after, status }: Undone): Fact['facts'] {
  return {
    id: scan.ticket_id,
    event_id: scan.event_id,
    status,
    scan_id: scan.id,
    result: 'undone',
    code: null,
    ticket_type_id: scan.ticket_type_id,
    direction: scan.direction,
    gate: scan.gate,
    device_id: scan.device_id,
    entry_count: after.entries,
    first_scan: presentFirst(after.first),
    offline: scan.offline,
    forced: scan.forced,
    scanned_at: formatTime(scan.scanned_at),
    reason,
  };
}

/** The line that the log keeps of it. */
function logOf(scan: ScanToUndo, { now, reason, scanner }: Undoing, { after }: Undone) {
  return {
    ticket_id: scan.ticket_id,
    ticket_type_id: scan.ticket_type_id,
    device_id: scanner.deviceId,
    device_name: scanner.deviceName,
    actor: scanner.actor,
    nonce: null,
    direction: scan.direction,
    source: scan.source,
    gate: scan.gate,
    result: 'undone',
    code: null,
    message: null,
    offline: false,
    forced: false,
    conflict: false,
    entry_count: after.entries,
    first_scan: presentFirst(after.first),
    scanned: null,
    scanned_at: now.toISOString(),
    recorded_at: now.toISOString(),
    undoes: scan.id,
    reason,
  };
}

/** What becomes of the ticket's own row. */
function ticketOf(scan: ScanToUndo, { after, status }: Undone) {
  const { first } = after;
  return {
    ticket_version: scan.version,
    ticket_status: status,
    used_at: first?.at.toISOString() ?? null,
    entries: after.entries,
    inside: after.inside,
    first_scan_id: first?.scanId ?? null,
    first_at: first?.at.toISOString() ?? null,
    first_gate: first?.gate ?? null,
    first_device: first?.device ?? null,
  };
}

function standingWithout(scan: ScanToUndo, before: Standing, passages: readonly Passage[]): Standing {
  if (scan.ticket_id === null) return before;
  const others = passages.filter(({ id }) => id !== scan.id);
  const inside = countInside(others, scan.admits ?? 1);
  if (scan.result === 'exited') return { ...before, inside };
  const next =
    scan.next_scan_id === null || scan.next_at === null
      ? null
      : { scanId: scan.next_scan_id, at: scan.next_at, gate: scan.next_gate, device: scan.next_device };
  return { entries: Math.max(0, before.entries - 1), inside, first: next };
}
