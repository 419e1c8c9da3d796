import { createHash } from 'node:crypto';
import { formatTime, type ScanDirection, type ScanPolicy, type ScanRefusal } from '@cottontree/contract';
import { tellClock, tellDay } from '../tickets/tell-time.ts';
import type { FoundScan } from './look-up.queries.ts';
import type { Proven, Refusal } from './prove-code.ts';

export type AskedScan = {
  readonly direction: ScanDirection;
  readonly gate: string | null;
  /** By which the ticket's times are judged. */
  readonly at: Date;
  /** Whether somebody is inside on the ticket at that moment. */
  readonly isInside: boolean;
  /** Whether the ticket lets one more in at that moment. */
  readonly hasRoom: boolean;
};

/** How long after its end a completed event's doors stay open. */
const AFTER_END_MS = 12 * 3_600_000;

/**
 * What stands against letting a ticket through, or null. Judged in the documented order: form, signature, event, state,
 * epoch, time, gate, duplicate. Whoever leaves is only counted, so leaving asks no more than that the ticket is inside.
 */
export function judgeScan(found: FoundScan, proven: Proven, asked: AskedScan): Refusal | null {
  if (proven.refusal) return proven.refusal;
  if (asked.direction === 'out')
    return asked.isInside
      ? null
      : against('NOT_INSIDE', 'Nobody is inside on this ticket, so nobody can leave on it.');
  return (
    judgeEvent(found, asked.at) ??
    judgeState(found) ??
    judgeEpoch(found, proven.epoch) ??
    judgeTime(found, asked.at) ??
    judgeGate(found, asked.gate) ??
    judgeDuplicate(found, asked)
  );
}

function judgeEvent({ event_status: status, end_date }: FoundScan, at: Date): Refusal | null {
  if (status === 'cancelled') return against('EVENT_CANCELLED', 'The event was cancelled.');
  const over = status === 'completed' && at.getTime() > end_date.getTime() + AFTER_END_MS;
  if (status === 'draft' || over)
    return against(
      'EVENT_NOT_SCANNABLE',
      over
        ? 'The event is over for more than twelve hours.'
        : 'The event is a draft; publish it to open its doors.',
    );
  return null;
}

const PAID: ReadonlySet<string> = new Set(['paid', 'partially_refunded', 'refunded', 'refund_pending']);

function judgeState({ ticket_status: status, order_status, reason }: FoundScan): Refusal | null {
  if (order_status !== null && !PAID.has(order_status))
    return forcible('TICKET_UNPAID', 'The order of this ticket is not paid.');
  if (status === 'void')
    return forcible('TICKET_VOID', `This ticket was voided${reason ? ` (${reason})` : ''}.`);
  if (status === 'blocked')
    return forcible('TICKET_BLOCKED', `This ticket is blocked${reason ? ` (${reason})` : ''}.`);
  return null;
}

function judgeEpoch({ epoch }: FoundScan, scanned: number | null): Refusal | null {
  if (scanned === null || scanned === epoch) return null;
  return forcible(
    'TICKET_REVOKED',
    'This ticket was made anew, and this code of it no longer counts. Ask for the newer one.',
  );
}

function judgeTime({ valid_from, valid_until }: FoundScan, at: Date): Refusal | null {
  if (valid_from !== null && at < valid_from)
    return forcible('TICKET_NOT_YET_VALID', `This ticket is valid from ${formatTime(valid_from)}.`);
  if (valid_until !== null && at >= valid_until)
    return forcible('TICKET_EXPIRED', `This ticket was valid until ${formatTime(valid_until)}.`);
  return null;
}

function judgeGate(found: FoundScan, gate: string | null): Refusal | null {
  const policy = found.scan_policy;
  if (gate !== null && policy.gates.length > 0 && !policy.gates.includes(gate))
    return forcible('GATE_NOT_ALLOWED', `The event has no gate ${gate}. It has ${policy.gates.join(', ')}.`);
  if (found.gates !== null && (gate === null || !found.gates.includes(gate)))
    return forcible(
      'GATE_NOT_ALLOWED',
      `${found.type_name ?? 'This'} tickets enter by ${found.gates.join(' or ')}.`,
    );
  const own = gate === null || found.qr_id === null ? null : gateOf(found.qr_id, policy, found.gates);
  return own === null || own === gate
    ? null
    : { ...forcible('GATE_NOT_ALLOWED', `This ticket enters by ${own}.`), details: { gate: own } };
}

function judgeDuplicate(
  { first_at, first_gate, time_zone: timeZone }: FoundScan,
  { at: now, hasRoom }: AskedScan,
): Refusal | null {
  if (first_at === null || hasRoom) return null;
  return forcible(
    'TICKET_ALREADY_USED',
    `Already admitted at ${localTime(first_at, { now, timeZone })}${first_gate === null ? '' : `, ${calledGate(first_gate)}`}.`,
  );
}

function against(code: ScanRefusal, message: string): Refusal {
  return { code, message, forcible: false };
}

function forcible(code: ScanRefusal, message: string): Refusal {
  return { code, message, forcible: true };
}

/** As the people at the door tell the time; with the day where it was another. */
function localTime(at: Date, { now, timeZone }: { readonly now: Date; readonly timeZone: string }): string {
  return tellDay(at, timeZone) === tellDay(now, timeZone)
    ? tellClock(at, timeZone)
    : `${tellClock(at, timeZone)}, ${tellDay(at, timeZone)}`;
}

function calledGate(gate: string): string {
  return /\bgate\b/i.test(gate) ? gate : `${gate} gate`;
}

/** By which bytes a manifest knows a ticket. */
export const TICKET_HASH_BYTES = 8;

/** The first bytes of SHA-256 over the ticket bytes of its QR code. */
export function ticketHash(qrId: Uint8Array): Buffer {
  return createHash('sha256').update(qrId).digest().subarray(0, TICKET_HASH_BYTES);
}

/** The one gate by which a ticket enters where gates share the tickets out; null where they do not. */
function gateOf(qrId: Uint8Array, policy: ScanPolicy, allowed: readonly string[] | null): string | null {
  const gates = allowed === null ? policy.gates : policy.gates.filter((gate) => allowed.includes(gate));
  if (!policy.gate_partition || gates.length < 2) return null;
  return gates[ticketHash(qrId).readUInt32BE(0) % gates.length] ?? null;
}
