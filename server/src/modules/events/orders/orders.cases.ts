import { asLimitedMember } from '../../../../test/kit/as-limited-member.ts';
import { createClient } from '@cottontree/client';
import type { OperationId, TicketOrder } from '@cottontree/contract';
import type { ProbeInput, Seen } from '../../../../test/kit/probe.ts';
import type { Provocations, ProvokeStage, Refusals } from '../../../../test/kit/provoke.ts';
import type { RepeatStage, Repeatables } from '../../../../test/kit/repeatable/repeatable.ts';
import { type SaleInput, sale } from '../../../../test/kit/sale.ts';
import type { TestMerchant } from '../../../../test/kit/service.ts';

const NO_EVENT = 'evt_none';
const NO_ORDER = { params: { id: 'tor_none' } };
const MINUTES_MS = 60_000;

/** How the refusals of ticket orders come about. */
export function provocations(stage: () => ProvokeStage): Provocations {
  const ask = (id: OperationId, input: ProbeInput): Promise<Seen> => stage().ask(id, input);
  const onSale = (input: SaleInput = {}) => sale(stage().shop, input);
  const item = (typeId: string, more: object = {}) => ({ ticket_type_id: typeId, quantity: 1, ...more });

  async function held(input: SaleInput = {}, body: object = {}) {
    const { eventId, typeId } = await onSale(input);
    const { data } = await stage().shop.client.createTicketOrder({
      params: { id: eventId },
      body: { items: [item(typeId)], ...body },
    });
    return { eventId, typeId, order: data, input: { params: { id: data.id } } };
  }
  const paid = () => held({}, { payment: { method: 'cash' } });

  /** Holds what an order needs for longer than an order waits. */
  async function whileLocked(eventId: string, asked: () => Promise<Seen>): Promise<Seen> {
    const { service } = stage();
    const locked = service.query(
      'SELECT pg_sleep(2.6) FROM (SELECT count(*) FROM (SELECT id FROM capacity_counters WHERE event_id = $1 FOR UPDATE) AS l) AS c',
      [eventId],
    );
    for (let waiting = 0; waiting === 0;)
      waiting = (
        await service.query(
          `SELECT FROM pg_stat_activity WHERE state = 'active' AND wait_event = 'PgSleep' AND datname = current_database()`,
        )
      ).length;
    const seen = await asked();
    await locked;
    return seen;
  }

  async function afterTime(asked: () => Promise<Seen>): Promise<Seen> {
    const { service } = stage();
    service.advance(20 * MINUTES_MS);
    const seen = await asked();
    service.advance(-20 * MINUTES_MS);
    return seen;
  }

  const create = (id: OperationId): Refusals => {
    const on = async (input: SaleInput, body: object = {}, more: object = {}): Promise<Seen> => {
      const { eventId, typeId } = await onSale(input);
      return ask(id, { params: { id: eventId }, body: { items: [item(typeId, more)], ...body } });
    };
    return {
      EVENT_NOT_FOUND: () => ask(id, { params: { id: NO_EVENT }, body: { items: [item('tt_none')] } }),
      INVALID_PHONE: () => on({}, { buyer: { phone: '12' } }),
      AMOUNT_PRECISION: () => on({}, {}, { unit_price: 1.005 }),
      TICKET_TYPE_NOT_FOUND: () => on({}, { items: [item('tt_none')] }),
      EVENT_NOT_PUBLISHED: async () => {
        const { eventId, typeId } = await onSale();
        await stage().shop.client.updateEvent({ params: { id: eventId }, body: { status: 'cancelled' } });
        return ask(id, { params: { id: eventId }, body: { items: [item(typeId)] } });
      },
      SALES_NOT_OPEN: () => on({ event: { sales_start: '2098-01-01' } }),
      SALES_CLOSED: () => on({ event: { sales_end: '2001-01-01' } }),
      SOLD_OUT: () => on({ quantity_available: 0 }),
      INSUFFICIENT_QUANTITY: () => on({ quantity_available: 1 }, {}, { quantity: 2 }),
      PRICE_CHANGED: () => on({}, { expected_total: 1 }),
      LIMIT_PER_ORDER: () => on({}, {}, { quantity: 11 }),
      SALES_BUSY: async () => {
        const { eventId, typeId } = await onSale();
        return whileLocked(eventId, () =>
          ask(id, { params: { id: eventId }, body: { items: [item(typeId)] } }),
        );
      },
      PROMO_INVALID: () => on({}, { promo_code: 'NONE' }),
      CHANNEL_NOT_AVAILABLE: async () => {
        const { key, eventId, typeId } = await liveSale();
        return ask(id, {
          key,
          params: { id: eventId },
          body: { items: [item(typeId)], payment: { method: 'mobile_money' } },
        });
      },
      PROVIDER_UNAVAILABLE: () =>
        unanswered(async ({ key, client }) => {
          const { eventId, typeId } = await sale({ client });
          return ask(id, {
            key,
            params: { id: eventId },
            body: { items: [item(typeId)], payment: { method: 'mobile_money' } },
          });
        }),
    };
  };

  /** In live mode nobody takes money but cash, until the merchant connects a provider. */
  async function liveSale() {
    const { service, shop } = stage();
    const key = await service.key(shop.id, { livemode: true });
    const client = createClient({ baseUrl: service.baseUrl, apiKey: key, retries: 0 });
    return { key, client, ...(await sale({ client })) };
  }

  /** For a merchant whose provider has stopped answering. */
  async function unanswered(asked: (shop: TestMerchant) => Promise<Seen>): Promise<Seen> {
    const shop = await stage().service.merchant();
    for (let time = 0; time < 5; time += 1)
      await ask('createPayment', {
        key: shop.key,
        body: { amount: 1, channel: 'mobile_money', customer: { phone: '+23200000006' } },
      });
    return asked(shop);
  }

  const update = (id: OperationId): Refusals => {
    const to = async (body: object, input: SaleInput = {}): Promise<Seen> =>
      ask(id, { ...(await held(input)).input, body });
    const items = (typeId: string, more: object = {}) => ({ items: [item(typeId, more)] });
    const changed = async (more: object, input: SaleInput = {}): Promise<Seen> => {
      const { typeId, input: order } = await held(input);
      return ask(id, { ...order, body: items(typeId, more) });
    };
    const afterChange = async (
      change: (made: { readonly eventId: string; readonly typeId: string }) => Promise<unknown>,
      input: SaleInput = {},
    ): Promise<Seen> => {
      const { eventId, typeId, input: order } = await held(input);
      await change({ eventId, typeId });
      return ask(id, { ...order, body: items(typeId, { quantity: 2 }) });
    };
    const event =
      (body: object) =>
      ({ eventId }: { readonly eventId: string }) =>
        stage().shop.client.updateEvent({ params: { id: eventId }, body });
    return {
      ORDER_NOT_FOUND: () => ask(id, { ...NO_ORDER, body: { metadata: { seat: 1 } } }),
      INVALID_PHONE: () => to({ buyer: { phone: '12' } }),
      AMOUNT_PRECISION: () => changed({ unit_price: 1.005 }),
      TICKET_TYPE_NOT_FOUND: () => to(items('tt_none')),
      EVENT_NOT_PUBLISHED: () =>
        afterChange(({ eventId }) =>
          stage().service.query(`UPDATE capacity_counters SET open = false WHERE id = $1`, [eventId]),
        ),
      SALES_NOT_OPEN: () => afterChange(event({ sales_start: '2098-01-01' })),
      SALES_CLOSED: () => afterChange(event({ sales_end: '2001-01-01' })),
      SOLD_OUT: () => changed({ quantity: 2 }, { quantity_available: 1 }),
      INSUFFICIENT_QUANTITY: () => changed({ quantity: 4 }, { quantity_available: 2 }),
      PRICE_CHANGED: () => changed({ unit_price: 1 }),
      LIMIT_PER_ORDER: () => changed({ quantity: 11 }),
      SALES_BUSY: async () => {
        const { eventId, input } = await held();
        return whileLocked(eventId, () => ask(id, { ...input, body: { metadata: { seat: 1 } } }));
      },
      PROMO_INVALID: async () => {
        const { eventId, typeId } = await onSale();
        const { data: other } = await stage().shop.client.createTicketType({
          params: { id: eventId },
          body: { name: 'Other', price: 1, quantity_available: 5 },
        });
        await stage().shop.client.createPromoCode({
          params: { id: eventId },
          body: { code: 'VIPS', kind: 'percent', value: 10, ticket_type_ids: [typeId] },
        });
        const { data } = await stage().shop.client.createTicketOrder({
          params: { id: eventId },
          body: { items: [item(typeId)], promo_code: 'VIPS' },
        });
        return ask(id, { params: { id: data.id }, body: items(other.id) });
      },
      STATE_CONFLICT: async () => ask(id, { ...(await paid()).input, body: { metadata: { seat: 1 } } }),
      HOLD_EXPIRED: async () => {
        const { input } = await held();
        return afterTime(() => ask(id, { ...input, body: { metadata: { seat: 1 } } }));
      },
      PRECONDITION_FAILED: async () =>
        ask(id, {
          ...(await held()).input,
          body: { metadata: { seat: 1 } },
          headers: { 'if-match': '"999"' },
        }),
    };
  };

  const pay = (id: OperationId): Refusals => ({
    INVALID_PHONE: async () =>
      ask(id, { ...(await held()).input, body: { method: 'mobile_money', phone: '12' } }),
    ORDER_NOT_FOUND: () => ask(id, { ...NO_ORDER, body: { method: 'card' } }),
    ORDER_NOT_PAYABLE: async () => ask(id, { ...(await paid()).input, body: { method: 'card' } }),
    HOLD_EXPIRED: async () => {
      const { input } = await held();
      return afterTime(() => ask(id, { ...input, body: { method: 'card' } }));
    },
    SALES_BUSY: async () => {
      const { eventId, input } = await held();
      return whileLocked(eventId, () => ask(id, { ...input, body: { method: 'mobile_money' } }));
    },
    CHANNEL_NOT_AVAILABLE: async () => {
      const { key, client, eventId, typeId } = await liveSale();
      const { data } = await client.createTicketOrder({
        params: { id: eventId },
        body: { items: [item(typeId)] },
      });
      return ask(id, { key, params: { id: data.id }, body: { method: 'mobile_money' } });
    },
    PROVIDER_UNAVAILABLE: () =>
      unanswered(async ({ key, client }) => {
        const { eventId, typeId } = await sale({ client });
        const { data } = await client.createTicketOrder({
          params: { id: eventId },
          body: { items: [item(typeId)] },
        });
        return ask(id, { key, params: { id: data.id }, body: { method: 'mobile_money' } });
      }),
  });

  const cancel = (id: OperationId): Refusals => ({
    ORDER_NOT_FOUND: () => ask(id, NO_ORDER),
    STATE_CONFLICT: async () => ask(id, (await paid()).input),
    SALES_BUSY: async () => {
      const { eventId, input } = await held();
      return whileLocked(eventId, () => ask(id, input));
    },
  });

  async function refund(
    change: (order: TicketOrder) => Promise<unknown>,
    bodyOf: (order: TicketOrder) => object = () => ({}),
  ): Promise<Seen> {
    const { order, input } = await paid();
    await change(order);
    return ask('refundTicketOrder', { ...input, body: bodyOf(order) });
  }
  const ticketOf = (order: TicketOrder): string => order.tickets[0]?.id ?? '';
  const onTickets = (order: TicketOrder): object => ({ ticket_ids: [ticketOf(order)] });
  const set = (columns: string) => (order: TicketOrder) =>
    stage().service.query(`UPDATE tickets SET ${columns} WHERE id = $1`, [ticketOf(order)]);
  const nothing = async (): Promise<void> => undefined;

  return {
    createTicketOrder: create('createTicketOrder'),
    createPublicTicketOrder: create('createPublicTicketOrder'),
    listAllTicketOrders: {
      INVALID_PHONE: () => ask('listAllTicketOrders', { query: { buyer_phone: '12' } }),
    },
    listTicketOrders: {
      EVENT_NOT_FOUND: () => ask('listTicketOrders', { params: { id: NO_EVENT } }),
      INVALID_PHONE: async () =>
        ask('listTicketOrders', { params: { id: (await onSale()).eventId }, query: { buyer_phone: '12' } }),
    },
    getTicketOrder: { ORDER_NOT_FOUND: () => ask('getTicketOrder', NO_ORDER) },
    getPublicTicketOrder: { ORDER_NOT_FOUND: () => ask('getPublicTicketOrder', NO_ORDER) },
    updateTicketOrder: update('updateTicketOrder'),
    updatePublicTicketOrder: update('updatePublicTicketOrder'),
    payTicketOrder: pay('payTicketOrder'),
    payPublicTicketOrder: pay('payPublicTicketOrder'),
    cancelTicketOrder: cancel('cancelTicketOrder'),
    cancelPublicTicketOrder: cancel('cancelPublicTicketOrder'),
    refundTicketOrder: {
      MEMBER_LIMIT_EXCEEDED: async () =>
        ask('refundTicketOrder', {
          ...(await paid()).input,
          ...(await asLimitedMember(stage())),
          body: { amount: 2 },
        }),
      ORDER_NOT_FOUND: () => ask('refundTicketOrder', NO_ORDER),
      TICKET_NOT_FOUND: () => refund(nothing, () => ({ ticket_ids: ['tkt_none'] })),
      AMOUNT_PRECISION: () => refund(nothing, () => ({ amount: 1.005 })),
      STATE_CONFLICT: async () => ask('refundTicketOrder', (await held()).input),
      TICKET_VOID: () => refund(set(`status = 'void', voided_at = now()`), onTickets),
      TICKET_ALREADY_USED: () => refund(set(`status = 'used', used_at = now()`), onTickets),
      REFUND_EXCEEDS_PAYMENT: () => refund(nothing, () => ({ amount: 151 })),
      SALES_BUSY: async () => {
        const { eventId, input } = await paid();
        return whileLocked(eventId, () => ask('refundTicketOrder', input));
      },
    },
  };
}

/** What is asked for tickets, promo codes and waiting lists. */
export function requests(stage: () => RepeatStage): Repeatables {
  async function ordering(body: object = {}): Promise<ProbeInput> {
    const { eventId, typeId } = await sale(stage().shop);
    return { params: { id: eventId }, body: { items: [{ ticket_type_id: typeId, quantity: 2 }], ...body } };
  }
  async function held(payment: object = {}): Promise<ProbeInput> {
    const { eventId, typeId } = await sale(stage().shop);
    const { data } = await stage().shop.client.createTicketOrder({
      params: { id: eventId },
      body: { items: [{ ticket_type_id: typeId, quantity: 2 }], ...payment },
    });
    return { params: { id: data.id } };
  }
  async function paid(): Promise<ProbeInput> {
    const input = await held({ payment: { method: 'card' } });
    const { data } = await stage().shop.client.getTicketOrder({ params: { id: input.params?.['id'] ?? '' } });
    await stage().shop.client.simulatePayment({
      params: { id: data.payment_id ?? '' },
      body: { outcome: 'succeeded' },
    });
    return input;
  }
  async function waiting(): Promise<ProbeInput> {
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
