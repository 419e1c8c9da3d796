import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';

let service: TestService;
let shop: TestMerchant;
beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
});
afterAll(() => service[Symbol.asyncDispose]());

type Page = {
  readonly data: readonly { readonly id: string }[];
  readonly meta: { readonly next_cursor?: string | null; readonly total: number };
};

/** All of a list by its cursor, two at a time. */
async function walk(ask: (cursor: string | undefined) => Promise<Page>): Promise<readonly string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const { data, meta } = await ask(cursor);
    ids.push(...data.map(({ id }) => id));
    cursor = meta.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return ids;
}
/** By a key, then by id. */
const sorted = <Row extends { readonly id: string }>(rows: readonly Row[], key: (row: Row) => string) =>
  rows
    .toSorted((one, other) =>
      key(one) === key(other) ? (one.id < other.id ? -1 : 1) : key(one) < key(other) ? -1 : 1,
    )
    .map(({ id }) => id);

test('invoices are walked in each order, and none is left out where days are equal', async () => {
  const dues = [
    '2027-01-05',
    '2026-12-24',
    '2027-01-05',
    '2099-12-31',
    '1999-01-01',
    '2027-01-05',
    '2026-12-24',
  ];
  const made = [];
  for (const due_date of dues)
    made.push(
      (
        await shop.client.createInvoice({
          body: {
            customer: { name: 'Isatu' },
            items: [{ description: 'Work', unit_price: 5 }],
            issue_date: due_date,
            due_date,
            finalize: true,
          },
        })
      ).data,
    );
  const byDue = sorted(made, ({ due_date: day }) => day);
  const byAge = sorted(made, ({ created_at: at }) => at);
  for (const [sort, ids] of [
    ['due_date', byDue],
    ['-due_date', byDue.toReversed()],
    ['created_at', byAge],
    ['-created_at', byAge.toReversed()],
    [undefined, byAge.toReversed()],
  ] as const) {
    expect(
      await walk((cursor) =>
        shop.client.listInvoices({ query: { limit: 2, ...(sort && { sort }), ...(cursor && { cursor }) } }),
      ),
    ).toEqual(ids);
  }
  expect(
    (await shop.client.listInvoices({ query: { sort: 'due_date', page: 2, limit: 3 } })).data.map(
      ({ id }) => id,
    ),
  ).toEqual(byDue.slice(3, 6));
  await expect(shop.client.listInvoices({ query: { sort: 'total' as never } })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
  });
});

test('credit notes are walked in each order, found by words, and by when they changed', async () => {
  const { data: invoice } = await shop.client.createInvoice({
    body: { customer: { name: 'Isatu' }, items: [{ description: 'Work', unit_price: 50 }], finalize: true },
  });
  const made = [];
  for (const reason of ['Torn', 'Late', 'torn again', null, '50% off']) {
    made.push(
      (await shop.client.createCreditNote({ params: { id: invoice.id }, body: { amount: 1, reason } })).data,
    );
    service.advance(1_000);
  }
  const ids = sorted(made, ({ created_at: at }) => at);
  expect(
    await walk((cursor) =>
      shop.client.listCreditNotes({ query: { limit: 2, sort: 'created_at', ...(cursor && { cursor }) } }),
    ),
  ).toEqual(ids);
  expect(
    await walk((cursor) => shop.client.listCreditNotes({ query: { limit: 2, ...(cursor && { cursor }) } })),
  ).toEqual(ids.toReversed());
  const found = async (query: object) =>
    (await shop.client.listCreditNotes({ query: { sort: 'created_at', ...query } })).data.map(({ id }) => id);
  expect(await found({ q: 'TORN' })).toEqual([ids[0], ids[2]]);
  expect(await found({ q: '%' })).toEqual([ids[4]]);
  expect(await found({ q: made[1]?.number ?? '' })).toEqual([ids[1]]);
  expect(await found({ q: invoice.number ?? '' })).toEqual(ids);
  expect(await found({ updated_since: made[3]?.updated_at ?? '' })).toEqual(ids.slice(3));
  expect(
    await found({ created_from: made[1]?.created_at ?? '', created_to: made[3]?.created_at ?? '' }),
  ).toEqual(ids.slice(1, 3));
  expect([await found({ refund_status: 'none' }), await found({ refund_status: 'failed' })]).toEqual([
    ids,
    [],
  ]);
  await expect(found({ updated_since: 'yesterday' })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
});

test('customers are walked by name however it is written, and a name may change meanwhile', async () => {
  const names = [
    'Zainab',
    'aminata',
    'Aminata',
    'Ŋɛnɛ Kɔrɔma',
    "É. d'Almeida",
    'Fatmata.Koroma',
    '王芳',
    'x'.repeat(200),
    '😀'.repeat(50),
  ];
  for (const name of names) await shop.client.createCustomer({ body: { name } });
  await shop.client.createCustomer({ body: { email: 'nameless@example.sl' } });
  const ask = (sort: 'name' | '-name' | 'created_at', limit: number, cursor?: string) =>
    shop.client.listCustomers({ query: { sort, limit, ...(cursor && { cursor }) } });
  const whole = (await ask('name', 100)).data.map(({ id }) => id);
  expect(whole).toHaveLength(new Set(whole).size);
  expect(await walk((cursor) => ask('name', 2, cursor))).toEqual(whole);
  expect(await walk((cursor) => ask('-name', 1, cursor))).toEqual(whole.toReversed());
  expect(await walk((cursor) => ask('created_at', 3, cursor))).toEqual(
    (await shop.client.listCustomers({ query: { limit: 100 } })).data.map(({ id }) => id).toReversed(),
  );
  const shown = (await ask('name', 100)).data.map(({ name, email }) => (name ?? email ?? '').toLowerCase());
  expect(shown.indexOf('aminata')).toBeLessThan(shown.indexOf('nameless@example.sl'));
  expect(shown.indexOf('nameless@example.sl')).toBeLessThan(shown.indexOf('zainab'));
  const first = await ask('name', 3);
  await shop.client.deleteCustomer({ params: { id: first.data[2]?.id ?? '' } });
  expect((await ask('name', 100, first.meta.next_cursor ?? '')).data.map(({ id }) => id)).toEqual(
    whole.slice(3),
  );
  const { meta } = await ask('created_at', 1);
  await expect(ask('name', 1, meta.next_cursor ?? '')).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    details: { fields: [{ path: 'cursor' }] },
  });
});
