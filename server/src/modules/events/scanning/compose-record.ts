import { formatTime, type FirstScan, type TicketStatus } from '@cottontree/contract';
import { type Fact, newFact } from '../../../outbox/index.ts';
import { headOf } from '../tickets/ticket-codes.ts';
import { isTyped, WRONG_CODES_PER_MINUTE_MAX, wrongCodesOf, type ScanAttempt } from './attempt.ts';
import { countSteps, type FirstAdmission, type Weighed } from './weigh-scan.ts';
import type { FoundScan } from './look-up.queries.ts';
import type { KeptScan, ScanRecord } from './record.queries.ts';

/** A first admission as people are told of it. */
export function presentFirst(first: FirstAdmission | null): FirstScan | null {
  return first && { scan_id: first.scanId, at: formatTime(first.at), gate: first.gate, device: first.device };
}

/** What of an unknown code is kept: enough to see what it was, too little to be one. */
const SCANNED_CHARACTERS_MAX = 40;
/** Refusals of what is no code of this event. That it is one of another would be worth knowing to a guesser too. */
const NOT_A_CODE: ReadonlySet<string> = new Set(['TICKET_NOT_FOUND', 'INVALID_TICKET_CODE', 'WRONG_EVENT']);

export type Composed = {
  readonly id: string;
  readonly found: FoundScan;
  readonly attempt: ScanAttempt;
  readonly weighed: Weighed;
};

/** A decided scan with everything that it brings about, as one row of the statement that writes it. */
export function composeRecord({ id, found, attempt, weighed }: Composed, kept: KeptScan | null): ScanRecord {
  const { scanner, eventId, tenant } = attempt;
  const moves = weighed.known && weighed.result !== 'rejected';
  const entity = moves && found.ticket_id !== null ? found.ticket_id : id;
  const { first } = weighed.after;
  return {
    tenant,
    eventId,
    id,
    entity,
    columns: {
      ticket_id: weighed.known ? found.ticket_id : null,
      ticket_type_id: weighed.known ? found.ticket_type_id : null,
      device_id: scanner.deviceId,
      device_name: scanner.deviceName,
      actor: scanner.actor,
      nonce: attempt.nonce,
      direction: attempt.direction,
      source: attempt.source,
      gate: attempt.gate,
      result: weighed.result,
      code: weighed.refusal?.code ?? null,
      message: weighed.refusal?.message ?? null,
      offline: attempt.offline !== null,
      forced: weighed.forced,
      conflict: weighed.conflict,
      entry_count: weighed.after.entries,
      first_scan: presentFirst(first),
      scanned: weighed.known ? null : textOf(attempt, found),
      scanned_at: attempt.at.toISOString(),
      recorded_at: attempt.now.toISOString(),
      undoes: null,
      reason: reasonOf(attempt, weighed),
      ticket_version: moves ? found.version : null,
      ticket_status: statusAfter(found, weighed),
      used_at: usedAt(found, weighed)?.toISOString() ?? null,
      entries: weighed.after.entries,
      inside: weighed.after.inside,
      first_scan_id: first?.scanId ?? null,
      first_at: first?.at.toISOString() ?? null,
      first_gate: first?.gate ?? null,
      first_device: first?.device ?? null,
    },
    facts: factsOf({ id, found, attempt, weighed }),
    counters: countSteps({
      gate: attempt.gate,
      typeId: weighed.known ? found.ticket_type_id : null,
      at: attempt.at,
      result: weighed.result,
      before: weighed.before,
      after: weighed.after,
    }),
    guess: guessOf(attempt, weighed),
    kept,
  };
}

/** A reason belongs to what was forced; of any other scan it would say nothing. */
function reasonOf({ reason }: ScanAttempt, { forced }: Weighed): string | null {
  return forced ? reason : null;
}

/** A void or blocked ticket stays so, whoever was let in on it. */
function statusAfter({ ticket_status }: FoundScan, { after }: Weighed): TicketStatus | null {
  return ticket_status === 'valid' && after.entries > 0 ? 'used' : ticket_status;
}

function usedAt({ used_at }: FoundScan, { after }: Weighed): Date | null {
  return after.first?.at ?? used_at;
}

function factsOf({ id, found, attempt, weighed }: Composed): readonly Fact[] {
  const facts = {
    id: weighed.known ? found.ticket_id : null,
    event_id: attempt.eventId,
    status: weighed.known ? statusAfter(found, weighed) : null,
    scan_id: id,
    result: weighed.result,
    code: weighed.refusal?.code ?? null,
    ticket_type_id: weighed.known ? found.ticket_type_id : null,
    direction: attempt.direction,
    gate: attempt.gate,
    device_id: attempt.scanner.deviceId,
    entry_count: weighed.after.entries,
    first_scan: presentFirst(weighed.after.first),
    offline: attempt.offline !== null,
    forced: weighed.forced,
    scanned_at: formatTime(attempt.at),
    reason: reasonOf(attempt, weighed),
  };
  const at = attempt.now.toISOString();
  if (weighed.result === 'rejected')
    return [newFact({ kind: 'ticket.scan_rejected', sequence: 1, facts, at })];
  const sequence = weighed.known ? (found.sequence ?? 0) : 0;
  const scanned = newFact({ kind: 'ticket.scanned', sequence: sequence + 1, facts, at });
  return weighed.conflict
    ? [scanned, newFact({ kind: 'ticket.scan_conflict', sequence: sequence + 2, facts, at })]
    : [scanned];
}

/** A wrong typed code may be a guess; what a door did without the service cannot be one. */
function guessOf(attempt: ScanAttempt, { result, refusal }: Weighed): ScanRecord['guess'] {
  if (
    attempt.offline !== null ||
    result !== 'rejected' ||
    refusal === null ||
    !NOT_A_CODE.has(refusal.code) ||
    !isTyped(attempt)
  )
    return null;
  const { subject, minute } = wrongCodesOf(attempt);
  return { subject, minute: minute.toISOString(), max: WRONG_CODES_PER_MINUTE_MAX };
}

/** What was held in front of the door; of a code that lets somebody in elsewhere, or did here once, only how it begins. */
function textOf({ text, code }: ScanAttempt, { ticket_event_id: eventId }: FoundScan): string {
  return code.kind === 'typed' && eventId !== null
    ? `${headOf(code.code)}…`
    : text.slice(0, SCANNED_CHARACTERS_MAX);
}
