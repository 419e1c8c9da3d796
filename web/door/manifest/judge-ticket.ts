import type { ScanDirection, ScanManifest, ScanRefusal, Tk1 } from '@cottontree/contract';
import type { TicketRecord } from './records.ts';

/** What an answer has beside its records. */
export type ManifestHead = Pick<
  ScanManifest,
  'event' | 'keys' | 'ticket_types' | 'gates' | 'policy' | 'generated_at' | 'expires_at' | 'cursor'
>;

/** What this door did with a ticket that the manifest does not tell of yet. */
export type Own = {
  readonly entries: number;
  /** Entries less exits: below zero where somebody left who had come in elsewhere. */
  readonly inside: number;
  /** Of its first entry here; null: none. */
  readonly firstAtMs: number | null;
};
export const NOTHING_OWN: Own = Object.freeze({ entries: 0, inside: 0, firstAtMs: null });

export type Asked = {
  readonly hash: string;
  /** Null: sold since the manifest was made. */
  readonly record: TicketRecord | null;
  /** What its QR code says; null: it was typed. */
  readonly ticket: Tk1 | null;
  readonly own: Own;
  readonly direction: ScanDirection;
  readonly gate: string | null;
  readonly nowMs: number;
};

export type Judged = {
  /** Null: it is let through. */
  readonly refusal: ScanRefusal | null;
  /** How many persons of it may come in now. */
  readonly room: number;
  /** When it was admitted first, as far as this phone knows; null: never. */
  readonly sinceMs: number | null;
};

type TicketType = ScanManifest['ticket_types'][number];

/** What a door says without the server to a genuine ticket, in the documented order (docs/conformance). */
export function judgeTicket(head: ManifestHead, asked: Asked): Judged {
  const { record, ticket, own, direction } = asked;
  const type =
    head.ticket_types.find(({ id }) => id === record?.typeId) ??
    head.ticket_types.find(({ index }) => index === ticket?.typeIndex);
  const sinceMs = firstOf(record, own);
  if (direction === 'out') {
    const isInside = own.inside + (record?.isInside ? 1 : 0) > 0;
    return { refusal: isInside ? null : 'NOT_INSIDE', room: 1, sinceMs };
  }
  const admits = record?.admits ?? type?.admits ?? 1;
  const room = roomOf(head, asked, admits);
  const refusal = against(head, asked, type) ?? (room > 0 ? null : 'TICKET_ALREADY_USED');
  return { refusal, room: Math.max(1, room), sinceMs };
}

function firstOf(record: TicketRecord | null, own: Own): number | null {
  const theirs = record && record.admittedAt > 0 ? record.admittedAt * 1_000 : null;
  if (theirs === null || own.firstAtMs === null) return theirs ?? own.firstAtMs;
  return Math.min(theirs, own.firstAtMs);
}

/**
 * Of a ticket for several the manifest tells that it was used, and not how often: what another door let in counts as all of them.
 * The server, which knows, decides where it can be asked.
 */
function roomOf({ event }: ManifestHead, { record, own }: Asked, admits: number): number {
  const wasElsewhere = (record?.admittedAt ?? 0) > 0;
  if (event.re_entry === 'unlimited') return Math.max(1, admits - Math.max(0, own.inside));
  if (event.re_entry === 'exit_required')
    return admits - Math.max(0, own.inside + (record?.isInside ? admits : 0));
  return wasElsewhere ? 0 : admits - own.entries;
}

function against(head: ManifestHead, asked: Asked, type: TicketType | undefined): ScanRefusal | null {
  const { record, ticket, nowMs } = asked;
  if (head.event.status === 'cancelled') return 'EVENT_CANCELLED';
  if (head.event.status === 'draft') return 'EVENT_NOT_SCANNABLE';
  if (record === null && head.policy.unverified !== 'admit') return 'TICKET_NOT_FOUND';
  if (record?.state === 'void') return 'TICKET_VOID';
  if (record?.state === 'blocked') return 'TICKET_BLOCKED';
  if (record && ticket && record.epoch !== ticket.epoch) return 'TICKET_REVOKED';
  const from = boundOf(type?.valid_from, ticket?.validFrom);
  const until = boundOf(type?.valid_until, ticket?.validUntil);
  if (nowMs < from) return 'TICKET_NOT_YET_VALID';
  if (nowMs >= until) return 'TICKET_EXPIRED';
  return mayEnterBy(head, asked, type) ? null : 'GATE_NOT_ALLOWED';
}

/** Its type's, for that may have been moved since the code was made; else the code's, of which 0 is none. */
function boundOf(ofType: string | null | undefined, ofCode: number | undefined): number {
  return ofType ? Date.parse(ofType) : ofCode ? ofCode * 1_000 : Number.NaN;
}

function mayEnterBy({ policy }: ManifestHead, { gate, hash }: Asked, type: TicketType | undefined): boolean {
  const allowed = type?.gates ?? null;
  if (gate !== null && policy.gates.length > 0 && !policy.gates.includes(gate)) return false;
  if (allowed !== null && (gate === null || !allowed.includes(gate))) return false;
  const shared = allowed === null ? policy.gates : policy.gates.filter((one) => allowed.includes(one));
  if (gate === null || !policy.gate_partition || shared.length < 2) return true;
  return shared[Number.parseInt(hash.slice(0, 8), 16) % shared.length] === gate;
}
