import { COUNT_LINES_MAX, type OperationId } from '@cottontree/contract';
import type { ProbeInput, Seen } from '../../../../test/kit/probe.ts';
import type { Provocations, ProvokeStage, Refusals } from '../../../../test/kit/provoke.ts';
import type { RepeatStage, Repeatables } from '../../../../test/kit/repeatable/repeatable.ts';
import type { TestMerchant } from '../../../../test/kit/service.ts';
import { shelve } from '../../../../test/kit/stock.ts';

const NO_COUNT = { params: { id: 'cnt_none' } };
const NO_TRANSFER = { params: { id: 'stx_none' } };
const NO_VARIANT = [{ variant_id: 'var_none' }] as const;

/** How the refusals of stock come about. */
export function provocations(stage: () => ProvokeStage): Provocations {
  const ask = (id: OperationId, input?: ProbeInput): Promise<Seen> => stage().ask(id, input);
  const client = (): TestMerchant['client'] => stage().shop.client;
  const cashier = async (): Promise<string> =>
    (await client().createStaff({ body: { name: 'Aminata', role: 'cashier' } })).data.id;
  const variant = async (quantity = 1): Promise<string> => (await shelve(stage().shop, quantity)).variantId;
  const adjust = async (item: object, body: object = {}): Promise<Seen> =>
    ask('createStockAdjustment', {
      body: { items: [{ variant_id: await variant(), delta: 1, ...item }], ...body },
    });
  const closed = async (): Promise<string> =>
    (await client().createLocation({ body: { name: 'Closed', is_active: false } })).data.id;
  const open = async (): Promise<string> =>
    (await client().createLocation({ body: { name: 'Open' } })).data.id;

  async function counting(): Promise<{ readonly id: string; readonly variantId: string }> {
    const variantId = await variant();
    return {
      id: (await client().createStockCount({ body: { variant_ids: [variantId] } })).data.id,
      variantId,
    };
  }
  async function cancelled(): Promise<ProbeInput> {
    const { id } = await counting();
    await client().cancelStockCount({ params: { id } });
    return { params: { id } };
  }
  async function movedSince(): Promise<ProbeInput> {
    const { id, variantId } = await counting();
    await client().addStockCountLines({
      params: { id },
      body: { items: [{ variant_id: variantId, counted: 1 }] },
    });
    await client().createStockAdjustment({ body: { items: [{ variant_id: variantId, delta: 1 }] } });
    return { params: { id } };
  }
  /** A catalogue of one merchant alone that has more than a count can hold. */
  async function tooMany(): Promise<Seen> {
    const { service } = stage();
    const { id, key, client: large } = await service.merchant();
    const { data } = await large.createProduct({ body: { name: 'Beads', price: 1 } });
    await service.query(
      `INSERT INTO variants SELECT (jsonb_populate_record(v, jsonb_build_object('id', 'var_' || n, 'sku', NULL))).* FROM variants v, generate_series(1, ${COUNT_LINES_MAX}) AS n WHERE v.merchant_id = $1 AND v.product_id = $2`,
      [id, data.id],
    );
    return ask('createStockCount', { key, body: {} });
  }
  async function oneTooMany(): Promise<Seen> {
    const { service } = stage();
    const { id, key, client: large } = await service.merchant();
    const { data: count } = await large.createStockCount({
      body: { variant_ids: [(await shelve({ client: large }, 1)).variantId] },
    });
    await service.query(
      `WITH more AS (INSERT INTO variants SELECT (jsonb_populate_record(v, jsonb_build_object('id', 'var_' || n, 'sku', NULL))).* FROM variants v, generate_series(2, ${COUNT_LINES_MAX}) AS n WHERE v.merchant_id = $1 RETURNING id)
       INSERT INTO stock_count_lines (merchant_id, livemode, count_id, variant_id, position) SELECT $1, false, $2, id, 2 FROM more`,
      [id, count.id],
    );
    return ask('addStockCountLines', {
      key,
      params: { id: count.id },
      body: { items: [{ variant_id: (await shelve({ client: large }, 1)).variantId, counted: 1 }] },
    });
  }

  async function sent(): Promise<ProbeInput> {
    const { data } = await client().createStockTransfer({
      body: { to_location_id: await open(), items: [{ variant_id: await variant(), quantity: 1 }] },
    });
    return { params: { id: data.id } };
  }
  async function received(): Promise<ProbeInput> {
    const input = await sent();
    await ask('receiveStockTransfer', input);
    return input;
  }
  const staffed = (id: OperationId, input: () => Promise<ProbeInput>): Refusals => ({
    STAFF_PERMISSION_REQUIRED: async () => ask(id, withBody(await input(), { staff_id: await cashier() })),
    STAFF_NOT_FOUND: async () => ask(id, withBody(await input(), { staff_id: 'stf_none' })),
  });
  const transfer = async (): Promise<ProbeInput> => ({
    body: { to_location_id: await open(), items: [{ variant_id: await variant(), quantity: 1 }] },
  });
  const figures = async (): Promise<ProbeInput> => {
    const { id, variantId } = await counting();
    return { params: { id }, body: { items: [{ variant_id: variantId, counted: 1 }] } };
  };

  return {
    createStockAdjustment: {
      AMOUNT_PRECISION: () => adjust({ unit_cost: 0.001 }),
      ...staffed('createStockAdjustment', async () => ({
        body: { items: [{ variant_id: await variant(), delta: 1 }] },
      })),
      LOCATION_NOT_FOUND: () => adjust({}, { location_id: 'loc_none' }),
      VARIANT_NOT_FOUND: () => adjust({ variant_id: 'var_none' }),
      STATE_CONFLICT: async () => adjust({}, { location_id: await closed() }),
      INSUFFICIENT_STOCK: () => adjust({ delta: -2 }),
      STOCK_CHANGED: () => adjust({ expected_seq: 7 }),
    },
    createStockCount: {
      TOO_MANY_ITEMS: tooMany,
      ...staffed('createStockCount', async () => ({ body: {} })),
      LOCATION_NOT_FOUND: () => ask('createStockCount', { body: { location_id: 'loc_none' } }),
      VARIANT_NOT_FOUND: () => ask('createStockCount', { body: { variant_ids: ['var_none'] } }),
      CATEGORY_NOT_FOUND: () => ask('createStockCount', { body: { category_ids: ['cat_none'] } }),
      STATE_CONFLICT: async () => ask('createStockCount', { body: { location_id: await closed() } }),
    },
    getStockCount: { STOCK_COUNT_NOT_FOUND: () => ask('getStockCount', NO_COUNT) },
    listStockCountLines: { STOCK_COUNT_NOT_FOUND: () => ask('listStockCountLines', NO_COUNT) },
    addStockCountLines: {
      TOO_MANY_ITEMS: oneTooMany,
      ...staffed('addStockCountLines', figures),
      STOCK_COUNT_NOT_FOUND: async () => ask('addStockCountLines', { ...(await figures()), ...NO_COUNT }),
      VARIANT_NOT_FOUND: async () =>
        ask('addStockCountLines', withBody(await figures(), { items: [{ ...NO_VARIANT[0], counted: 1 }] })),
      STATE_CONFLICT: async () => ask('addStockCountLines', { ...(await figures()), ...(await cancelled()) }),
    },
    submitStockCount: {
      ...staffed('submitStockCount', async () => ({ params: { id: (await counting()).id } })),
      STOCK_COUNT_NOT_FOUND: () => ask('submitStockCount', NO_COUNT),
      STATE_CONFLICT: async () => ask('submitStockCount', await cancelled()),
      STOCK_CHANGED: async () => ask('submitStockCount', await movedSince()),
    },
    cancelStockCount: {
      ...staffed('cancelStockCount', async () => ({ params: { id: (await counting()).id } })),
      STOCK_COUNT_NOT_FOUND: () => ask('cancelStockCount', NO_COUNT),
      STATE_CONFLICT: async () => ask('cancelStockCount', await cancelled()),
    },
    createStockTransfer: {
      ...staffed('createStockTransfer', transfer),
      LOCATION_NOT_FOUND: async () =>
        ask('createStockTransfer', withBody(await transfer(), { to_location_id: 'loc_none' })),
      VARIANT_NOT_FOUND: async () =>
        ask(
          'createStockTransfer',
          withBody(await transfer(), { items: [{ ...NO_VARIANT[0], quantity: 1 }] }),
        ),
      STATE_CONFLICT: async () =>
        ask('createStockTransfer', withBody(await transfer(), { to_location_id: await closed() })),
      INSUFFICIENT_STOCK: async () =>
        ask(
          'createStockTransfer',
          withBody(await transfer(), { items: [{ variant_id: await variant(), quantity: 2 }] }),
        ),
    },
    getStockTransfer: { STOCK_TRANSFER_NOT_FOUND: () => ask('getStockTransfer', NO_TRANSFER) },
    receiveStockTransfer: {
      ...staffed('receiveStockTransfer', sent),
      STOCK_TRANSFER_NOT_FOUND: () => ask('receiveStockTransfer', NO_TRANSFER),
      STATE_CONFLICT: async () => ask('receiveStockTransfer', await received()),
    },
    cancelStockTransfer: {
      ...staffed('cancelStockTransfer', sent),
      STOCK_TRANSFER_NOT_FOUND: () => ask('cancelStockTransfer', NO_TRANSFER),
      STATE_CONFLICT: async () => ask('cancelStockTransfer', await received()),
    },
  };
}

function withBody(input: ProbeInput, more: object): ProbeInput {
  return { ...input, body: { ...(input.body as object | undefined), ...more } };
}

/** What a merchant sends about stock. */
export function requests(stage: () => RepeatStage): Repeatables {
  const variant = async (): Promise<string> => (await shelve(stage().shop, 5)).variantId;
  async function counting(): Promise<{
    readonly params: { readonly id: string };
    readonly variantId: string;
  }> {
    const variantId = await variant();
    const { data } = await stage().shop.client.createStockCount({ body: { variant_ids: [variantId] } });
    await stage().shop.client.addStockCountLines({
      params: { id: data.id },
      body: { items: [{ variant_id: variantId, counted: 4 }] },
    });
    return { params: { id: data.id }, variantId };
  }
  const count = async (): Promise<ProbeInput> => ({ params: (await counting()).params });
  const store = async (): Promise<string> =>
    (await stage().shop.client.createLocation({ body: { name: 'Store room' } })).data.id;
  async function sent(): Promise<ProbeInput> {
    const { data } = await stage().shop.client.createStockTransfer({
      body: { to_location_id: await store(), items: [{ variant_id: await variant(), quantity: 2 }] },
    });
    return { params: { id: data.id } };
  }
  return {
    createStockAdjustment: {
      request: async () => ({ body: { items: [{ variant_id: await variant(), delta: 3 }] } }),
      other: { items: [{ sku: 'another', delta: 3 }] },
    },
    createStockCount: {
      request: async () => ({ body: { variant_ids: [await variant()] } }),
      other: { note: 'another' },
    },
    addStockCountLines: {
      request: async () => {
        const { params, variantId } = await counting();
        return { params, body: { items: [{ variant_id: variantId, counted: 1, add: true }] } };
      },
      other: { items: [{ sku: 'another', counted: 1 }] },
    },
    submitStockCount: { request: count, other: { force: true } },
    cancelStockCount: { request: count },
    createStockTransfer: {
      request: async () => ({
        body: { to_location_id: await store(), items: [{ variant_id: await variant(), quantity: 2 }] },
      }),
      other: { to_location_id: 'loc_another', items: [{ sku: 'another', quantity: 1 }] },
    },
    receiveStockTransfer: { request: sent, other: { note: 'another' } },
    cancelStockTransfer: { request: sent },
  };
}
