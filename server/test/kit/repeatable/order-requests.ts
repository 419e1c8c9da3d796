import type { InputGiven } from '../probe.ts';
import { sale } from '../sale.ts';
import type { Repeatables, RepeatStage } from './repeatable.ts';

/** What is asked for tickets, promo codes and waiting lists. */
export function orderRequests(stage: () => RepeatStage): Repeatables {
  async function ordering(body: object = {}): Promise<InputGiven> {
    const { eventId, typeId } = await sale(stage().shop);
    return { params: { id: eventId }, body: { items: [{ ticket_type_id: typeId, quantity: 2 }], ...body } };
  }
  async function held(payment: object = {}): Promise<InputGiven> {
    const { eventId, typeId } = await sale(stage().shop);
    const { data } = await stage().shop.client.createTicketOrder({
      params: { id: eventId },
      body: { items: [{ ticket_type_id: typeId, quantity: 2 }], ...payment },
    });
    return { params: { id: data.id } };
  }
  async function paid(): Promise<InputGiven> {
    const input = await held({ payment: { method: 'card' } });
    const { data } = await stage().shop.client.getTicketOrder({ params: { id: input.params?.['id'] ?? '' } });
    await stage().shop.client.simulatePayment({
      params: { id: data.payment_id ?? '' },
      body: { outcome: 'succeeded' },
    });
    return input;
  }
  async function waiting(): Promise<InputGiven> {
    const { eventId, typeId } = await sale(stage().shop);
    return { params: { id: eventId }, body: { ticket_type_id: typeId, email: 'isatu@example.sl' } };
  }
  const wallet = { method: 'mobile_money', phone: '+23200000001' };
  const other = { items: [{ ticket_type_id: 'tt_other', quantity: 1 }] };
  const pay = {
    request: async () => ({ ...(await held()), body: { method: 'cash' } }),
    other: { method: 'card' },
    outside: { wallet: async () => ({ ...(await held()), body: wallet }) },
  };
  const cancel = {
    request: () => held().then((input) => ({ ...input, body: { reason: 'Other plans.' } })),
    other: { reason: 'Another.' },
  };

  return {
    createTicketOrder: {
      request: () => ordering({ payment: { method: 'cash' } }),
      other,
      outside: { wallet: () => ordering({ payment: wallet }) },
    },
    createPublicTicketOrder: {
      request: () => ordering(),
      other,
      outside: { wallet: () => ordering({ payment: wallet }) },
    },
    payTicketOrder: pay,
    payPublicTicketOrder: pay,
    cancelTicketOrder: cancel,
    cancelPublicTicketOrder: cancel,
    refundTicketOrder: {
      request: async () => ({ ...(await held({ payment: { method: 'cash' } })), body: { amount: 10 } }),
      other: { amount: 11 },
      outside: { card: async () => ({ ...(await paid()), body: {} }) },
    },
    createPromoCode: {
      request: async () => ({
        params: { id: (await sale(stage().shop)).eventId },
        body: { code: 'EARLY', kind: 'percent', value: 10 },
      }),
      other: { code: 'LATE', kind: 'percent', value: 10 },
    },
    joinWaitlist: { request: waiting, other: { ticket_type_id: 'tt_other', email: 'other@example.sl' } },
    joinPublicWaitlist: {
      request: waiting,
      other: { ticket_type_id: 'tt_other', email: 'other@example.sl' },
    },
  };
}
