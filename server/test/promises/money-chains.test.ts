import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyEvents } from '../../src/modules/events/index.ts';
import { verifyInvoices } from '../../src/modules/invoices/index.ts';
import { verifyLedger } from '../../src/modules/ledger/index.ts';
import { verifyPayments } from '../../src/modules/payments/index.ts';
import { verifyPos } from '../../src/modules/pos/index.ts';
import { readSnapshot } from '../../src/store/index.ts';
import { sale, type Sale } from '../kit/sale.ts';
import { figure, isLong, seed, tell } from '../kit/seed.ts';
import { startService, type TestMerchant, type TestService } from '../kit/service.ts';

const [CHAINS, TIME_MAX] = [figure(2, 200), figure(120_000, 3_600_000)];
const [SUCCEEDS, EXPIRES] = ['+23200000001', '+23200000004'];
/** Of the one event of each shop, so that orders are in each other's way. */
const PLACES = 6;
/** Whatever was held is let go by then. */
const LAPSE_MS = 1_900_000;

let service: TestService;
const told = { done: 0, refused: 0 };

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service[Symbol.asyncDispose]());

const currencies = ['SLE', 'USD'] as const;
type Currency = (typeof currencies)[number];

/** One act upon the `of`th thing there is, by so many percent of it. */
type Act = {
  readonly kind: (typeof kinds)[number];
  readonly of: number;
  readonly minor: number;
  readonly percent: number;
  readonly currency: Currency;
};
const kinds = [
  'payByWallet',
  'payInCash',
  'refund',
  'payOut',
  'sell',
  'refundSale',
  'voidSale',
  'bill',
  'payInvoice',
  'credit',
  'payLate',
  'order',
  'payOrder',
  'payOrderLate',
  'giveBackOrder',
  'refundOrder',
] as const;
const anAct: fc.Arbitrary<Act> = fc.record({
  kind: fc.constantFrom(...kinds),
  of: fc.nat(5),
  minor: fc.integer({ min: 1, max: 40_000 }),
  percent: fc.integer({ min: 1, max: 120 }),
  currency: fc.constantFrom(...currencies),
});

/** First comes money by each way, so that there is something to do with it. */
const openings = ['payByWallet', 'sell', 'bill', 'order'] as const;
const aChain: fc.Arbitrary<readonly Act[]> = fc
  .tuple(
    fc.tuple(...openings.map((kind) => anAct.map((act): Act => ({ ...act, kind })))),
    fc.array(anAct, { minLength: 6, maxLength: figure(10, 30) }),
  )
  .map(([first, then]) => [...first, ...then]);

/** Money as a plain model has it, in minor units. */
type Paid = { readonly id: string; readonly currency: Currency; readonly amount: number; back: number };
type Billed = { readonly id: string; readonly total: number; paid: number; credited: number; back: number };
type Ordered = {
  readonly id: string;
  readonly quantity: number;
  readonly total: number;
  back: number;
  status: 'held' | 'paid' | 'gone';
};
type Books = {
  readonly orders: Ordered[];
  readonly payments: Paid[];
  readonly sales: (Paid & { isVoid: boolean })[];
  readonly invoices: Billed[];
  readonly out: Record<Currency, number>;
};

const minorOf = (amount: number): number => Math.round(amount * 100);
const partOf = (amount: number, percent: number): number => Math.max(1, Math.round((amount * percent) / 100));

/** How many may still come to the event. */
const placesLeft = ({ orders }: Books): number =>
  orders.reduce((left, { status, quantity }) => left - (status === 'gone' ? 0 : quantity), PLACES);

/** What the merchant has by the model: all that came, less what went back and out. */
function held({ payments, sales, invoices, orders, out }: Books, currency: Currency): number {
  const kept = [...payments, ...sales]
    .filter((one) => one.currency === currency)
    .reduce((sum, { amount, back }) => sum + amount - back, 0);
  const billed = invoices.reduce((sum, { paid, back }) => sum + paid - back, 0);
  const sold = orders.reduce(
    (sum, { status, total, back }) => sum + (status === 'paid' ? total - back : 0),
    0,
  );
  return kept - out[currency] + (currency === 'SLE' ? billed + sold : 0);
}

/** Whether the act was done; a refusal has a code. */
async function isDone<T>(asked: Promise<{ readonly data: T }>, done: (data: T) => void): Promise<boolean> {
  const answer = await asked.catch((error: { readonly status?: number }) => {
    if (error.status === undefined || error.status >= 500) throw error;
    return null;
  });
  told[answer ? 'done' : 'refused'] += 1;
  if (answer) done(answer.data);
  return answer !== null;
}

type Doing = {
  readonly client: TestMerchant['client'];
  readonly jazz: Sale;
  readonly books: Books;
  readonly act: Act;
};

const at = <T>(things: readonly T[], of: number): T | undefined => things[of % things.length];

/** Does it, and holds the answer against what the model allows. */
const acts: Record<Act['kind'], (doing: Doing) => Promise<void>> = {
  async payByWallet({ client, books, act: { minor, currency } }) {
    const body = {
      amount: minor / 100,
      currency,
      channel: 'mobile_money',
      customer: { phone: SUCCEEDS },
    } as const;
    const { data } = await client.createPayment({ body });
    await settle();
    expect((await client.getPayment({ params: { id: data.id } })).data.status).toBe('succeeded');
    books.payments.push({ id: data.id, currency, amount: minor, back: 0 });
  },
  async payInCash({ client, books, act: { minor, currency } }) {
    const { data } = await client.createPayment({ body: { amount: minor / 100, currency, channel: 'cash' } });
    await client.confirmPayment({ params: { id: data.id } });
    books.payments.push({ id: data.id, currency, amount: minor, back: 0 });
  },
  async refund({ client, books, act: { of, percent } }) {
    const payment = at(books.payments, of);
    if (!payment) return;
    const minor = partOf(payment.amount, percent);
    const asked = client.createRefund({ params: { id: payment.id }, body: { amount: minor / 100 } });
    const mayGo = payment.back + minor <= payment.amount;
    expect(await isDone(asked, () => (payment.back += minor))).toBe(mayGo);
  },
  async payOut({ client, books, act: { minor, currency } }) {
    const { available } = (await client.getBalance()).data;
    const there = available.find((one) => one.provider === 'test' && one.currency === currency);
    const asked = client.createPayout({ body: { amount: minor / 100, currency, provider: 'test' } });
    expect(await isDone(asked, () => (books.out[currency] += minor))).toBe(
      minor <= minorOf(there?.amount ?? 0),
    );
  },
  async sell({ client, books, act: { minor, of, percent } }) {
    const { data } = await client.createSale({
      body: {
        items: [
          { custom_name: 'Rice', quantity: 1 + (of % 3), unit_price: minor / 100, tax_rate: 15 },
          { custom_name: 'Salt', quantity: 1, unit_price: 3.33 },
        ],
        tax_inclusive: of % 2 === 0,
        discount: { type: 'percent', value: percent / 4 },
        payments: [{ channel: 'cash' }],
      },
    });
    const amount = minorOf(data.amount_paid);
    books.sales.push({ id: data.id, currency: 'SLE', amount, back: 0, isVoid: false });
  },
  async refundSale({ client, books, act: { of, percent } }) {
    const sale = at(books.sales, of);
    if (!sale) return;
    const minor = partOf(sale.amount, percent);
    const asked = client.refundSale({ params: { id: sale.id }, body: { amount: minor / 100 } });
    const mayGo = !sale.isVoid && sale.back + minor <= sale.amount;
    expect(await isDone(asked, ({ amount }) => (sale.back += minorOf(amount)))).toBe(mayGo);
  },
  async voidSale({ client, books, act: { of } }) {
    const sale = at(books.sales, of);
    if (!sale) return;
    const mayGo = !sale.isVoid && sale.back === 0;
    const asked = client.voidSale({ params: { id: sale.id }, body: {} });
    expect(await isDone(asked, () => Object.assign(sale, { isVoid: true, back: sale.amount }))).toBe(mayGo);
  },
  async bill({ client, books, act: { minor, of, percent } }) {
    const { data } = await client.createInvoice({
      body: {
        customer: { name: 'Aminata Sesay' },
        items: [{ description: 'Work', unit_price: minor / 100, quantity: 1 + (of % 3) }],
        tax_rate: 15,
        tax_inclusive: percent % 2 === 0,
        allow_partial_payment: true,
        finalize: true,
      },
    });
    books.invoices.push({ id: data.id, total: minorOf(data.total), paid: 0, credited: 0, back: 0 });
  },
  async payInvoice({ client, books, act: { of, percent } }) {
    const invoice = at(books.invoices, of);
    if (!invoice) return;
    const minor = partOf(invoice.total, percent);
    const due = invoice.total - invoice.credited - (invoice.paid - invoice.back);
    const asked = client.payInvoice({
      params: { id: invoice.id },
      body: { channel: 'cash', amount: minor / 100 },
    });
    expect(await isDone(asked, () => (invoice.paid += minor))).toBe(minor <= due);
  },
  async credit({ client, books, act: { of, percent } }) {
    const invoice = at(books.invoices, of);
    if (!invoice) return;
    const minor = partOf(invoice.total, percent);
    const due = invoice.total - invoice.credited - (invoice.paid - invoice.back);
    const asked = client.createCreditNote({
      params: { id: invoice.id },
      body: { amount: minor / 100, refund: true },
    });
    const done = await isDone(asked, ({ amount_refunded: back }) => {
      expect(minorOf(back)).toBe(Math.max(0, minor - due));
      invoice.credited += minor;
      invoice.back += minorOf(back);
    });
    expect(done).toBe(invoice.credited - (done ? minor : 0) + minor <= invoice.total);
  },
  async payLate({ client, books, act: { minor, currency } }) {
    const body = {
      amount: minor / 100,
      currency,
      channel: 'mobile_money',
      customer: { phone: EXPIRES },
    } as const;
    const { data } = await client.createPayment({ body });
    await client.simulatePayment({ params: { id: data.id }, body: { outcome: 'succeeded_late' } });
    books.payments.push({ id: data.id, currency, amount: minor, back: 0 });
  },
  async order(doing) {
    await orderTickets(doing, { quantity: 1 + (doing.act.of % 3), inCash: doing.act.minor % 2 === 0 });
  },
  async payOrder({ client, books, act: { of, minor } }) {
    const order = at(heldOf(books), of);
    if (!order) return;
    const params = { id: order.id };
    if (minor % 3 === 0) await client.payTicketOrder({ params, body: { method: 'card' } });
    const way = minor % 3 === 1 ? { method: 'cash' as const } : { method: 'mobile_money' as const };
    await client.payTicketOrder({ params, body: { ...way, phone: SUCCEEDS } });
    order.status = 'paid';
  },
  async payOrderLate(doing) {
    const { client, books, act } = doing;
    const order = at(heldOf(books), act.of);
    if (!order) return;
    const body = { method: 'mobile_money', phone: EXPIRES } as const;
    const { data } = await client.payTicketOrder({ params: { id: order.id }, body });
    await settle(LAPSE_MS);
    for (const one of heldOf(books)) one.status = 'gone';
    const left = placesLeft(books);
    if (act.minor % 2 === 0 && left > 0) await orderTickets(doing, { quantity: left, inCash: true });
    const hasRoom = order.quantity <= placesLeft(books);
    await client.simulatePayment({ params: { id: data.id }, body: { outcome: 'succeeded_late' } });
    if (hasRoom) order.status = 'paid';
  },
  async giveBackOrder({ client, books, act: { of } }) {
    const order = at(heldOf(books), of);
    if (!order) return;
    await client.cancelTicketOrder({ params: { id: order.id } });
    order.status = 'gone';
  },
  async refundOrder({ client, books, act: { of, percent } }) {
    const order = at(books.orders, of);
    if (!order) return;
    const minor = partOf(order.total, percent);
    const asked = client.refundTicketOrder({ params: { id: order.id }, body: { amount: minor / 100 } });
    const mayGo = order.status === 'paid' && order.back + minor <= order.total;
    expect(await isDone(asked, () => (order.back += minor))).toBe(mayGo);
  },
};

/** Orders tickets, paid in cash or held. */
async function orderTickets(
  { client, jazz, books }: Doing,
  { quantity, inCash }: { readonly quantity: number; readonly inCash: boolean },
): Promise<void> {
  const hasRoom = quantity <= placesLeft(books);
  const asked = client.createTicketOrder({
    params: { id: jazz.eventId },
    body: {
      items: [{ ticket_type_id: jazz.typeId, quantity }],
      ...(inCash ? { payment: { method: 'cash' } } : {}),
    },
  });
  const done = await isDone(asked, ({ id, total }) =>
    books.orders.push({
      id,
      quantity,
      total: minorOf(total),
      back: 0,
      status: inCash ? 'paid' : 'held',
    }),
  );
  expect(done).toBe(hasRoom);
}

const heldOf = ({ orders }: Books): readonly Ordered[] => orders.filter(({ status }) => status === 'held');

async function settle(byMs = 5_000): Promise<void> {
  service.advance(byMs);
  await service.drain();
}

/** After these something is still on its way. */
const UNSETTLED: ReadonlySet<Act['kind']> = new Set([
  'refund',
  'payOut',
  'payOrder',
  'payOrderLate',
  'refundOrder',
]);

/** Nothing that is promised is broken. */
async function expectPromises(): Promise<void> {
  const connection = service.server.runtime.ownerConnection;
  for (const verify of [verifyPayments, verifyPos, verifyInvoices, verifyEvents, verifyLedger])
    expect(await readSnapshot(connection, verify)).toEqual([]);
}

/** The ledger balances, and there is as much as the model says. */
async function expectExact({ id }: TestMerchant, books: Books): Promise<void> {
  const rows = await service.query(
    `SELECT currency, sum(amount)::int8 AS all, coalesce(sum(amount) FILTER (WHERE account LIKE 'provider_clearing:%' OR account LIKE 'cash%'), 0)::int8 AS held
     FROM ledger_entries WHERE merchant_id = $1 GROUP BY currency`,
    [id],
  );
  for (const currency of currencies) {
    const row = rows.find((one) => one['currency'] === currency) ?? { all: 0, held: 0 };
    expect([currency, Number(row['all']), Number(row['held'])]).toEqual([currency, 0, held(books, currency)]);
  }
}

test(
  `through whatever acts money goes, the books hold what a plain model says after each (seed ${seed})`,
  { timeout: TIME_MAX },
  async () => {
    await fc.assert(
      fc.asyncProperty(aChain, async (chain) => {
        const shop = await service.merchant();
        await service.query('UPDATE merchants SET reads_per_second = 100000, writes_per_second = 100000');
        const jazz = await sale(shop, { price: 33.33, quantity_available: PLACES });
        const books: Books = { payments: [], sales: [], invoices: [], orders: [], out: { SLE: 0, USD: 0 } };
        for (const act of chain) {
          await acts[act.kind]({ client: shop.client, jazz, books, act });
          if (UNSETTLED.has(act.kind)) await settle();
          await expectExact(shop, books);
        }
        if (isLong) await expectPromises();
      }),
      { numRuns: CHAINS, seed },
    );
    await expectPromises();
    tell(
      `Money went back, out and in by ${told.done} acts; ${told.refused} were refused, as the model says.`,
    );
    expect(told.done).toBeGreaterThan(0);
  },
);
