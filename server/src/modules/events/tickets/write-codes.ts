import type { Context } from '../../../kernel/call/context.ts';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import type { Runner } from '../../../store/index.ts';
import { ensureEventKey, type KeyRing } from './key-ring.ts';
import { signTicket, type TicketToSign } from './sign-ticket.ts';
import { openCode, type KeptCode } from './ticket-codes.ts';

/** What is needed to write QR codes. */
export type CodeWriter = Pick<Context, 'vault' | 'world'> & { readonly keyRing: KeyRing };

/** A ticket as its QR code is made of it; `kid` is the key that signs now, null before the event's first. */
export type TicketToWrite = TicketToSign & KeptCode & { readonly kid: number | null };

/** What lets somebody in: the text of the QR code, and what people type. */
export type WrittenCodes = { readonly qr: string; readonly code: string };

/** Of a ticket that is not there. */
export const NO_CODES: WrittenCodes = Object.freeze({ qr: '', code: '' });

/** The tickets' codes, in their order; makes the key of an event that has none yet. */
export async function writeCodes<Row extends TicketToWrite>(
  runner: Runner,
  { tenant, tickets }: { readonly tenant: Tenant; readonly tickets: readonly Row[] },
  module: CodeWriter,
): Promise<readonly WrittenCodes[]> {
  const kids = new Map<string, number>();
  const written: WrittenCodes[] = [];
  for (const ticket of tickets) {
    const event = { tenant, eventId: ticket.event_id };
    const kid = ticket.kid ?? kids.get(ticket.event_id) ?? (await ensureEventKey(runner, module, event));
    kids.set(ticket.event_id, kid);
    written.push({
      qr: signTicket(ticket, { kid, key: await module.keyRing.open(runner, event, kid) }),
      code: openCode(module.vault, ticket),
    });
  }
  return written;
}
