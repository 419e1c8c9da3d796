import { asLimitedMember } from '../../../../test/kit/as-limited-member.ts';
import type { OperationId } from '@cottontree/contract';
import { randomUUID } from 'node:crypto';
import type { ProbeInput, Seen } from '../../../../test/kit/probe.ts';
import type { Provocations, ProvokeStage, Refusals } from '../../../../test/kit/provoke.ts';
import type { RepeatStage, Repeatables } from '../../../../test/kit/repeatable/repeatable.ts';
import type { TestMerchant } from '../../../../test/kit/service.ts';
import { openTill } from '../../../../test/kit/till.ts';

const NO_STAFF = 'stf_00000000000000000000000000';
const NO_DRAWER = 'csh_00000000000000000000000000';
const bag = { custom_name: 'Bag', unit_price: 5 };
const items = [bag];
const cash = { channel: 'cash' };

/** How the refusals of sales come about. */
export function provocations(stage: () => ProvokeStage): Provocations {
  const ask = (id: OperationId, input: ProbeInput = {}): Promise<Seen> => stage().ask(id, input);
  const client = (): TestMerchant['client'] => stage().shop.client;
  const till = () => openTill(stage().shop);
  const absent = { params: { id: 'sale_00000000000000000000000000' } };
  const clerk = async (permissions: readonly string[]): Promise<string> =>
    (await client().createStaff({ body: { name: 'Musa', permissions: [...permissions] as never } })).data.id;
  const saleOf = async (body: object = {}) =>
    (await client().createSale({ body: { items, status: 'open', ...body } as never })).data;
  const paramsOf = async (body: object = {}) => ({ params: { id: (await saleOf(body)).id } });
  const limited = async (id: OperationId, sale: object): Promise<Seen> =>
    ask(id, { ...(await paramsOf(sale)), ...(await asLimitedMember(stage())), body: {} });
  const drawer = async (): Promise<string> =>
    (
      await client().openCashSession({
        body: { terminal_id: (await client().createTerminal({ body: { name: 'Till' } })).data.id },
      })
    ).data.id;
  const close = (id: string) => client().closeCashSession({ params: { id }, body: { counted: [] } });
  const goods = async (stock: number): Promise<string> => (await till().goods({ stock })).variantId;
  const foreign = async () => {
    const { variantId, productId } = await till().goods();
    await stage().service.query("UPDATE products SET currency = 'USD' WHERE id = $1", [productId]);
    return { variant_id: variantId };
  };

  async function closedDrawer(): Promise<string> {
    const id = await drawer();
    await close(id);
    return id;
  }
  /** A sale whose drawer is closed by now. */
  async function leftBehind(body: object) {
    const cash_session_id = await drawer();
    const { id } = await saleOf({ cash_session_id, ...body });
    await close(cash_session_id);
    return { params: { id } };
  }
  /** A shop whose settings are its own. */
  async function strict(settings: object) {
    const other = await stage().service.merchant();
    await other.client.updatePosSettings({ body: settings as never });
    return other;
  }

  /** What is wrong with a cart, wherever one is priced. */
  const cart = (id: OperationId, inputOf: (body: object) => Promise<ProbeInput> | ProbeInput): Refusals => {
    const given = async (body: object): Promise<Seen> => ask(id, await inputOf(body));
    return {
      STAFF_NOT_FOUND: () => given({ items, staff_id: NO_STAFF }),
      STAFF_PERMISSION_REQUIRED: async () =>
        given({
          items: [{ ...bag, discount: { type: 'percent', value: 5 } }],
          staff_id: await clerk(['sell', 'price_override']),
        }),
      PRODUCT_NOT_FOUND: () => given({ items: [{ product_id: 'prod_none' }] }),
      VARIANT_NOT_FOUND: () => given({ items: [{ variant_id: 'var_none' }] }),
      MODIFIER_NOT_FOUND: async () =>
        given({ items: [{ variant_id: await goods(1), modifiers: [{ id: 'mod_none' }] }] }),
      AMOUNT_PRECISION: () => given({ items: [{ ...bag, unit_price: 1.001 }] }),
      CURRENCY_MISMATCH: async () => given({ items: [await foreign()] }),
    };
  };
  /** What is wrong with money, wherever it is put on a sale: `wishOf` answers how one payment is sent for a sale of some kind. */
  const money = (
    id: OperationId,
    inputOf: (payment: object, sale: object, more?: object) => Promise<ProbeInput>,
  ): Refusals => ({
    CASH_SESSION_NOT_FOUND: async () => ask(id, await inputOf(cash, {}, { cash_session_id: NO_DRAWER })),
    CASH_SESSION_CLOSED: async () =>
      ask(id, await inputOf(cash, {}, { cash_session_id: await closedDrawer() })),
    CASH_SESSION_REQUIRED: async () => {
      const other = await strict({ require_cash_session: true });
      const { data } = await other.client.createSale({ body: { items, status: 'open' } });
      const { body } = await inputOf(cash, {});
      return ask(id, { key: other.key, body, ...(id === 'createSale' ? {} : { params: { id: data.id } }) });
    },
    INSUFFICIENT_STOCK: async () => ask(id, await inputOf(cash, { items: [{ variant_id: await goods(0) }] })),
    UNDERPAID: async () => ask(id, await inputOf({ ...cash, tendered: 1 }, {})),
    NOTHING_DUE: async () =>
      ask(id, await inputOf(cash, { items: [{ custom_name: 'Leaflet', unit_price: 0 }] })),
    INVALID_PHONE: async () => ask(id, await inputOf({ channel: 'mobile_money', phone: '999' }, {})),
  });
  const common = (id: OperationId): Refusals => ({
    SALE_NOT_FOUND: () =>
      ask(id, { ...absent, body: id === 'paySale' ? cash : id === 'updateSale' ? { notes: 'x' } : {} }),
    STAFF_NOT_FOUND: async () =>
      ask(id, {
        ...(await paramsOf({ status: id === 'updateSale' ? 'parked' : 'open' })),
        body: { ...(id === 'paySale' ? cash : {}), staff_id: NO_STAFF },
      }),
    STAFF_PERMISSION_REQUIRED: async () =>
      ask(id, {
        ...(await paramsOf()),
        body: { ...(id === 'paySale' ? cash : {}), staff_id: await clerk(['reports']) },
      }),
    STATE_CONFLICT: async () => {
      const input = {
        ...(await paramsOf()),
        body: id === 'paySale' ? cash : id === 'updateSale' ? { notes: 'x' } : {},
      };
      await ask('cancelSale', input);
      return ask(id, input);
    },
  });
  const inPart = { payments: [{ channel: 'cash' as const, amount: 2 }] };
  const shownAnother = { items, expected_total: 4 };

  return {
    createSale: {
      ...cart('createSale', (body) => ({ body })),
      ...money('createSale', async (payment, sale, more = {}) => ({
        body: { items, payments: [payment], ...sale, ...more },
      })),
      LOCATION_NOT_FOUND: () => ask('createSale', { body: { items, location_id: 'loc_none' } }),
      TOTAL_MISMATCH: () => ask('createSale', { body: shownAnother }),
      CUSTOMER_NOT_FOUND: () => ask('createSale', { body: { items, customer_id: 'cus_none' } }),
      TERMINAL_NOT_FOUND: () => ask('createSale', { body: { items, terminal_id: 'trm_none' } }),
      STATE_CONFLICT: async () =>
        ask('createSale', {
          body: {
            items,
            location_id: (await client().createLocation({ body: { name: 'Shut', is_active: false } })).data
              .id,
          },
        }),
      IDEMPOTENCY_KEY_REUSED: async () => {
        const client_id = randomUUID();
        await ask('createSale', { body: { items, client_id } });
        return ask('createSale', { body: { items, client_id, notes: 'Another' } });
      },
    },
    quoteSale: {
      ...cart('quoteSale', (body) => ({ body })),
      LOCATION_NOT_FOUND: () => ask('quoteSale', { body: { items, location_id: 'loc_none' } }),
      TOTAL_MISMATCH: () => ask('quoteSale', { body: shownAnother }),
    },
    getSale: { SALE_NOT_FOUND: () => ask('getSale', absent) },
    updateSale: {
      ...cart('updateSale', async (body) => ({ ...(await paramsOf({ status: 'parked' })), body })),
      ...common('updateSale'),
      CUSTOMER_NOT_FOUND: async () =>
        ask('updateSale', { ...(await paramsOf({ status: 'parked' })), body: { customer_id: 'cus_none' } }),
      TERMINAL_NOT_FOUND: async () =>
        ask('updateSale', { ...(await paramsOf({ status: 'parked' })), body: { terminal_id: 'trm_none' } }),
      INVALID_PHONE: async () =>
        ask('updateSale', {
          ...(await paramsOf({ status: 'parked' })),
          body: { customer: { phone: '999' } },
        }),
      INSUFFICIENT_STOCK: async () => {
        const other = await strict({ reserve_on_park: true });
        const { data } = await other.client.createSale({ body: { items, status: 'parked' } });
        return ask('updateSale', {
          key: other.key,
          params: { id: data.id },
          body: { items: [{ variant_id: (await openTill(other).goods({ stock: 0 })).variantId }] },
        });
      },
      PRECONDITION_FAILED: async () =>
        ask('updateSale', {
          ...(await paramsOf({ status: 'parked' })),
          body: { notes: 'x' },
          headers: { 'if-match': 'W/"7"' },
        }),
    },
    paySale: {
      ...money('paySale', async (payment, sale, more = {}) => ({
        ...(await paramsOf(sale)),
        body: { ...payment, ...more },
      })),
      ...common('paySale'),
      AMOUNT_PRECISION: async () =>
        ask('paySale', { ...(await paramsOf()), body: { ...cash, amount: 1.001 } }),
    },
    completeSale: {
      ...money('completeSale', async (payment, sale, more = {}) => ({
        ...(await paramsOf(sale)),
        body: { payments: [payment], ...more },
      })),
      ...common('completeSale'),
      AMOUNT_PRECISION: async () =>
        ask('completeSale', { ...(await paramsOf()), body: { payments: [{ ...cash, amount: 1.001 }] } }),
      TOTAL_MISMATCH: async () => ask('completeSale', { ...(await paramsOf()), body: { expected_total: 4 } }),
    },
    parkSale: {
      ...common('parkSale'),
      INSUFFICIENT_STOCK: async () => {
        const other = await strict({ reserve_on_park: true });
        const { variantId } = await openTill(other).goods({ stock: 0 });
        const { data } = await other.client.createSale({
          body: { items: [{ variant_id: variantId }], status: 'open' },
        });
        return ask('parkSale', { key: other.key, params: { id: data.id }, body: {} });
      },
    },
    cancelSale: {
      ...common('cancelSale'),
      MEMBER_LIMIT_EXCEEDED: async () => limited('cancelSale', { payments: [{ ...cash, amount: 2 }] }),
      CASH_SESSION_NOT_FOUND: async () =>
        ask('cancelSale', { ...(await paramsOf(inPart)), body: { cash_session_id: NO_DRAWER } }),
      CASH_SESSION_CLOSED: async () =>
        ask('cancelSale', { ...(await paramsOf(inPart)), body: { cash_session_id: await closedDrawer() } }),
      CASH_SESSION_REQUIRED: async () => {
        const other = await strict({ require_cash_session: false });
        const { data } = await other.client.createSale({ body: { items, status: 'open', ...inPart } });
        await other.client.updatePosSettings({ body: { require_cash_session: true } });
        return ask('cancelSale', { key: other.key, params: { id: data.id }, body: {} });
      },
    },
    voidSale: {
      ...common('voidSale'),
      MEMBER_LIMIT_EXCEEDED: async () => limited('voidSale', { payments: [cash] }),
      CASH_SESSION_CLOSED: async () =>
        ask('voidSale', { ...(await leftBehind({ payments: [cash] })), body: {} }),
    },
  };
}

const opening = () => ({
  client_id: randomUUID(),
  kind: 'opening',
  opening_float: 5,
  occurred_at: '2026-01-01T10:00:00Z',
});
const wallet = { channel: 'mobile_money', phone: '+23200000001' };

/** What is sent about sales. */
export function requests(stage: () => RepeatStage): Repeatables {
  const client = () => stage().shop.client;
  const saleOf = async (body: object) => ({
    params: { id: (await client().createSale({ body: { items, ...body } })).data.id },
  });
  const open = () => saleOf({ status: 'open' });
  /** The first sale of a shop also makes its location. */
  const opened = async (input: ProbeInput): Promise<ProbeInput> => {
    await saleOf({ payments: [{ channel: 'cash' }] });
    return input;
  };
  return {
    createSale: {
      outside: {
        wallet: () => opened({ body: { client_id: randomUUID(), items, payments: [wallet] } }),
        mixed: () =>
          opened({
            body: {
              client_id: randomUUID(),
              items,
              payments: [
                { ...wallet, amount: 2 },
                { channel: 'card', amount: 2 },
                { channel: 'cash', tendered: 10 },
              ],
            },
          }),
      },
      request: () =>
        opened({
          body: { client_id: randomUUID(), items, payments: [{ channel: 'cash', tendered: 10 }], tip: 1 },
        }),
      other: { items, payments: [{ channel: 'external' }] },
    },
    paySale: {
      request: async () => ({ ...(await open()), body: { channel: 'cash', amount: 2 } }),
      other: { channel: 'cash', amount: 3 },
      outside: { wallet: async () => ({ ...(await open()), body: wallet }) },
    },
    completeSale: {
      request: async () => ({ ...(await open()), body: { payments: [{ channel: 'cash' }] } }),
      other: { payments: [{ channel: 'external' }] },
      outside: { wallet: async () => ({ ...(await open()), body: { payments: [wallet] } }) },
    },
    parkSale: { request: async () => ({ ...(await open()), body: {} }), other: { notes: 'Another' } },
    cancelSale: { request: async () => ({ ...(await open()), body: {} }), other: { reason: 'Another' } },
    voidSale: {
      request: async () => ({ ...(await saleOf({ payments: [{ channel: 'cash' }] })), body: {} }),
      other: { reason: 'Another' },
    },
    syncSales: {
      request: () =>
        opened({
          body: {
            sales: [
              {
                client_id: randomUUID(),
                items,
                payments: [{ channel: 'cash' }],
                total: 5,
                occurred_at: '2026-01-01T10:00:00Z',
              },
            ],
          },
        }),
      other: {
        sales: [
          { client_id: randomUUID(), items, payments: [], total: 0, occurred_at: '2026-01-01T10:00:00Z' },
        ],
      },
    },
    syncDrawers: {
      request: async () => {
        const { data } = await client().createTerminal({ body: { name: 'Away' } });
        return { body: { entries: [{ ...opening(), terminal_id: data.id }] } };
      },
      other: { entries: [opening()] },
    },
  };
}
