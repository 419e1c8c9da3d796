import type { OfflineResult, ScannedTicket, ScanRefusal, ScanSource } from '@cottontree/contract';
import { signal } from '@preact/signals';

/** Why this phone itself lets nobody in, whatever the ticket. */
export type OwnRefusal = 'ENDED' | 'NO_ROOM' | 'NO_TICKETS' | 'TOO_OLD' | 'FAULT';

/** When a ticket came in first, and where, as far as it is known. */
export type FirstTime = {
  readonly atMs: number;
  readonly gate: string | null;
  readonly device: string | null;
};

/** What a code was told: the whole screen says it. */
export type DoorAnswer = {
  readonly result: OfflineResult;
  readonly refusal: ScanRefusal | OwnRefusal | null;
  /** Who enter or leave now. */
  readonly persons: number;
  readonly name: string | null;
  readonly typeName: string | null;
  readonly seat: string | null;
  readonly orderNumber: string | null;
  /** What the organiser wants done or known. */
  readonly notes: string | null;
  readonly first: FirstTime | null;
  /** Which event the ticket is for, where that is another. */
  readonly eventName: string | null;
  /** When that begins, as far as it is known. */
  readonly eventStartMs: number | null;
  /** What the organiser wants done with everybody who has such a ticket. */
  readonly doorNote: string | null;
  /** What the server says in words; null: it was not asked. */
  readonly message: string | null;
  readonly isOffline: boolean;
  readonly isForced: boolean;
  /** Signed rightly, but sold since this phone heard of tickets last; the organiser wants such ones let in. */
  readonly isUnverified: boolean;
  /** The scans of those who came in, by which fewer can be taken back. */
  readonly nonces: readonly string[];
  readonly asked: AskedCode;
};

/** A code and how it was read; with the reason where a supervisor lets in against a refusal. */
export type AskedCode = {
  readonly text: string;
  readonly source: ScanSource;
  readonly force: { readonly reason: string } | null;
};

/** What stands on the screen; null: the next ticket is waited for. */
export const answer = signal<DoorAnswer | null>(null);
/** A code is being judged. */
export const isJudging = signal(false);

type Told = Partial<DoorAnswer> & Pick<DoorAnswer, 'result' | 'asked'>;

/** An answer about which nothing more is known than is given. */
export function answerOf(told: Told): DoorAnswer {
  return {
    refusal: null,
    persons: 1,
    name: null,
    typeName: null,
    seat: null,
    orderNumber: null,
    notes: null,
    first: null,
    eventName: null,
    eventStartMs: null,
    doorNote: null,
    message: null,
    isOffline: false,
    isUnverified: false,
    isForced: told.asked.force !== null,
    nonces: [],
    ...told,
  };
}

/** What the server tells of a ticket; a field that an older one does not send is not shown. */
export function ticketFields(ticket: Partial<ScannedTicket> | null | undefined): Partial<DoorAnswer> {
  return {
    name: ticket?.holder_name ?? null,
    typeName: ticket?.ticket_type_name ?? null,
    seat: ticket?.seat ?? null,
    orderNumber: ticket?.order_number ?? null,
    notes: ticket?.notes ?? null,
    doorNote: ticket?.door_note ?? null,
  };
}

/** What a supervisor may let in all the same. */
const FORCIBLE: ReadonlySet<DoorAnswer['refusal']> = new Set([
  'TICKET_UNPAID',
  'TICKET_VOID',
  'TICKET_BLOCKED',
  'TICKET_REVOKED',
  'TICKET_NOT_YET_VALID',
  'TICKET_EXPIRED',
  'GATE_NOT_ALLOWED',
  'TICKET_ALREADY_USED',
]);

export function isForcible({ refusal, result }: DoorAnswer): boolean {
  return result === 'rejected' && FORCIBLE.has(refusal);
}
