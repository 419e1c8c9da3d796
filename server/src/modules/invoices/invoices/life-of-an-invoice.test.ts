import type { Invoice } from '@cottontree/contract';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { invoiceBook, type InvoiceBook } from '../../../../test/kit/invoices.ts';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';

let service: TestService;
let shop: TestMerchant;
let cache: InvoiceBook;
let clockId: string;
let now = Date.parse('2026-11-21T10:00:00Z');

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
  await service.query('UPDATE merchants SET reads_per_second = 100000, writes_per_second = 100000');
  cache = invoiceBook(service, shop);
  clockId = (await shop.client.createTestClock({ body: { now: new Date(now).toISOString() } })).data.id;
});
afterAll(() => service[Symbol.asyncDispose]());

const FEE = 500;
const TEN_DAYS_MS = 864_000_000;
const halfUp = (value: number, by: number): number => Math.floor((2 * value + by) / (2 * by));

/** What an invoice comes to, reckoned in whole cents and in no way of the product's own. */
type Model = {
  status: Invoice['status'];
  readonly total: number;
  readonly tax: number;
  fee: number;
  charged: number;
  paid: number;
  refunded: number;
  credited: number;
  taxCredited: number;
  bears: boolean;
};
const keptOf = ({ paid, refunded }: Model): number => paid - refunded;
const dueOf = (model: Model): number =>
  model.status === 'void' ? 0 : model.total + model.fee - model.credited - keptOf(model);
const isPayable = ({ status }: Model): boolean =>
  ['open', 'partially_paid', 'uncollectible'].includes(status);
const taxOwed = (model: Model): number => {
  const payable = model.total - model.credited;
  return payable <= 0
    ? 0
    : keptOf(model) >= payable
      ? model.tax - model.taxCredited
      : halfUp((model.tax - model.taxCredited) * keptOf(model), payable);
};

function settle(model: Model): void {
  if (dueOf(model) === 0) model.status = 'paid';
  else if (model.status !== 'uncollectible') model.status = keptOf(model) > 0 ? 'partially_paid' : 'open';
  if (model.status === 'paid') model.bears = false;
}

type Step = {
  readonly what: 'pay' | 'overpay' | 'credit' | 'refund' | 'void' | 'give up' | 'age' | 'waive';
  readonly percent: number;
};
const share = (amount: number, percent: number): number => Math.max(1, Math.floor((amount * percent) / 100));

/** Does a step to the model; answers how it is refused, or null. */
function reckon(model: Model, { what, percent }: Step): string | null {
  const due = dueOf(model);
  switch (what) {
    case 'pay':
    case 'overpay':
      if (model.status === 'paid') return 'NOTHING_DUE';
      if (!isPayable(model)) return 'STATE_CONFLICT';
      if (what === 'overpay') return 'AMOUNT_TOO_LARGE';
      model.paid += share(due, percent);
      break;
    case 'credit':
    case 'refund': {
      if (model.status === 'void') return 'STATE_CONFLICT';
      const left = model.total - model.credited;
      const amount = share(left, percent);
      if (amount > left || (amount > due && what === 'credit')) return 'CREDIT_EXCEEDS_INVOICE';
      model.taxCredited += halfUp((model.tax - model.taxCredited) * amount, left);
      model.credited += amount;
      model.refunded += Math.max(0, amount - due);
      break;
    }
    case 'void':
      if (model.status !== 'open') return 'STATE_CONFLICT';
      model.status = 'void';
      model.bears = false;
      return null;
    case 'give up':
      if (model.status !== 'open' && model.status !== 'partially_paid') return 'STATE_CONFLICT';
      model.status = 'uncollectible';
      model.bears = false;
      return null;
    case 'age': {
      const fee = model.bears ? Math.min(FEE, model.total - model.charged) : 0;
      model.charged += fee;
      model.fee += fee;
      return null;
    }
    case 'waive':
      if (model.fee === 0 || !isPayable(model) || due === 0) return 'STATE_CONFLICT';
      model.fee -= Math.min(model.fee, due);
  }
  settle(model);
  return null;
}

/** Does the same step to the invoice. */
async function take(id: string, before: Model, { what, percent }: Step): Promise<unknown> {
  const params = { id };
  const { client } = shop;
  const pay = (cents: number) =>
    client.payInvoice({ params, body: { channel: 'cash', amount: (cents / 100).toFixed(2) } });
  const credit = (refund: boolean) =>
    client.createCreditNote({
      params,
      body: { amount: (share(before.total - before.credited, percent) / 100).toFixed(2), refund },
    });
  switch (what) {
    case 'pay':
      return pay(share(dueOf(before), percent));
    case 'overpay':
      return pay(dueOf(before) + 1);
    case 'credit':
      return credit(false);
    case 'refund':
      return credit(true);
    case 'void':
      return client.voidInvoice({ params, body: {} });
    case 'give up':
      return client.markInvoiceUncollectible({ params, body: {} });
    case 'waive':
      return client.waiveLateFee({ params, body: { reason: 'It rained.' } });
    case 'age':
      now += TEN_DAYS_MS;
      return client.advanceTestClock({ params: { id: clockId }, body: { to: new Date(now).toISOString() } });
  }
}

const codeOf = (error: unknown): string => (error as { readonly code: string }).code;
const cents = (amount: number): number => Math.round(amount * 100);
const step: fc.Arbitrary<Step> = fc.record({
  what: fc.oneof(
    {
      weight: 4,
      arbitrary: fc.constantFrom(
        'pay' as const,
        'credit' as const,
        'refund' as const,
        'age' as const,
        'waive' as const,
      ),
    },
    { weight: 1, arbitrary: fc.constantFrom('overpay' as const, 'give up' as const, 'void' as const) },
  ),
  percent: fc.constantFrom(1, 10, 33, 50, 99, 100),
});

test('whatever happens to an invoice in whatever order, every figure and the ledger are what they should be', async () => {
  let inDrawer = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 200_000 }),
      fc.array(step, { minLength: 4, maxLength: 14 }),
      async (price, steps) => {
        const tax = halfUp(price * 15, 100);
        const model: Model = {
          status: 'open',
          total: price + tax,
          tax,
          fee: 0,
          charged: 0,
          paid: 0,
          refunded: 0,
          credited: 0,
          taxCredited: 0,
          bears: true,
        };
        const { id } = await cache.open(price / 100, {
          tax_rate: 15,
          due_days: 0,
          late_fee: { type: 'fixed', value: FEE / 100, after_days: 0, repeat_days: 10 },
        });
        for (const one of steps) {
          const before = { ...model };
          const refusal = reckon(model, one);
          const outcome = await take(id, before, one).then(() => null, codeOf);
          expect([one, outcome]).toEqual([one, refusal]);
          const { status, ...invoice } = await cache.read(id);
          expect([
            status,
            ...[
              invoice.amount_paid,
              invoice.amount_refunded,
              invoice.amount_credited,
              invoice.late_fee_total,
              invoice.amount_due,
            ].map(cents),
          ]).toEqual([model.status, model.paid, model.refunded, model.credited, model.fee, dueOf(model)]);
        }
        inDrawer += keptOf(model);
        const { data } = await shop.client.listLedgerEntries({ query: { subject: id, limit: 100 } });
        const owed = data
          .filter(({ account }) => account === 'tax_payable')
          .reduce((sum, { amount }) => sum - cents(amount), 0);
        expect([owed, data.reduce((sum, { amount }) => sum + cents(amount), 0)]).toEqual([taxOwed(model), 0]);
      },
    ),
    { numRuns: 15, endOnFailure: true },
  );
  expect(cents(await cache.posted('cash_drawer'))).toBe(inDrawer);
  await cache.expectWhole();
}, 300_000);

test('the same change by many at once is one, in a draft and in an open invoice', async () => {
  for (const finalize of [false, true]) {
    const { data } = await shop.client.createInvoice({
      body: { customer: { name: 'A' }, items: [{ description: 'x', unit_price: 1 }], finalize },
    });
    const change = { params: { id: data.id }, body: { notes: 'Thank you.' } };
    const answers = await Promise.all(Array.from({ length: 20 }, () => shop.client.updateInvoice(change)));
    expect(new Set(answers.map((answer) => answer.data.version))).toEqual(new Set([data.version + 1]));
  }
});
