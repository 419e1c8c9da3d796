import { sellTickets } from '../sell-tickets.ts';
import type { InputGiven } from '../probe.ts';
import type { Repeatables, RepeatStage } from './repeatable.ts';

/** What a merchant sends about tickets that were sold, and about the keys of their codes. */
export function ticketRequests(stage: () => RepeatStage): Repeatables {
  const sold = () => sellTickets(stage().service, { merchantId: stage().shop.id });
  const on = (body?: object) => async (): Promise<InputGiven> => ({
    params: { id: (await sold()).ticketIds[0] ?? '' },
    ...(body ? { body } : {}),
  });
  const holder = { name: 'Mariama Sesay', email: 'mariama@example.sl' };
  const blocked = async (): Promise<InputGiven> => {
    const input = await on()();
    await stage().shop.client.blockTicket({ params: { id: String((input.params as { id: string }).id) } });
    return input;
  };
  return {
    resendTicket: { request: on() },
    transferTicket: { request: on(holder), other: { ...holder, name: 'Abu Kamara' } },
    blockTicket: { request: on({ reason: 'stolen' }), other: { reason: 'lost' } },
    unblockTicket: { request: blocked },
    voidTicket: { request: on({ reason: 'sold twice' }), other: { reason: 'by mistake' } },
    rotateEventKeys: { request: async () => ({ params: { id: (await sold()).eventId } }) },
    revokeEventKey: {
      request: async () => {
        const { eventId } = await sold();
        await stage().shop.client.listEventKeys({ params: { id: eventId } });
        return { params: { id: eventId, kid: '1' } };
      },
    },
  };
}
