import {
  formatTicketCode,
  idRandomBytes,
  makeId,
  scannerAuthOf,
  type FirstScan,
  type OfflineResult,
  type ScannedTicket,
  type ScanRefusal,
} from '@cottontree/contract';
import { change } from '../../../kernel/change/change.ts';
import type { Context } from '../../../kernel/call/context.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { constraintOf, sqlStateOf } from '../../../store/index.ts';
import { eventNotFound } from '../events/event-not-found.ts';
import { isTyped, WRONG_CODES_PER_MINUTE_MAX, wrongCodesOf, type ScanAttempt } from './attempt.ts';
import { composeRecord, presentFirst } from './compose-record.ts';
import { notPaired } from './find-scanner.ts';
import type { FoundScan, LookKey } from './look-up.queries.ts';
import type { KeptScan } from './record.queries.ts';
import type { ScanContext } from './scan-context.ts';
import type { Passage } from './scan-log.queries.ts';
import { weighScan, type Weighed } from './weigh-scan.ts';

/** What became of a scan, now or when its nonce came first. */
export type SettledScan = {
  /** Null: judged only. */
  readonly scanId: string | null;
  readonly result: OfflineResult;
  readonly code: ScanRefusal | null;
  readonly message: string | null;
  readonly details: Readonly<Record<string, string>>;
  readonly ticket: ScannedTicket | null;
  readonly firstScan: FirstScan | null;
  readonly entryCount: number;
  readonly forced: boolean;
  readonly conflict: boolean;
  readonly replayed: boolean;
};

/** The Idempotency-Key of a request: how its answer is kept, and whether somebody came first with it. */
export type Keeping = {
  readonly keep: (settled: SettledScan) => KeptScan;
  readonly isTaken: () => Promise<boolean>;
};

type Settling = {
  readonly context: ScanContext;
  readonly world: Context['world'];
  readonly dryRun?: true;
  readonly keeping?: Keeping | null;
};

/**
 * Looks a scan up, decides it, and writes the decision if its ticket is still as it was read; else looks again. No lock is
 * held between the two. A nonce that came before gets its first answer; null where an Idempotency-Key did.
 */
export async function settleScan(
  attempt: ScanAttempt,
  { context, world, dryRun, keeping }: Settling,
): Promise<SettledScan | null> {
  const key = lookKeyOf(attempt);
  const door = {
    key: { tenant: key.tenant, id: `${key.eventId} ${key.qrId.toString('hex')} ${key.code}` },
    tooMany: 'doors scan this ticket',
    read: () => context.lookUp(key),
    notFound: () => eventNotFound(attempt.eventId),
  };
  return change<FoundScan, SettledScan | null>(door, async (looked) => {
    requireDoorOpenTo(looked, attempt);
    if (looked.earlier !== null) return earlierOf(looked, attempt);
    if (
      isTyped(attempt) &&
      attempt.offline === null &&
      (looked.wrong_codes ?? 0) >= WRONG_CODES_PER_MINUTE_MAX
    )
      throw tooManyWrongCodes(attempt);
    const found = await namingItsEvent(looked, attempt, context);
    const id = makeId('scn_', attempt.now.getTime(), world.randomBytes(idRandomBytes));
    const weighed = weighScan(found, attempt, {
      scanId: id,
      passages: await passagesOf(found, attempt, context),
    });
    const settled = settledOf({ id: dryRun ? null : id, found, attempt, weighed });
    if (dryRun) return settled;
    const written = await context
      .record(composeRecord({ id, found, attempt, weighed }, keeping?.keep(settled) ?? null))
      .catch((error: unknown) => refused(error, attempt));
    if (written) return settled;
    return keeping && (await keeping.isTaken()) ? null : undefined;
  });
}

/** A typed code that this event does not have may be of another, or this one's of before; a QR code says so by itself. */
async function namingItsEvent(
  found: FoundScan,
  { tenant, code, eventId }: ScanAttempt,
  context: ScanContext,
): Promise<FoundScan> {
  if (found.ticket_id !== null || code.kind !== 'typed') return found;
  const other = await context.eventOfCode(tenant, { code: code.code, eventId });
  return other
    ? {
        ...found,
        ticket_event_id: other.event_id,
        ticket_event_name: other.event_name,
        ticket_event_start: other.start_date,
      }
    : found;
}

/** What a door did without the service may lie before what others did on the ticket and told earlier. */
async function passagesOf(
  { ticket_id, entries }: FoundScan,
  { offline, tenant }: ScanAttempt,
  context: ScanContext,
): Promise<readonly Passage[] | null> {
  const mayBeLate =
    (offline === 'admitted' || offline === 'exited') && ticket_id !== null && entries !== null;
  return mayBeLate ? context.passagesOf(tenant, ticket_id) : null;
}

/** What PostgreSQL says when a key would have been taken without its scan (see `refuse_when.sql`): its nonce was taken meanwhile. */
const KEY_WITHOUT_SCAN = 'CT001';

function refused(error: unknown, attempt: ScanAttempt): false {
  if (sqlStateOf(error) === KEY_WITHOUT_SCAN) return false;
  throw constraintOf(error) === 'guess_failures_exhausted' ? tooManyWrongCodes(attempt) : error;
}

/** A page with nothing but a public key may redeem a whole signed code, where the event says so. */
function requireDoorOpenTo({ scan_policy }: FoundScan, { scanner, tenant, code, force }: ScanAttempt): void {
  if (!scanner.unpaired) return;
  if (scannerAuthOf(scan_policy, tenant.livemode) !== 'public_key' || code.kind === 'typed' || force)
    throw notPaired();
}

const NO_BYTES = Buffer.alloc(0);

function lookKeyOf(attempt: ScanAttempt): LookKey {
  const { tenant, eventId, code, scanner, nonce } = attempt;
  const signed = code.kind === 'signed' ? code : null;
  return {
    tenant,
    eventId,
    qrId: signed?.qrId ?? NO_BYTES,
    code: code.kind === 'typed' ? code.code : '',
    kid: signed?.tk1.kid ?? 0,
    ours: signed?.ours ?? true,
    deviceId: scanner.deviceId,
    nonce: nonce ?? '',
    ...wrongCodesOf(attempt),
  };
}

type Decided = {
  readonly id: string | null;
  readonly found: FoundScan;
  readonly attempt: ScanAttempt;
  readonly weighed: Weighed;
};

function settledOf({ id, found, attempt, weighed }: Decided): SettledScan {
  const { result, refusal, after } = weighed;
  return {
    scanId: id,
    result,
    code: refusal?.code ?? null,
    message: refusal?.message ?? null,
    details: refusal?.details ?? {},
    ticket: weighed.known ? presentScannedTicket(found, attempt.eventId) : null,
    firstScan: presentFirst(after.first),
    entryCount: after.entries,
    forced: weighed.forced,
    conflict: weighed.conflict,
    replayed: false,
  };
}

type Earlier = {
  readonly id: string;
  readonly result: OfflineResult;
  readonly code: ScanRefusal | null;
  readonly message: string | null;
  readonly entry_count: number;
  readonly first_scan: FirstScan | null;
  readonly forced: boolean;
  readonly conflict: boolean;
};

function earlierOf(found: FoundScan, { eventId }: ScanAttempt): SettledScan {
  const { id, result, code, message, entry_count, first_scan, forced, conflict } = found.earlier as Earlier;
  return {
    scanId: id,
    result,
    code,
    message,
    details: {},
    ticket: presentScannedTicket(found, eventId),
    firstScan: first_scan,
    entryCount: entry_count,
    forced,
    conflict,
    replayed: true,
  };
}

function tooManyWrongCodes({ wallClock }: ScanAttempt): Failure {
  const retryAfterSeconds = 60 - wallClock.getSeconds();
  return new Failure(
    'RATE_LIMITED',
    `This device typed ${WRONG_CODES_PER_MINUTE_MAX} wrong codes within a minute. Wait, or scan the QR code.`,
    { retryAfterSeconds },
  );
}

/** A ticket as a door sees it; null where it is none of the event. */
function presentScannedTicket(found: FoundScan, eventId: string): ScannedTicket | null {
  const { ticket_id: id, human_code: code, ticket_type_id, type_name } = found;
  if (
    id === null ||
    code === null ||
    ticket_type_id === null ||
    type_name === null ||
    found.ticket_event_id !== eventId
  )
    return null;
  return {
    id,
    code: formatTicketCode(code),
    holder_name: found.holder_name,
    ticket_type_id,
    ticket_type_name: type_name,
    order_number: found.order_number,
    seat: found.seat,
    admits: found.admits ?? 1,
    door_note: found.door_note,
    notes: found.ticket_status === 'blocked' || found.ticket_status === 'void' ? found.reason : null,
  };
}
