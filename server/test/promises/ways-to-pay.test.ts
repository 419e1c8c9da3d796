import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyPayments } from '../../src/modules/payments/index.ts';
import { readSnapshot } from '../../src/store/index.ts';
import { expectExact } from '../kit/buyers.ts';
import { sale, type Sale } from '../kit/sale.ts';
import { figure, seed, tell } from '../kit/seed.ts';
import { startService, type TestMerchant, type TestService } from '../kit/service.ts';

const [ORDERS, TIME_MAX] = [figure(12, 400), figure(60_000, 3_600_000)];
const acts = ['mobile_money', 'card', 'qr', 'hosted', 'cash', 'succeeds', 'succeeds_late', 'cancel'] as const;
type Act = (typeof acts)[number];

let service: TestService;
let shop: TestMerchant;
let jazz: Sale;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
  await service.query('UPDATE merchants SET reads_per_second = 100000, writes_per_second = 100000');
  jazz = await sale(shop, { quantity_available: 1_000 });
});
afterAll(async () => {
  const connection = { connectionString: service.databaseUrl };
  await expectExact(connection);
  expect(await readSnapshot(connection, verifyPayments)).toEqual([]);
  await service[Symbol.asyncDispose]();
});

const paymentsOf = async (
  order: string,
): Promise<readonly { id: string; status: string; amount: bigint; amount_refunded: bigint }[]> =>
  (await service.query(
    'SELECT id, status, amount::int8, amount_refunded::int8 FROM payments WHERE subject_id = $1 ORDER BY id',
    [order],
  )) as never;

/** Payments that are cancelled, of which their provider has not heard. */
const askedInVain = (order: string): Promise<unknown> =>
  service.query(
    `SELECT p.id FROM payments p JOIN test_provider_payments t ON t.payment_id = p.id
     WHERE p.subject_id = $1 AND p.status = 'cancelled' AND t.state IN ('requires_action', 'processing')`,
    [order],
  );

/** One tab's, one phone's or one cashier's; whatever is refused is refused. */
async function act(order: string, what: Act): Promise<void> {
  const { client } = shop;
  const params = { id: order };
  if (what === 'cancel') await client.cancelTicketOrder({ params });
  else if (what === 'succeeds' || what === 'succeeds_late') {
    const outcome = what === 'succeeds' ? ('succeeded' as const) : ('succeeded_late' as const);
    for (const { id } of await paymentsOf(order))
      await client.simulatePayment({ params: { id }, body: { outcome } });
  } else await client.payTicketOrder({ params, body: { method: what, phone: '+23200000010' } });
}

/** Anybody may be refused, but for a fault of ours. */
const isFault = (outcome: PromiseSettledResult<void>): boolean =>
  outcome.status === 'rejected' && (outcome.reason as { status?: number }).status === 500;

async function settle(): Promise<void> {
  for (let round = 0; round < 2; round += 1) {
    service.advance(15_000);
    await service.drain();
  }
}

test(
  `whoever pays one order at once and how often by whichever way, one money has the tickets and each other goes back (seed ${seed})`,
  { timeout: TIME_MAX },
  async () => {
    const told = { paid: 0, returned: 0, payments: 0 };
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.constantFrom(...acts), { minLength: 2, maxLength: 5 }), {
          minLength: 1,
          maxLength: 4,
        }),
        async (rounds) => {
          const { data } = await shop.client.createTicketOrder({
            params: { id: jazz.eventId },
            body: { items: [{ ticket_type_id: jazz.typeId, quantity: 1 }] },
          });
          for (const round of rounds) {
            const outcomes = await Promise.allSettled(round.map((what) => act(data.id, what)));
            expect(outcomes.flatMap((one) => (isFault(one) ? [one] : []))).toEqual([]);
          }
          await settle();
          const order = (await shop.client.getTicketOrder({ params: { id: data.id } })).data;
          const payments = await paymentsOf(data.id);
          const kept = payments.filter(
            ({ status, amount_refunded }) => status === 'succeeded' && Number(amount_refunded) === 0,
          );
          const open = payments.filter(({ status }) =>
            ['created', 'requires_action', 'processing'].includes(status),
          );
          expect([order.status, kept.map(({ id }) => id), order.tickets.length]).toEqual(
            order.status === 'paid' ? ['paid', [order.payment_id], 1] : [order.status, [], 0],
          );
          // Nobody is asked for money that nobody waits for.
          expect(open.map(({ id }) => id)).toEqual(
            order.status === 'awaiting_payment' ? [order.payment_id] : [],
          );
          expect(await askedInVain(data.id)).toEqual([]);
          for (const { amount, amount_refunded } of payments)
            expect([0, Number(amount)]).toContain(Number(amount_refunded));
          told.paid += kept.length;
          told.returned += payments.filter(({ amount_refunded }) => Number(amount_refunded) > 0).length;
          told.payments += payments.length;
        },
      ),
      { numRuns: ORDERS, seed },
    );
    tell(`${told.paid} orders were paid by one of ${told.payments} payments; ${told.returned} went back.`);
    expect(told.paid).toBeGreaterThan(0);
  },
);
