import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestReceiver } from '../kit/open-receiver.ts';
import { sale } from '../kit/sale.ts';
import { figure, seed, tell } from '../kit/seed.ts';
import { startService, type TestMerchant, type TestService } from '../kit/service.ts';

const RUNS = figure(4, 60);
const ATTEMPTS_MAX = 4;
const ROUNDS_MAX = 60;
const SUCCEEDS = '+23200000001';

let service: TestService;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service[Symbol.asyncDispose]());

type Told = { readonly event: string; readonly data: { readonly object: Readonly<Record<string, unknown>> } };

async function cashSale({ client }: TestMerchant): Promise<string> {
  return (
    await client.createSale({
      body: { items: [{ custom_name: 'Rice', unit_price: 150 }], payments: [{ channel: 'cash' }] },
    })
  ).data.id;
}

/** What is paid for, by wallet or in cash; answers with the id of what it is for. */
const MATTERS: Readonly<Record<string, (shop: TestMerchant) => Promise<string>>> = {
  async invoice({ client }) {
    const { data } = await client.createInvoice({
      body: { customer: { name: 'Fatmata Koroma' }, items: [{ description: 'Rice', unit_price: 100 }] },
    });
    await client.finalizeInvoice({ params: { id: data.id } });
    await client.payInvoice({ params: { id: data.id }, body: { channel: 'mobile_money', phone: SUCCEEDS } });
    return data.id;
  },
  async link({ client }) {
    const { data } = await client.createPaymentLink({ body: { title: 'Fees', amount: 5, max_uses: 1 } });
    await client.payPaymentLink({
      params: { slug: data.slug },
      body: { channel: 'mobile_money', phone: SUCCEEDS },
    });
    return data.id;
  },
  async sale({ client }) {
    const { data: product } = await client.createProduct({
      body: { name: 'Rice', price: 150, track_inventory: false },
    });
    const { data } = await client.createSale({
      body: {
        items: [{ product_id: product.id, quantity: 1 }],
        payments: [{ channel: 'mobile_money', phone: SUCCEEDS }],
      },
    });
    return data.id;
  },
  async cashInvoice({ client }) {
    const { data } = await client.createInvoice({
      body: { customer: { name: 'Fatmata Koroma' }, items: [{ description: 'Rice', unit_price: 100 }] },
    });
    await client.finalizeInvoice({ params: { id: data.id } });
    await client.payInvoice({ params: { id: data.id }, body: { channel: 'cash' } });
    return data.id;
  },
  cashSale,
  async cashOrder(shop) {
    const { eventId, typeId } = await sale(shop, { quantity_available: 3 });
    return (
      await shop.client.createTicketOrder({
        params: { id: eventId },
        body: { items: [{ ticket_type_id: typeId, quantity: 1 }], payment: { method: 'cash' } },
      })
    ).data.id;
  },
};

/** The same, of which money goes back as well. */
const GIVEN_BACK: typeof MATTERS = {
  async refundedSale({ client }) {
    const { data } = await client.createSale({
      body: {
        items: [{ custom_name: 'Rice', unit_price: 150 }],
        payments: [{ channel: 'mobile_money', phone: SUCCEEDS }],
      },
    });
    for (const { id } of data.payments)
      await client.simulatePayment({ params: { id: id ?? '' }, body: { outcome: 'succeeded' } });
    await client.refundSale({ params: { id: data.id }, body: { amount: 50 } });
    await client.refundSale({ params: { id: data.id }, body: { amount: 100 } });
    return data.id;
  },
  async refundedCashSale(shop) {
    const id = await cashSale(shop);
    await shop.client.refundSale({ params: { id }, body: { amount: 50 } });
    return id;
  },
  async creditedInvoice({ client }) {
    const { data } = await client.createInvoice({
      body: {
        customer: { name: 'Fatmata Koroma' },
        items: [{ description: 'Rice', unit_price: 100 }],
        finalize: true,
      },
    });
    const params = { id: data.id };
    const { data: paid } = await client.payInvoice({
      params,
      body: { channel: 'mobile_money', phone: SUCCEEDS },
    });
    await client.simulatePayment({ params: { id: paid.id }, body: { outcome: 'succeeded' } });
    await client.createCreditNote({ params, body: { refund: true } });
    return data.id;
  },
};

const ALL = { ...MATTERS, ...GIVEN_BACK };

/** What comes of money, so that it is told after it. */
const OUTCOMES: ReadonlySet<string> = new Set([
  'invoice.paid',
  'pos.sale.completed',
  'ticket_order.paid',
  'payment_link.completed',
]);

const SUBJECTS = ['invoice_id', 'sale_id', 'ticket_order_id', 'payment_link_id'] as const;
const subjectOf = ({ data: { object } }: Told): string | undefined =>
  SUBJECTS.map((field) => object[field]).find((id) => typeof id === 'string') as string | undefined;

/** What goes back names only its payment, and is about what that was for. */
function aboutOne(subject: string, told: readonly Told[]): (one: Told) => boolean {
  const payments = new Set(
    told.filter((one) => subjectOf(one) === subject).map(({ data }) => data.object['id']),
  );
  return (one) =>
    one.event.startsWith('refund.')
      ? payments.has(one.data.object['payment_id'])
      : (subjectOf(one) ?? one.data.object['id']) === subject;
}

/** How often the first, second … message about a matter fails; four times is given up. */
const plans = fc.record({
  matter: fc.constantFrom(...Object.keys(ALL)),
  fates: fc.array(fc.integer({ min: 0, max: ATTEMPTS_MAX - 1 }), { minLength: 8, maxLength: 8 }),
});

test(
  `what is paid for and its payments are told in the order in which they happened (seed ${seed})`,
  { timeout: RUNS * 60_000 },
  async () => {
    let sent = 0;
    for (const matter of Object.keys(ALL)) sent += await follow({ matter, fates: [0] });
    await fc.assert(
      fc.asyncProperty(plans, async (plan) => void (sent += await follow(plan))),
      { numRuns: RUNS, seed, endOnFailure: true },
    );
    tell(`ordered matters: ${sent} requests in ${RUNS} histories, none out of its order`);
  },
);

async function follow({
  matter,
  fates,
}: {
  readonly matter: string;
  readonly fates: readonly number[];
}): Promise<number> {
  const receiver = await openTestReceiver();
  const shop = await service.merchant();
  await shop.client.createWebhook({
    body: {
      url: receiver.url,
      ordered: true,
      max_in_flight: 8,
      events: [
        'payment.*',
        'refund.*',
        'invoice.*',
        'payment_link.*',
        'pos.*',
        'ticket_order.*',
        'credit_note.*',
      ],
    },
  });
  const seen = new Map<string, number>();
  receiver.answer((response, { headers }) => {
    const id = String(headers['webhook-id']);
    if (!seen.has(id)) seen.set(id, fates[seen.size % fates.length] ?? 0);
    response.writeHead(Number(headers['x-service-attempt']) <= (seen.get(id) ?? 0) ? 500 : 200).end();
  });
  const subject = (await ALL[matter]?.(shop)) ?? '';
  for (let rounds = 0; rounds < ROUNDS_MAX; rounds += 1) {
    service.advance(10_000);
    await service.drain();
    if (
      (await shop.client.listWebhookDeliveries({ query: { status: 'pending' } })).meta.total === 0 &&
      rounds > 3
    )
      break;
  }
  // The outbox hands out facts in the order in which they were written, and messages sort as they were made.
  const told = (
    await service.query(`SELECT id FROM webhook_messages WHERE merchant_id = $1 ORDER BY id`, [shop.id])
  ).map(({ id }) => String(id));
  const all = receiver.received.map(({ headers, body }) => ({
    id: String(headers['webhook-id']),
    told: JSON.parse(body) as Told,
  }));
  const isAbout = aboutOne(
    subject,
    all.map((one) => one.told),
  );
  const arrived = all.filter((one) => isAbout(one.told));
  const first = [...new Set(arrived.map(({ id }) => id))];
  expect(first.length).toBeGreaterThan(2);
  expect(
    arrived.map(({ id }) => id),
    'each is over before the next',
  ).toEqual(arrived.map(({ id }) => id).toSorted((one, other) => told.indexOf(one) - told.indexOf(other)));
  const kinds = arrived.map(({ told: { event } }) => event);
  const outcome = kinds.findIndex((kind) => OUTCOMES.has(kind));
  expect(
    kinds.slice(outcome).filter((kind) => outcome >= 0 && kind.startsWith('payment.')),
    'money comes before what comes of it',
  ).toEqual([]);
  if (matter in GIVEN_BACK) expect(kinds).toContain('refund.succeeded');
  await receiver.close();
  return arrived.length;
}
