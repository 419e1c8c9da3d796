import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { expectWholeBooks, openTill, type Till } from '../../../../test/kit/payments.ts';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import type { PaymentPort, PaymentEnd, SubjectOwner, SubjectVerdict, WantedPayment } from './payment-port.ts';
import { newPaymentId } from './read-payment-request.ts';

let service: TestService;
let shop: TestMerchant;
let till: Till;
let port: PaymentPort;
let tenant: Tenant;
const owner: { ended: (tenant: Tenant, end: PaymentEnd) => Promise<SubjectVerdict> } = {
  ended: async () => 'kept',
};
let heard: PaymentEnd[] = [];

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
  till = openTill(service, shop);
  ({ port } = service.server.modules.payments);
  tenant = { merchantId: shop.id, livemode: false };
  // Every kind has its module; this one stands in for the till.
  (service.server.modules.payments.owners as Map<string, SubjectOwner>).set('sale', {
    kind: 'sale',
    ended: async (whose, end) => {
      heard.push(end);
      return owner.ended(whose, end);
    },
  });
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(() => {
  heard = [];
  owner.ended = async () => 'kept';
});

const now = () => service.server.runtime.context.world.now();
const newId = () => newPaymentId(service.server.modules.payments);
const wanted = (phone: string | null, more: Partial<WantedPayment> = {}): WantedPayment => ({
  amountMinor: 15_000n,
  currency: 'SLE',
  channel: 'mobile_money',
  provider: null,
  phone,
  description: 'A sale',
  reference: null,
  customer: { name: null, phone, email: null },
  subject: { kind: 'sale', id: 'sale_1' },
  amountSource: 'server',
  returnUrl: null,
  cancelUrl: null,
  expiresAt: new Date(now().getTime() + 600_000),
  metadata: {},
  ...more,
});

test('who owns what is paid for is told of its end as soon as it is known', async () => {
  const id = newId();
  const asked = await port.start(tenant, { ...wanted('+23200000001'), id, now: now() });
  expect(asked).toMatchObject({ id, status: 'requires_action', sale_id: 'sale_1' });
  await till.wait(3);
  expect(heard).toEqual([
    {
      paymentId: id,
      subject: { kind: 'sale', id: 'sale_1' },
      status: 'succeeded',
      amountMinor: 15_000n,
      currency: 'SLE',
      late: false,
      at: expect.any(Date),
    },
  ]);
  expect((await port.find(tenant, id))?.status).toBe('succeeded');
});

test('a repeated start finds the first payment and asks nobody again', async () => {
  const id = newId();
  const started = await Promise.all(
    Array.from({ length: 8 }, () => port.start(tenant, { ...wanted('+23200000001'), id, now: now() })),
  );
  expect(new Set(started.map((payment) => payment.id))).toEqual(new Set([id]));
  expect(
    await service.query('SELECT count(*)::int AS n FROM test_provider_payments WHERE payment_id = $1', [id]),
  ).toEqual([{ n: 1 }]);
});

test('an owner that stumbles is told again until it answers', async () => {
  let left = 2;
  owner.ended = async (_whose, end) => {
    if (end.subject.id === 'sale_2' && (left -= 1) >= 0)
      throw new Error('The owner stumbles, as this test wants it.');
    return 'kept';
  };
  const id = newId();
  await port.start(tenant, {
    ...wanted('+23200000001', { subject: { kind: 'sale', id: 'sale_2' } }),
    id,
    now: now(),
  });
  for (const seconds of [3, 5, 5, 3_600]) await till.wait(seconds);
  expect([heard.filter(({ paymentId }) => paymentId === id).length, left < 0]).toEqual([3, true]);
});

test('money that came for nothing goes back by itself, once', async () => {
  owner.ended = async () => 'refund';
  const id = newId();
  await port.start(tenant, { ...wanted('+23200000001'), id, now: now() });
  await till.wait(3);
  await till.wait(60);
  expect((await port.find(tenant, id))?.amount_refunded).toBe(150);
  expect(await service.query('SELECT count(*)::int AS n FROM refunds WHERE payment_id = $1', [id])).toEqual([
    { n: 1 },
  ]);
});

test('money that came for nothing, by a provider that sends none back, is for a person to hand back', async () => {
  owner.ended = async (_whose, { paymentId }) => {
    await service.query(`UPDATE payments SET provider = 'orange_money' WHERE id = $1`, [paymentId]);
    return 'refund';
  };
  const id = newId();
  await port.start(tenant, { ...wanted('+23200000001'), id, now: now() });
  await till.wait(3);
  expect(await port.find(tenant, id)).toMatchObject({
    status: 'succeeded',
    amount_refunded: 0,
    review: { reason: expect.stringContaining('Hand the money back by another way.') },
  });
  expect(
    await service.query('SELECT verdict, settled FROM payment_ends WHERE payment_id = $1', [id]),
  ).toEqual([{ verdict: 'refund', settled: true }]);
});

test('an end, and then late money, are two ends', async () => {
  const id = newId();
  await port.start(tenant, {
    ...wanted('+23200000005', { expiresAt: new Date(now().getTime() + 60_000) }),
    id,
    now: now(),
  });
  await till.wait(61);
  await till.wait(400);
  expect(heard.map(({ status, late }) => [status, late])).toEqual([
    ['expired', false],
    ['succeeded', true],
  ]);
});

test('a payment whose subject is gone is cancelled; one that is paid is told as it is', async () => {
  const [open, paid] = [newId(), newId()];
  await port.start(tenant, { ...wanted(null, { channel: 'hosted' }), id: open, now: now() });
  await port.start(tenant, { ...wanted('+23200000001'), id: paid, now: now() });
  await till.wait(3);
  expect([
    (await port.cancel(tenant, open, now()))?.status,
    (await port.cancel(tenant, paid, now()))?.status,
    await port.cancel(tenant, 'pay_none', now()),
  ]).toEqual(['cancelled', 'succeeded', null]);
});

test("money that is there already is written with its books in the caller's transaction, or not at all", async () => {
  const { store } = service.server.runtime.context;
  const settled = (id: string, channel: 'cash' | 'external') => ({
    ...wanted(null, { channel }),
    id,
    externalRef: 'X-1',
    at: now(),
  });
  const [cash, transfer, never] = [newId(), newId(), newId()];
  await store.transaction(tenant, (tx) =>
    port.settleAtOnce(tx, tenant, {
      paymentsMax: 2,
      write: async () => ({ result: null, payments: [settled(cash, 'cash'), settled(transfer, 'external')] }),
    }),
  );
  await expect(
    store.transaction(tenant, async (tx) => {
      await port.settleAtOnce(tx, tenant, {
        paymentsMax: 1,
        write: async () => ({ result: null, payments: [settled(never, 'cash')] }),
      });
      throw new Error('The caller changes its mind.');
    }),
  ).rejects.toThrow('changes its mind');
  expect([await till.posted(cash), await till.posted(transfer), await till.posted(never)]).toEqual([
    [
      ['cash_drawer', 150],
      ['sales', -150],
    ],
    [
      ['provider_clearing:manual', 150],
      ['sales', -150],
    ],
    [],
  ]);
  expect(await till.told(cash)).toEqual(['created', 'succeeded']);
  expect(await port.find(tenant, transfer)).toMatchObject({
    status: 'succeeded',
    verified: false,
    provider_ref: 'X-1',
  });
  expect([await port.find(tenant, never), heard]).toEqual([null, []]);
});

test('two rooms cannot own the same kind of thing', () => {
  expect(() => port.register({ kind: 'sale', ended: async () => 'kept' })).toThrow(
    'Two rooms own payments for a sale.',
  );
});

test('the books are whole after all of this', async () => {
  await service.drain();
  await expectWholeBooks(service);
});
