import { sign, type KeyObject } from 'node:crypto';
import { encodeTk1Body, eventStartOf, tk1SignedBytes, writeTk1 } from '@cottontree/contract';
import type { TicketRow } from './tickets.queries.ts';

/** What of a ticket its QR code says. */
export type TicketToSign = Pick<
  TicketRow,
  | 'livemode'
  | 'event_id'
  | 'qr_id'
  | 'type_index'
  | 'epoch'
  | 'holder_name'
  | 're_entry'
  | 'valid_from'
  | 'valid_until'
>;

const UNIX_SECONDS_MAX = 0xffffffff;

/** The text of the ticket's QR code. Ed25519 leaves nothing to chance, so it is the same each time and never stored. */
export function signTicket(
  ticket: TicketToSign,
  { kid, key }: { readonly kid: number; readonly key: KeyObject },
): string {
  const body = encodeTk1Body({
    live: ticket.livemode,
    named: ticket.holder_name !== null,
    multiEntry: ticket.re_entry !== 'none',
    kid,
    eventStart: eventStartOf(ticket.event_id),
    qrId: ticket.qr_id,
    typeIndex: ticket.type_index,
    epoch: ticket.epoch,
    validFrom: unixSeconds(ticket.valid_from, Math.floor),
    validUntil: unixSeconds(ticket.valid_until, Math.ceil),
  });
  return writeTk1(body, sign(null, tk1SignedBytes(ticket.event_id, body), key));
}

/** In the holder's favour where it is no whole second; 0, which is no bound, for none and for before 1970. */
function unixSeconds(at: Date | null, round: (seconds: number) => number): number {
  return at === null ? 0 : Math.min(Math.max(round(at.getTime() / 1_000), 0), UNIX_SECONDS_MAX);
}
