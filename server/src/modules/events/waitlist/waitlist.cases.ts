import type { OperationId } from '@cottontree/contract';
import type { ProbeInput, Seen } from '../../../../test/kit/probe.ts';
import type { Provocations, ProvokeStage, Refusals } from '../../../../test/kit/provoke.ts';
import { type SaleInput, sale } from '../../../../test/kit/sale.ts';

const NO_EVENT = { params: { id: 'evt_none' } };

/** How the refusals of waiting lists and promo codes come about. */
export function provocations(stage: () => ProvokeStage): Provocations {
  const ask = (id: OperationId, input: ProbeInput): Promise<Seen> => stage().ask(id, input);

  const join = (id: OperationId): Refusals => {
    const on = async (body: object, input: SaleInput = {}): Promise<Seen> => {
      const { eventId, typeId } = await sale(stage().shop, input);
      return ask(id, {
        params: { id: eventId },
        body: { ticket_type_id: typeId, email: 'isatu@example.sl', ...body },
      });
    };
    return {
      INVALID_PHONE: () => on({ phone: '12' }),
      EVENT_NOT_FOUND: () =>
        ask(id, { ...NO_EVENT, body: { ticket_type_id: 'tt_none', email: 'isatu@example.sl' } }),
      TICKET_TYPE_NOT_FOUND: () => on({ ticket_type_id: 'tt_none' }),
      EVENT_NOT_PUBLISHED: () => on({}, { event: { status: 'draft' } }),
      LIMIT_PER_ORDER: () => on({ quantity: 11 }),
      ALREADY_ON_WAITLIST: async () => {
        const { eventId, typeId } = await sale(stage().shop);
        const input = {
          params: { id: eventId },
          body: { ticket_type_id: typeId, email: 'isatu@example.sl' },
        };
        await ask(id, input);
        return ask(id, input);
      },
    };
  };

  const code = { code: 'EARLY', kind: 'percent', value: 10 } as const;
  async function promo(): Promise<{ readonly id: string; readonly promoId: string }> {
    const { client } = stage().shop;
    const { eventId, typeId } = await sale(stage().shop);
    const { data } = await client.createPromoCode({ params: { id: eventId }, body: code });
    for (let used = 0; used < 2; used += 1)
      await client.createTicketOrder({
        params: { id: eventId },
        body: { items: [{ ticket_type_id: typeId, quantity: 1 }], promo_code: 'EARLY' },
      });
    return { id: eventId, promoId: data.id };
  }
  const create = async (body: object): Promise<Seen> =>
    ask('createPromoCode', {
      params: { id: (await sale(stage().shop)).eventId },
      body: { ...code, ...body },
    });
  const noPromo = async () => ({ params: { id: (await sale(stage().shop)).eventId, promoId: 'prm_none' } });

  return {
    joinWaitlist: join('joinWaitlist'),
    joinPublicWaitlist: join('joinPublicWaitlist'),
    listWaitlist: { EVENT_NOT_FOUND: () => ask('listWaitlist', NO_EVENT) },
    leaveWaitlist: {
      WAITLIST_ENTRY_NOT_FOUND: async () =>
        ask('leaveWaitlist', { params: { id: (await sale(stage().shop)).eventId, entryId: 'wle_none' } }),
    },
    createPromoCode: {
      AMOUNT_PRECISION: () => create({ kind: 'amount', value: 1.005 }),
      EVENT_NOT_FOUND: () => ask('createPromoCode', { ...NO_EVENT, body: code }),
      TICKET_TYPE_NOT_FOUND: () => create({ ticket_type_ids: ['tt_none'] }),
      DUPLICATE_PROMO: async () =>
        ask('createPromoCode', { params: { id: (await promo()).id }, body: { ...code, code: 'early' } }),
    },
    listPromoCodes: { EVENT_NOT_FOUND: () => ask('listPromoCodes', NO_EVENT) },
    updatePromoCode: {
      PROMO_NOT_FOUND: async () => ask('updatePromoCode', { ...(await noPromo()), body: { active: false } }),
      TICKET_TYPE_NOT_FOUND: async () =>
        ask('updatePromoCode', { params: await promo(), body: { ticket_type_ids: ['tt_none'] } }),
      PRECONDITION_FAILED: async () =>
        ask('updatePromoCode', {
          params: await promo(),
          body: { active: false },
          headers: { 'if-match': '"99"' },
        }),
      CAPACITY_BELOW_SOLD: async () =>
        ask('updatePromoCode', { params: await promo(), body: { max_uses: 1 } }),
    },
    deletePromoCode: { PROMO_NOT_FOUND: async () => ask('deletePromoCode', await noPromo()) },
  };
}
