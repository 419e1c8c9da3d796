import { randomUUID } from 'node:crypto';
import { createClient, type Client } from '@cottontree/client';
import { staffPermissions, SyncedSaleIn, type SaleFlag, type StaffPermission } from '@cottontree/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPairedTills, PIN, type PairedTills } from '../../../../test/kit/paired-tills.ts';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';
import { openTill, type Goods } from '../../../../test/kit/till.ts';

type Body = Readonly<Record<string, unknown>>;
type Probe = { readonly body: Body; readonly needs?: StaffPermission; readonly flags?: readonly SaleFlag[] };

let service: TestService;
let shop: TestMerchant;
let stranger: TestMerchant;
let tills: PairedTills;
let rice: Goods;
let extra: string;

beforeAll(async () => {
  service = await startService({ environment: { TRUSTED_PROXIES: '127.0.0.1/32' } });
  [shop, stranger] = [await service.merchant(), await service.merchant()];
  tills = await openPairedTills(service, shop);
  const { data: group } = await shop.client.createModifierGroup({
    body: { name: 'Extras', modifiers: [{ name: 'Egg', price: 2 }] },
  });
  extra = group.modifiers[0]?.id ?? '';
  const { data } = await shop.client.createProduct({
    body: { name: 'Rice', price: 150, modifier_group_ids: [group.id], track_inventory: false },
  });
  rice = { productId: data.id, variantId: data.variants[0]?.id ?? '' };
});
afterAll(() => service[Symbol.asyncDispose]());

const ago = (ms: number): string =>
  new Date(service.server.runtime.context.world.now().getTime() - ms).toISOString();
const HOUR_MS = 3_600_000;
const line = (more: Body = {}): Body => ({
  variant_id: rice.variantId,
  quantity: 1,
  unit_price: 150,
  ...more,
});
const sold = (more: Body = {}): Body => ({
  client_id: randomUUID(),
  items: [line()],
  payments: [{ channel: 'cash' }],
  total: 150,
  occurred_at: ago(HOUR_MS),
  ...more,
});
const hand = async (client: Client, sales: readonly Body[]) =>
  (await client.syncSales({ body: { sales: [...sales] } })).data.results;
const as = (key: string): Client => createClient({ baseUrl: service.baseUrl, apiKey: key, retries: 0 });

/** A session of somebody with all permissions but one. */
async function without(missing: StaffPermission | null): Promise<Client> {
  const { data: staff } = await shop.client.createStaff({
    body: { name: 'Aminata', permissions: staffPermissions.filter((permission) => permission !== missing) },
  });
  return as((await shop.client.createWidgetSession({ body: { staff_id: staff.id } })).data.token);
}

/** Every field that a till sends, with what it could be used for without the right to; what no right is asked for must be no way around one. */
const probes = async (): Promise<Readonly<Record<string, readonly Probe[]>>> => {
  const [{ data: till }, { data: location }, { data: customer }] = [
    await shop.client.createTerminal({ body: { name: 'Till' } }),
    await shop.client.createLocation({ body: { name: 'Lumley' } }),
    await shop.client.createCustomer({ body: { name: 'Fatmata' } }),
  ];
  const { data: drawer } = await shop.client.openCashSession({ body: { terminal_id: till.id } });
  const reduced = { type: 'percent', value: 100 };
  return {
    client_id: [{ body: {} }],
    receipt_number: [{ body: { receipt_number: 'T01-000009' } }],
    location_id: [{ body: { location_id: location.id } }],
    terminal_id: [{ body: { terminal_id: till.id } }],
    cash_session_id: [{ body: { cash_session_id: drawer.id } }],
    customer_id: [{ body: { customer_id: customer.id } }],
    customer: [{ body: { customer: { name: 'Hawa' } } }],
    notes: [{ body: { notes: 'Table 4' } }],
    currency: [{ body: { currency: 'SLE' } }],
    staff_id: [{ body: { staff_id: 'stf_00000000000000000000000000' }, flags: ['staff_differs'] }],
    discount: [
      { body: { discount: reduced, total: 0, payments: [] }, needs: 'discount' },
      { body: { discount: { type: 'fixed', value: 0 } } },
    ],
    service_charge: [{ body: { service_charge: { type: 'fixed', value: 5 }, total: 155 } }],
    tip: [{ body: { tip: 5, total: 155 } }],
    tax_inclusive: [{ body: { tax_inclusive: true } }],
    payments: [{ body: { payments: [] }, flags: ['totals_differ'] }],
    total: [{ body: { total: 1 }, flags: ['totals_differ'] }],
    cash_rounding: [
      { body: { cash_rounding: -150 }, flags: ['totals_differ'] },
      { body: { cash_rounding: 0 } },
    ],
    occurred_at: [
      { body: { occurred_at: '1971-01-01T00:00:00Z' }, flags: ['clock_skew'] },
      { body: { occurred_at: ago(-2 * HOUR_MS) }, flags: ['clock_skew'] },
      { body: { occurred_at: ago(29 * 24 * HOUR_MS) } },
    ],
    items: [
      {
        body: { items: [line(), { custom_name: 'Bag', unit_price: 5 }], total: 155 },
        needs: 'price_override',
      },
      { body: { items: [line(), { name: 'Bag', unit_price: 5 }], total: 155 }, needs: 'price_override' },
    ],
    'items.product_id': [{ body: { items: [{ product_id: rice.productId, unit_price: 150 }] } }],
    'items.variant_id': [{ body: { items: [line()] } }],
    'items.custom_name': [{ body: { items: [line({ custom_name: 'Old name' })] } }],
    'items.name': [{ body: { items: [line({ name: 'Old name' })] } }],
    'items.quantity': [
      { body: { items: [line({ quantity: 0.5 })], total: 75 }, flags: ['quantity_step'] },
      { body: { items: [line({ quantity: 2 })], total: 300 } },
    ],
    'items.unit_price': [
      {
        body: { items: [line({ unit_price: 1 })], total: 1 },
        needs: 'price_override',
        flags: ['price_changed'],
      },
    ],
    'items.discount': [
      { body: { items: [line({ discount: reduced })], total: 0, payments: [] }, needs: 'discount' },
      {
        body: { items: [line({ discount: { type: 'fixed', value: 150 } })], total: 0, payments: [] },
        needs: 'discount',
      },
    ],
    'items.modifiers': [
      { body: { items: [line({ modifiers: [{ id: extra, price: 2 }] })], total: 152 } },
      {
        body: { items: [line({ modifiers: [{ id: extra, price: 0 }] })], total: 150 },
        needs: 'price_override',
        flags: ['price_changed'],
      },
    ],
    'items.note': [{ body: { items: [line({ note: 'Without salt' })] } }],
    'items.taxes': [
      {
        body: { items: [line({ taxes: [{ name: 'GST', rate: 15, inclusive: true }] })] },
        flags: ['tax_changed'],
      },
    ],
    'payments.channel': [{ body: { payments: [{ channel: 'external' }] } }],
    'payments.amount': [{ body: { payments: [{ channel: 'cash', amount: 1 }] }, flags: ['totals_differ'] }],
    'payments.tendered': [
      { body: { payments: [{ channel: 'cash', tendered: 1 }] }, flags: ['totals_differ'] },
    ],
    'payments.phone': [{ body: { payments: [{ channel: 'external', phone: '076123456' }] } }],
    'payments.provider': [{ body: { payments: [{ channel: 'external', provider: 'manual' }] } }],
    'payments.external_ref': [{ body: { payments: [{ channel: 'external', external_ref: 'OM-1' }] } }],
    'payments.return_url': [
      { body: { payments: [{ channel: 'external', return_url: 'https://example.com' }] } },
    ],
  };
};

describe('without network nobody gets around what they may not do', () => {
  test('every field is looked at', async () => {
    const { properties } = SyncedSaleIn;
    const of = (path: 'items' | 'payments'): readonly string[] =>
      Object.keys(properties[path].items.properties).map((name) => `${path}.${name}`);
    expect(Object.keys(await probes()).toSorted()).toEqual(
      [...Object.keys(properties), ...of('items'), ...of('payments')].toSorted(),
    );
  });

  test('whoever lacks a permission is flagged for every field that would want it, and for no other', async () => {
    const all = Object.entries(await probes()).flatMap(([field, some]) =>
      some.map((probe) => ({ field, ...probe })),
    );
    for (const missing of [null, ...staffPermissions]) {
      const client = await without(missing);
      const results = await hand(
        client,
        all.map(({ body }) => sold(body)),
      );
      const expected = all.map(({ field, needs, flags = [] }) => [
        field,
        'accepted',
        [
          ...flags,
          ...(missing === 'sell' || (missing !== null && needs === missing) ? ['permission'] : []),
        ].toSorted(),
      ]);
      expect(
        results.map(({ result, sale }, at) => [all[at]?.field, result, sale?.flags.toSorted()]),
        `without ${missing}`,
      ).toEqual(expected);
    }
  });

  test('what else a till keeps until it has network asks for the permission itself', async () => {
    const { data: drawer } = await shop.client.openCashSession({
      body: { location_id: (await shop.client.createLocation({ body: { name: 'Wilberforce' } })).data.id },
    });
    const [tracked, sale] = [
      await openTill(shop).goods(),
      (
        await shop.client.createSale({
          body: { items: [{ variant_id: rice.variantId }], payments: [{ channel: 'cash' }] },
        })
      ).data,
    ];
    const late = { client_id: randomUUID(), occurred_at: ago(HOUR_MS) };
    const work: Readonly<Partial<Record<StaffPermission, (client: Client) => Promise<unknown>>>> = {
      cash: (client) =>
        client.createCashMovement({
          params: { id: drawer.id },
          body: { ...late, type: 'pay_out', amount: 1, reason: 'Taxi' },
        }),
      no_sale: (client) =>
        client.createCashMovement({
          params: { id: drawer.id },
          body: { ...late, type: 'no_sale', reason: 'Change' },
        }),
      stock: (client) =>
        client.createStockAdjustment({
          body: { ...late, items: [{ variant_id: tracked.variantId, delta: 1 }] },
        }),
      refund: (client) =>
        client.refundSale({ params: { id: sale.id }, body: { client_id: late.client_id, everything: true } }),
    };
    for (const missing of staffPermissions) {
      const client = await without(missing);
      const refused = await work[missing]?.(client).then(
        () => 'done',
        (error: { code: string }) => error.code,
      );
      if (refused !== undefined)
        expect(['STAFF_PERMISSION_REQUIRED', 'INSUFFICIENT_SCOPE'], missing).toContain(refused);
    }
  });
});

describe("what is named and is not the merchant's", () => {
  const flagOf = {
    terminal_id: 'foreign_terminal',
    cash_session_id: 'closed_session',
    customer_id: 'unknown_customer',
    staff_id: 'staff_differs',
  } as const;

  test('every id of a sale is one of these, of its items, or its own', () => {
    expect(
      Object.keys(SyncedSaleIn.properties)
        .filter((name) => name.endsWith('_id'))
        .toSorted(),
    ).toEqual([...Object.keys(flagOf), 'client_id', 'location_id'].toSorted());
  });

  test("is flagged, and kept nowhere: neither a name that somebody made up, nor another shop's, nor the other mode's", async () => {
    const liveKey = await service.key(shop.id, { livemode: true });
    for (const [field, flag] of Object.entries(flagOf)) {
      const made = async (client: Client): Promise<string> => {
        if (field === 'customer_id') return (await client.createCustomer({ body: { name: 'Hawa' } })).data.id;
        if (field === 'staff_id') return (await client.createStaff({ body: { name: 'Hawa' } })).data.id;
        const { data: till } = await client.createTerminal({ body: { name: 'Till' } });
        return field === 'terminal_id'
          ? till.id
          : (await client.openCashSession({ body: { terminal_id: till.id } })).data.id;
      };
      for (const invented of [
        'sales',
        'cash_drawer:1',
        '😀',
        `${field.slice(0, 3)}_00000000000000000000000000`,
        await made(stranger.client),
        await made(as(liveKey)),
      ]) {
        const [taken] = await hand(shop.client, [sold({ [field]: invented })]);
        expect(taken, `${field} ${invented}`).toMatchObject({
          result: 'accepted',
          sale: { [field]: null, flags: [flag] },
        });
        const id = taken?.sale?.id ?? '';
        expect(JSON.stringify(taken?.sale)).not.toContain(`"${invented}"`);
        const [row] = await service.query('SELECT to_jsonb(s) - $2 AS row FROM sales s WHERE id = $1', [
          id,
          'content_hash',
        ]);
        expect(JSON.stringify(row)).not.toContain(`"${invented}"`);
        const accounts = await service.query(
          'SELECT e.account FROM ledger_entries e JOIN ledger_tx t ON t.merchant_id = e.merchant_id AND t.livemode = e.livemode AND t.id = e.tx_id WHERE e.merchant_id = $1 AND e.account LIKE $2',
          [shop.id, `%:${invented}`],
        );
        expect(accounts).toEqual([]);
      }
    }
  });

  test('is a place: the sale stands where its till does, else where the shop sells by default', async () => {
    const liveKey = await service.key(shop.id, { livemode: true });
    const { data: away } = await shop.client.createLocation({ body: { name: 'Kissy' } });
    const usual = (await shop.client.listLocations()).data.find(({ is_default }) => is_default);
    const [{ token }, staff_id] = [
      await tills.pairedTill({ location_id: away.id }),
      await tills.worker({ role: 'manager' }),
    ];
    const atTill = as(String((await tills.signIn(token, { staff_id, pin: PIN })).data['token']));
    const others = await Promise.all(
      [stranger.client, as(liveKey)].map(
        async (client) => (await client.createLocation({ body: { name: 'Elsewhere' } })).data.id,
      ),
    );
    for (const invented of ['shop', '😀', 'loc_00000000000000000000000000', ...others]) {
      const [[taken], [again], [there]] = [
        await hand(shop.client, [sold({ location_id: invented })]),
        await hand(shop.client, [sold({ location_id: invented, terminal_id: 'trm_none' })]),
        await hand(atTill, [sold({ location_id: invented })]),
      ];
      expect(taken, invented).toMatchObject({
        result: 'accepted',
        sale: { location_id: usual?.id, flags: ['unknown_location'] },
      });
      expect(again, invented).toMatchObject({
        result: 'accepted',
        sale: { location_id: usual?.id, flags: ['unknown_location', 'foreign_terminal'] },
      });
      expect(there, invented).toMatchObject({
        result: 'accepted',
        sale: { location_id: away.id, flags: ['unknown_location'] },
      });
    }
    expect((await shop.client.listSales({ query: { flag: 'unknown_location' } })).meta.total).toBe(15);
  });

  test('is none where none is named: the sale stands where its till does', async () => {
    const { data: away } = await shop.client.createLocation({ body: { name: 'Waterloo' } });
    const till = await tills.pairedTill({ location_id: away.id });
    const staff_id = await tills.worker({ role: 'manager' });
    const atTill = as(String((await tills.signIn(till.token, { staff_id, pin: PIN })).data['token']));
    const [[here], [byServer]] = [
      await hand(atTill, [sold()]),
      await hand(shop.client, [sold({ terminal_id: till.id })]),
    ];
    for (const taken of [here, byServer])
      expect(taken?.sale).toMatchObject({ location_id: away.id, terminal_id: till.id, flags: [] });
  });

  test('is another till, its drawer or its place', async () => {
    const [here, other] = [await tills.session({ role: 'manager' }), await tills.pairedTill()];
    const { data: away } = await shop.client.createLocation({ body: { name: 'Aberdeen' } });
    const { data: drawer } = await shop.client.openCashSession({ body: { terminal_id: other.id } });
    const { data: own } = await shop.client.openCashSession({ body: { terminal_id: here.till.id } });
    const results = await hand(as(here.key), [
      sold(),
      sold({ terminal_id: here.till.id, cash_session_id: own.id }),
      sold({ terminal_id: other.id }),
      sold({ cash_session_id: drawer.id }),
      sold({ location_id: away.id }),
    ]);
    expect(results.map(({ sale }) => sale?.flags)).toEqual([
      [],
      [],
      ['foreign_terminal'],
      ['foreign_terminal'],
      ['foreign_terminal'],
    ]);
    expect(results[2]?.sale?.terminal_id).toBe(other.id);
  });

  test('is found by what is wrong with it', async () => {
    const [taken] = await hand(await without('discount'), [
      sold({ discount: { type: 'percent', value: 100 }, total: 0, payments: [] }),
    ]);
    const { data } = await shop.client.listSales({ query: { flag: 'permission', flagged: true } });
    expect(data.map(({ id }) => id)).toContain(taken?.sale?.id);
    expect(data.every(({ flags }) => flags.includes('permission'))).toBe(true);
    expect((await shop.client.listSales({ query: { flag: 'late_payment' } })).data).toEqual([]);
  });

  test('a time that no clock can be right about is no day of the books', async () => {
    for (const year of [1971, 2099]) {
      const [taken] = await hand(shop.client, [sold({ occurred_at: `${year}-01-01T00:00:00Z` })]);
      expect(taken?.sale).toMatchObject({
        occurred_at: `${year}-01-01T00:00:00.000Z`,
        completed_at: taken?.sale?.created_at,
        flags: ['clock_skew'],
      });
    }
  });

  test('nor is it refused, whatever year the clock is set to: kept is what can be', async () => {
    const told = { '0001': '1970-01-01T00:00:00.000Z', '1969': '1970-01-01T00:00:00.000Z' };
    const later = { '2200': '2199-12-31T23:59:59.999Z', '9999': '2199-12-31T23:59:59.999Z' };
    for (const [year, occurred_at] of Object.entries({ ...told, ...later })) {
      const [taken] = await hand(shop.client, [sold({ occurred_at: `${year}-06-01T00:00:00Z` })]);
      expect(taken, year).toMatchObject({ result: 'accepted', sale: { occurred_at, flags: ['clock_skew'] } });
      expect(taken?.sale?.completed_at).toBe(taken?.sale?.created_at);
    }
  });

  test('a clock that is centuries ahead, and says so, is put right', async () => {
    const device_time = '2826-06-01T12:00:00Z';
    const sale = sold({ occurred_at: '2826-06-01T11:00:00Z' });
    const { data } = await shop.client.syncSales({ body: { device_time, sales: [sale] } });
    const { completed_at, created_at, flags } = data.results[0]?.sale ?? expect.fail('It was refused.');
    expect(flags).toEqual(['clock_skew']);
    expect(Date.parse(created_at) - Date.parse(completed_at ?? '')).toBe(HOUR_MS);
  });

  test('cash outside any drawer, where the shop takes it only in one', async () => {
    const { client } = await service.merchant();
    await client.updatePosSettings({ body: { require_cash_session: true, cash_rounding_increment: 0.5 } });
    const bag = { items: [{ custom_name: 'Bag', unit_price: 5.2 }], total: 5.2 };
    const [first] = await hand(client, [sold({ ...bag, cash_rounding: -0.2 })]);
    expect(first?.sale?.flags).toEqual(['closed_session']);
  });
});
