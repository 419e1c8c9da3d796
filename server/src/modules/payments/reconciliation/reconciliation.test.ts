import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';

let service: TestService;
let shop: TestMerchant;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service[Symbol.asyncDispose]());

/** Money that came by a transfer whose number somebody typed in. */
async function transferred(amount: number, ref: string) {
  const { data } = await shop.client.createPayment({ body: { amount, channel: 'external' } });
  return (await shop.client.confirmPayment({ params: { id: data.id }, body: { external_ref: ref } })).data;
}

const at = (): string => service.server.runtime.context.world.now().toISOString();
const booked = (provider_ref: string, amount: number) => ({ provider_ref, amount, at: at() });
const itemsOf = async (id: string | null) =>
  (await shop.client.listReconciliationItems({ query: { reconciliation_id: id ?? '' } })).data
    .map(({ status, provider_ref, payment_id }) => [status, provider_ref, payment_id])
    .toSorted();

beforeAll(async () => {
  shop = await service.merchant();
});

test('what the bank booked is held against what was typed in, which is proven by it', async () => {
  const [first, second, third] = [
    await transferred(100, 'TRF-1'),
    await transferred(50, 'TRF-2'),
    await transferred(30, 'TRF-3'),
  ];
  expect(first.verified).toBe(false);
  const body = {
    provider: 'manual' as const,
    transactions: [booked('TRF-1', 100), booked('TRF-2', 55), booked('TRF-9', 7), booked('TRF-1', 100)],
  };

  const tried = await shop.client.createReconciliation({ query: { dry_run: true }, body });
  const counts = { matched: 1, amount_mismatch: 1, missing_here: 1, missing_there: 1, duplicate: 1 };
  const span = {
    since: new Date(Date.parse(at()) - 3_600_000).toISOString(),
    until: new Date(Date.parse(at()) + 60_000).toISOString(),
  };
  expect([tried.status, tried.data.id, tried.data.dry_run]).toEqual([200, null, true]);
  expect((await shop.client.getPayment({ params: { id: first.id } })).data.verified).toBe(false);

  const { data } = await shop.client.createReconciliation({ body: { ...body, ...span } });
  expect(data).toMatchObject({ ...counts, provider: 'manual', source: 'json', dry_run: false, test: true });
  expect((await shop.client.getReconciliation({ params: { id: data.id ?? '' } })).data).toEqual(data);
  expect(await itemsOf(data.id)).toEqual([
    ['amount_mismatch', 'TRF-2', second.id],
    ['duplicate', 'TRF-1', first.id],
    ['matched', 'TRF-1', first.id],
    ['missing_here', 'TRF-9', null],
    ['missing_there', null, third.id],
  ]);
  expect((await shop.client.getPayment({ params: { id: first.id } })).data).toMatchObject({
    verified: true,
    version: first.version + 1,
  });
  expect((await shop.client.getPayment({ params: { id: second.id } })).data.verified).toBe(false);
  const [mismatch] = (await shop.client.listReconciliationItems({ query: { status: 'amount_mismatch' } }))
    .data;
  expect(mismatch).toMatchObject({ provider_amount: 55, amount: 50, currency: 'SLE' });
});

test('a file does as well, and one without anything amiss tells nobody', async () => {
  await shop.client.createWebhook({
    body: { url: 'http://127.0.0.1:65534/hook', events: ['reconciliation.mismatch'] },
  });
  const payment = await transferred(12.5, 'TRF-20');
  const csv = (...lines: readonly string[]): string =>
    ['provider_ref,amount,currency,at', ...lines].join('\n');
  const clean = (
    await shop.client.createReconciliation({
      body: { provider: 'manual', csv: csv(`TRF-20,12.50,SLE,${at()}`), since: at(), until: at() },
    })
  ).data;
  expect(clean).toMatchObject({ source: 'csv', matched: 1, missing_there: 0 });
  expect((await shop.client.getPayment({ params: { id: payment.id } })).data.verified).toBe(true);
  const amiss = (
    await shop.client.createReconciliation({
      body: { provider: 'manual', csv: csv(`TRF-21,1,,${at()}`), since: at(), until: at() },
    })
  ).data;
  await service.drain();
  const told = async (id: string | null) =>
    (await shop.client.listMessages({ query: { entity: id ?? '' } })).data.map(({ event }) => event);
  expect([await told(clean.id), await told(amiss.id)]).toEqual([[], ['reconciliation.mismatch']]);
});

test('a file of a bank that parts cells by semicolons has its amounts with a comma', async () => {
  await transferred(1250.5, 'TRF-25');
  const csv = `provider_ref;amount;at\nTRF-25;1250,50;${at()}`;
  const { data } = await shop.client.createReconciliation({
    query: { dry_run: true },
    body: { provider: 'manual', csv, since: at(), until: at() },
  });
  expect(data).toMatchObject({ matched: 1, amount_mismatch: 0 });
});

test('the same request twice is one reconciliation', async () => {
  const ask = () =>
    shop.client.createReconciliation({
      body: { provider: 'manual', transactions: [{ provider_ref: 'TRF-30', amount: 3, at: '2026-01-01' }] },
      idempotencyKey: 'book-1',
    });
  const first = await ask();
  expect(await ask()).toMatchObject({ data: first.data, replayed: true });
});

test('what was only tried is not taken for what is meant', async () => {
  const body = {
    provider: 'manual' as const,
    transactions: [{ provider_ref: 'TRF-31', amount: 3, at: '2026-01-01' }],
  };
  const ask = (query: { readonly dry_run?: boolean }) =>
    shop.client.createReconciliation({ query, body, idempotencyKey: 'book-2' });
  const tried = await ask({ dry_run: true });
  expect((await ask({ dry_run: true })).data).toEqual(tried.data);
  await expect(ask({})).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED', status: 422 });
});

describe('is refused', () => {
  const ask = (body: object) => shop.client.createReconciliation({ body: { provider: 'manual', ...body } });
  const fields = (path: string) => ({ code: 'VALIDATION_ERROR', details: { fields: [{ path }] } });

  test('no bookings, or more than one kind of them', async () => {
    await expect(ask({})).rejects.toMatchObject(fields('transactions'));
    await expect(ask({ csv: 'x', source: 'provider' })).rejects.toMatchObject(fields('transactions'));
    await expect(ask({ source: 'provider' })).rejects.toMatchObject(fields('since'));
    await expect(ask({ source: 'provider', since: '2026-01-01' })).rejects.toMatchObject(fields('source'));
    await expect(
      ask({ transactions: [booked('A', 1)], since: '2026-02-01', until: '2026-01-01' }),
    ).rejects.toMatchObject(fields('until'));
  });

  test('bookings that cannot be read', async () => {
    await expect(ask({ transactions: [booked('A', 1.005)] })).rejects.toMatchObject({
      code: 'AMOUNT_PRECISION',
      details: { fields: [{ path: 'transactions[0].amount' }] },
    });
    for (const csv of [
      'provider_ref,amount,at',
      'a,b\n1,2',
      'provider_ref,amount\nA,1',
      'provider_ref,amount,at\n"A,1,2026-01-01',
      'provider_ref,amount,at,at\nA,1,2026-01-01,x',
      'provider_ref,amount,at\nA,,2026-01-01',
    ]) {
      await expect(ask({ csv }), csv).rejects.toMatchObject({ code: 'INVALID_CSV', status: 400 });
    }
    await expect(ask({ csv: 'provider_ref,amount,at\nA,1,soon' })).rejects.toMatchObject(fields('csv[0].at'));
    await expect(ask({ csv: 'provider_ref,amount,currency,at\nA,1,ZZZ,2026-01-01' })).rejects.toMatchObject(
      fields('csv[0].currency'),
    );
  });

  test('every cell that cannot be read is named at once, twenty at most, with the code they have in common', async () => {
    const csv = (...rows: readonly string[]): string => `provider_ref,amount,currency,at\n${rows.join('\n')}`;
    const paths = (...all: readonly string[]) => ({ details: { fields: all.map((path) => ({ path })) } });
    const day = '2026-01-01';
    await expect(
      ask({ csv: csv(`A,1,ZZZ,${day}`, `B,2,SLE,${day}`, 'C,x,SLE,soon', `D,1.005,SLE,${day}`) }),
    ).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      ...paths('csv[0].currency', 'csv[2].amount', 'csv[2].at', 'csv[3].amount'),
    });
    await expect(
      ask({ transactions: [booked('A', 1.005), booked('B', 1), booked('C', 1.005)] }),
    ).rejects.toMatchObject({
      code: 'AMOUNT_PRECISION',
      ...paths('transactions[0].amount', 'transactions[2].amount'),
    });
    await expect(ask({ csv: csv(',1,SLE,', `B,2,SLE,${day}`, `C,,SLE,${day}`) })).rejects.toMatchObject({
      code: 'INVALID_CSV',
      message: 'Row 1 lacks provider_ref and at; row 3 lacks amount.',
      details: {
        row: 1,
        rows: [
          { row: 1, columns: ['provider_ref', 'at'] },
          { row: 3, columns: ['amount'] },
        ],
      },
    });
    const many = csv(...Array.from({ length: 5_000 }, () => 'A,1,SLE,soon'));
    await expect(ask({ csv: many })).rejects.toMatchObject(
      paths(...Array.from({ length: 20 }, (_, at) => `csv[${at}].at`)),
    );
  });

  test('too many of them', async () => {
    await expect(
      ask({ csv: `provider_ref,amount,at\n${'A,1,2026-01-01\n'.repeat(10_001)}` }),
    ).rejects.toMatchObject({ code: 'TOO_MANY_ITEMS', status: 400 });
  });

  test('a reconciliation of somebody else', async () => {
    const { data } = await ask({ transactions: [booked('A', 1)] });
    const { client } = await service.merchant();
    await expect(client.getReconciliation({ params: { id: data.id ?? '' } })).rejects.toMatchObject({
      code: 'RECONCILIATION_NOT_FOUND',
      status: 404,
    });
    expect((await client.listReconciliationItems()).data).toEqual([]);
  });
});
