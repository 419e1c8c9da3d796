import type { Tenant } from '../../core/tenant.ts';
import { ensureEventKey } from '../tickets/ensure-event-key.ts';
import { signTicket, type TicketToSign } from '../tickets/sign-ticket.ts';
import type { AllocatorGround } from './allocation.ts';

/** Writes what a ticket's QR code says. */
export type TicketSigner = (ticket: TicketToSign) => string;

/** With the event's key that signs now; the first one is made where there is none. */
export async function openTicketSigner(
  ground: AllocatorGround,
  event: { readonly tenant: Tenant; readonly eventId: string },
): Promise<TicketSigner> {
  const runner = ground.store.of(event.tenant);
  const kid = await ensureEventKey(runner, ground, event);
  const key = await ground.keyRing.open(runner, event, kid);
  return (ticket) => signTicket(ticket, { kid, key });
}

/** Where nothing is issued. */
export const noTicketSigner: TicketSigner = () => {
  throw new Error('A ticket was to be signed where none was to be issued.');
};
