import { operations, type OperationId } from '@cottontree/contract';
import { asLimitedMember } from '../../../../test/kit/as-limited-member.ts';
import { concert, newEvent, vip } from '../../../../test/kit/event.ts';
import type { ProbeInput, Seen } from '../../../../test/kit/probe.ts';
import type { Provocations, ProvokeStage } from '../../../../test/kit/provoke.ts';
import type { RepeatStage, Repeatables } from '../../../../test/kit/repeatable/repeatable.ts';

const NO_EVENT = 'evt_none';
const STALE = { 'if-match': '"999"' };

/** How the refusals of events, their ticket types and pools come about. */
export function provocations(stage: () => ProvokeStage): Provocations {
  const ask = (id: OperationId, input: ProbeInput): Promise<Seen> => stage().ask(id, input);

  /** A published event with a pool that its first ticket type takes from, sold as orders would. */
  async function made(sold = 0) {
    const { service, shop } = stage();
    const event = await newEvent(shop, { status: 'published' });
    const ttId = event.ticket_types[0]?.id ?? '';
    const { data: pool } = await shop.client.createPool({
      params: { id: event.id },
      body: { name: 'Stand', capacity: 400, ticket_type_ids: [ttId] },
    });
    if (sold > 0)
      await service.query('UPDATE capacity_counters SET sold = $3 WHERE event_id = $1 AND id = ANY ($2)', [
        event.id,
        [event.id, ttId, pool.id],
        sold,
      ]);
    return { id: event.id, ttId, poolId: pool.id };
  }
  const change = async (
    body: object,
    {
      sold = 0,
      headers = {},
    }: { readonly sold?: number; readonly headers?: Readonly<Record<string, string>> } = {},
  ): Promise<Seen> => ask('updateEvent', { params: { id: (await made(sold)).id }, body, headers });
  const onType =
    (id: OperationId, body?: object) =>
    async (
      more: {
        readonly sold?: number;
        readonly ids?: object;
        readonly headers?: Readonly<Record<string, string>>;
      } = {},
    ): Promise<Seen> => {
      const { poolId: _, ...params } = await made(more.sold);
      return ask(id, {
        params: { ...params, ...more.ids },
        ...(body ? { body } : {}),
        headers: more.headers ?? {},
      });
    };
  const onPool =
    (id: OperationId, body?: object) =>
    async (
      more: {
        readonly sold?: number;
        readonly ids?: object;
        readonly headers?: Readonly<Record<string, string>>;
      } = {},
    ): Promise<Seen> => {
      const { ttId: _, ...params } = await made(more.sold);
      return ask(id, {
        params: { ...params, ...more.ids },
        ...(body ? { body } : {}),
        headers: more.headers ?? {},
      });
    };
  const create = (type: object): Promise<Seen> =>
    ask('createEvent', {
      body: {
        name: 'Jazz',
        start_date: '2099-12-20',
        end_date: '2099-12-21',
        ticket_types: [vip, { ...vip, name: 'Second', ...type }],
      },
    });
  const unseen = { headers: STALE };

  return {
    createEvent: {
      AMOUNT_PRECISION: () => create({ price: 1.005 }),
      DUPLICATE_TICKET_TYPE: () => create({ name: 'vip' }),
      POOL_NOT_FOUND: () => create({ pool_ids: ['pool_none'] }),
    },
    getEvent: { EVENT_NOT_FOUND: () => ask('getEvent', { params: { id: NO_EVENT } }) },
    previewCancellation: {
      EVENT_NOT_FOUND: () => ask('previewCancellation', { params: { id: NO_EVENT } }),
    },
    updateEvent: {
      MEMBER_LIMIT_EXCEEDED: async () => {
        const { id, ttId } = await made();
        const items = [{ ticket_type_id: ttId, quantity: 1 }];
        await ask('createTicketOrder', { params: { id }, body: { items, payment: { method: 'cash' } } });
        const limited = await asLimitedMember(stage());
        return ask('updateEvent', { params: { id }, ...limited, body: { status: 'cancelled' } });
      },
      AMOUNT_PRECISION: () => change({ ticket_types: [{ ...vip, name: 'Second', price: 1.005 }] }),
      EVENT_NOT_FOUND: () => ask('updateEvent', { params: { id: NO_EVENT }, body: { venue: 'Hall' } }),
      TICKET_TYPE_NOT_FOUND: () => change({ ticket_types: [{ id: 'tt_none', price: 1 }] }),
      POOL_NOT_FOUND: () => change({ ticket_types: [{ ...vip, name: 'Second', pool_ids: ['pool_none'] }] }),
      STATE_CONFLICT: () => change({ status: 'completed' }),
      EVENT_HAS_SALES: () => change({ status: 'draft' }, { sold: 1 }),
      TICKET_TYPE_HAS_SALES: async () => {
        const { id, ttId } = await made(1);
        return ask('updateEvent', { params: { id }, body: { ticket_types: [{ id: ttId, pool_ids: [] }] } });
      },
      DUPLICATE_TICKET_TYPE: () => change({ ticket_types: [{ ...vip, name: 'vip' }] }),
      CAPACITY_BELOW_SOLD: () => change({ capacity: 1 }, { sold: 2 }),
      PRECONDITION_FAILED: () => change({ venue: 'Hall' }, unseen),
    },
    deleteEvent: {
      EVENT_NOT_FOUND: () => ask('deleteEvent', { params: { id: NO_EVENT } }),
      STATE_CONFLICT: async () => ask('deleteEvent', { params: { id: (await made()).id } }),
      EVENT_HAS_SALES: async () => {
        const { shop } = stage();
        const { id, ttId } = await made();
        const { data: order } = await shop.client.createTicketOrder({
          params: { id },
          body: { items: [{ ticket_type_id: ttId, quantity: 1 }] },
        });
        await shop.client.cancelTicketOrder({ params: { id: order.id }, body: {} });
        await shop.client.updateEvent({ params: { id }, body: { status: 'draft' } });
        return ask('deleteEvent', { params: { id } });
      },
      PRECONDITION_FAILED: async () =>
        ask('deleteEvent', { params: { id: (await newEvent(stage().shop)).id }, ...unseen }),
    },
    setEventImage: {
      EVENT_NOT_FOUND: () =>
        ask('setEventImage', { params: { id: NO_EVENT }, body: operations.setEventImage.example.body }),
    },
    duplicateEvent: { EVENT_NOT_FOUND: () => ask('duplicateEvent', { params: { id: NO_EVENT } }) },
    createTicketType: {
      AMOUNT_PRECISION: () => onType('createTicketType', { ...vip, name: 'Second', price: 1.005 })(),
      EVENT_NOT_FOUND: () =>
        onType('createTicketType', { ...vip, name: 'Second' })({ ids: { id: NO_EVENT } }),
      POOL_NOT_FOUND: () => onType('createTicketType', { ...vip, name: 'Second', pool_ids: ['pool_none'] })(),
      DUPLICATE_TICKET_TYPE: () => onType('createTicketType', vip)(),
      PRECONDITION_FAILED: () => onType('createTicketType', { ...vip, name: 'Second' })(unseen),
    },
    updateTicketType: {
      AMOUNT_PRECISION: () => onType('updateTicketType', { price: 1.005 })(),
      EVENT_NOT_FOUND: () => onType('updateTicketType', { price: 1 })({ ids: { id: NO_EVENT } }),
      TICKET_TYPE_NOT_FOUND: () => onType('updateTicketType', { price: 1 })({ ids: { ttId: 'tt_none' } }),
      POOL_NOT_FOUND: () => onType('updateTicketType', { pool_ids: ['pool_none'] })(),
      TICKET_TYPE_HAS_SALES: () => onType('updateTicketType', { pool_ids: [] })({ sold: 1 }),
      DUPLICATE_TICKET_TYPE: () => onType('updateTicketType', { name: 'Regular' })(),
      CAPACITY_BELOW_SOLD: () => onType('updateTicketType', { quantity_available: 1 })({ sold: 2 }),
      PRECONDITION_FAILED: () => onType('updateTicketType', { price: 1 })(unseen),
    },
    deleteTicketType: {
      EVENT_NOT_FOUND: () => onType('deleteTicketType')({ ids: { id: NO_EVENT } }),
      TICKET_TYPE_NOT_FOUND: () => onType('deleteTicketType')({ ids: { ttId: 'tt_none' } }),
      TICKET_TYPE_HAS_SALES: () => onType('deleteTicketType')({ sold: 1 }),
      PRECONDITION_FAILED: () => onType('deleteTicketType')(unseen),
    },
    createPool: {
      EVENT_NOT_FOUND: () =>
        ask('createPool', {
          params: { id: NO_EVENT },
          body: { name: 'Stand', capacity: 1, ticket_type_ids: [] },
        }),
      TICKET_TYPE_NOT_FOUND: async () =>
        ask('createPool', {
          params: { id: (await made()).id },
          body: { name: 'Balcony', capacity: 1, ticket_type_ids: ['tt_none'] },
        }),
      TICKET_TYPE_HAS_SALES: async () => {
        const { id, ttId } = await made(1);
        return ask('createPool', {
          params: { id },
          body: { name: 'Balcony', capacity: 1, ticket_type_ids: [ttId] },
        });
      },
      PRECONDITION_FAILED: async () =>
        ask('createPool', {
          params: { id: (await made()).id },
          body: { name: 'Balcony', capacity: 1, ticket_type_ids: [] },
          ...unseen,
        }),
    },
    updatePool: {
      EVENT_NOT_FOUND: () => onPool('updatePool', { capacity: 1 })({ ids: { id: NO_EVENT } }),
      POOL_NOT_FOUND: () => onPool('updatePool', { capacity: 1 })({ ids: { poolId: 'pool_none' } }),
      TICKET_TYPE_NOT_FOUND: () => onPool('updatePool', { ticket_type_ids: ['tt_none'] })(),
      TICKET_TYPE_HAS_SALES: () => onPool('updatePool', { ticket_type_ids: [] })({ sold: 1 }),
      CAPACITY_BELOW_SOLD: () => onPool('updatePool', { capacity: 1 })({ sold: 2 }),
      PRECONDITION_FAILED: () => onPool('updatePool', { capacity: 1 })(unseen),
    },
    deletePool: {
      EVENT_NOT_FOUND: () => onPool('deletePool')({ ids: { id: NO_EVENT } }),
      POOL_NOT_FOUND: () => onPool('deletePool')({ ids: { poolId: 'pool_none' } }),
      TICKET_TYPE_HAS_SALES: () => onPool('deletePool')({ sold: 1 }),
      PRECONDITION_FAILED: () => onPool('deletePool')(unseen),
    },
    getPublicEvent: { EVENT_NOT_FOUND: () => ask('getPublicEvent', { params: { id: NO_EVENT } }) },
  };
}

/** What a merchant sends about events. */
export function requests(stage: () => RepeatStage): Repeatables {
  const below = (body: object) => async (): Promise<ProbeInput> => ({
    params: { id: (await newEvent(stage().shop)).id },
    body,
  });
  const table = { ...vip, name: 'Table' };
  return {
    createEvent: {
      request: async () => ({ body: { ...concert, status: 'published', ticket_types: [vip] } }),
      other: { ...concert, name: 'Another' },
    },
    duplicateEvent: { request: below({ name: 'Again' }), other: { name: 'Another' } },
    setEventImage: { request: below(operations.setEventImage.example.body) },
    createTicketType: { request: below(table), other: { ...table, price: 1 } },
    createPool: {
      request: below({ name: 'Stand', capacity: 5, ticket_type_ids: [] }),
      other: { name: 'Stand', capacity: 6, ticket_type_ids: [] },
    },
  };
}
