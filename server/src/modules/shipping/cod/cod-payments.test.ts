import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CreatedDelivery } from '@cottontree/contract';
import { payCod } from '../../../../test/kit/cash.ts';
import { parcel } from '../../../../test/kit/parcel.ts';
import { expectWholeBooks } from '../../../../test/kit/payments.ts';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';
import { readSnapshot } from '../../../store/index.ts';
import type { PaymentEnd, SubjectOwner } from '../../payments/index.ts';
import { verifyShipping } from '../shipping-module.ts';
import { ownCodPayments } from './cod-payments.ts';

type Courier = Awaited<ReturnType<TestService['courier']>>;

let service: TestService;
let shop: TestMerchant;
let mohamed: Courier;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
  mohamed = await service.courier('Mohamed Kamara');
});
afterAll(async () => {
  expect(await readSnapshot(service.server.runtime.ownerConnection, verifyShipping)).toEqual([]);
  await expectWholeBooks(service);
  await service[Symbol.asyncDispose]();
});

const FAILS = '+23200000002';

type Sent = CreatedDelivery & { readonly path: string };

/** A parcel with cash to be collected, under way with a courier, and the path of its recipient's page. */
async function sent(amount = 80, courier: Courier | null = mohamed): Promise<Sent> {
  const { data } = await shop.client.createDelivery({ body: { ...parcel, cod_amount: amount } });
  const params = { jobNumber: data.job_number };
  if (courier) {
    await shop.client.assignDelivery({ params, body: { driver_id: courier.id } });
    await shop.client.verifyHandoff({ params, body: { type: 'pickup', code: data.pickup_code } });
  }
  return { ...data, path: new URL(data.tracking_url).pathname };
}

const look = async (path: string): Promise<string> => (await fetch(service.server.baseUrl + path)).text();
const submit = ({ path }: Sent, form: Record<string, string> = {}): Promise<Response> =>
  payCod(service, path, form);

async function pays(one: Sent, form: Record<string, string> = {}): Promise<void> {
  expect((await submit(one, form)).status).toBe(303);
}

async function pass(seconds: number): Promise<void> {
  service.advance(seconds * 1_000);
  await service.drain();
}

const read = async (jobNumber: string) => (await shop.client.getDelivery({ params: { jobNumber } })).data;
const paymentsOf = async (jobNumber: string) =>
  (await shop.client.listPayments({ query: { delivery_job_number: jobNumber, sort: 'created_at' } })).data;
/** How often the merchant was told where the cash stands. */
const told = async (jobNumber: string): Promise<number> =>
  (await shop.client.listMessages({ query: { event: 'shipping.cod.updated', entity: jobNumber } })).data
    .length;
const inHand = async ({ client }: Courier) => (await client.getCourierCash()).data.test_cash_in_hand;
const handOver = ({ job_number: jobNumber, delivery_code: code }: Sent, more: object = {}) =>
  mohamed.client.verifyCode({ params: { jobNumber }, body: { type: 'delivery', code, ...more } });

describe('a recipient who pays by mobile money', () => {
  test('settles the cash: the courier collects nothing, and nothing is left to wait for', async () => {
    const one = await sent(120.5);
    expect(await look(one.path)).toContain('Pay now by mobile money');
    await pays(one);
    expect(await read(one.job_number)).toMatchObject({ cod_status: 'to_collect' });
    await pass(5);
    expect(await read(one.job_number)).toMatchObject({ cod_status: 'settled', cod_amount: 120.5 });
    expect(await paymentsOf(one.job_number)).toMatchObject([
      {
        status: 'succeeded',
        amount: 120.5,
        delivery_job_number: one.job_number,
        amount_refunded: 0,
        sale_id: null,
      },
    ]);
    const page = await look(one.path);
    expect(page).toContain('Give the courier no money');
    expect(page).not.toContain('Pay now by mobile money');
    const before = await inHand(mohamed);
    await handOver(one);
    await pass(5);
    expect(await read(one.job_number)).toMatchObject({ status: 'delivered', cod_status: 'settled' });
    // In live mode it completes then.
    expect(
      await service.query('SELECT due_at = delivered_at AS due FROM deliveries WHERE job_number = $1', [
        one.job_number,
      ]),
    ).toEqual([{ due: true }]);
    expect(await inHand(mohamed)).toBe(before);
    expect(await told(one.job_number)).toBe(1);
    const { data: entries } = await shop.client.listLedgerEntries({ query: { subject: one.job_number } });
    expect(entries).toEqual([]);
  });

  test('is asked once by a form that is sent twice, and for what it showed alone', async () => {
    const one = await sent(40);
    const form = { nonce: 'BBBBBBBBBBBBBBBBBBBBBB' };
    const answers = await Promise.all([submit(one, form), submit(one, form), submit(one, form)]);
    expect(new Set(answers.map(({ headers }) => headers.get('location'))).size).toBe(1);
    expect(await paymentsOf(one.job_number)).toHaveLength(1);
    for (const amount of ['1', '-4000', 'x']) {
      const refused = await submit(one, { amount });
      expect([amount, refused.status]).toEqual([amount, amount === '1' ? 409 : 400]);
      expect(await refused.text()).toContain('Meanwhile this was paid or changed');
    }
    expect(await paymentsOf(one.job_number)).toHaveLength(1);
  });

  test('can try again where it fails, and the courier collects until then', async () => {
    const one = await sent(60);
    await pays(one, { wallet: FAILS });
    await pass(5);
    expect(await read(one.job_number)).toMatchObject({ cod_status: 'to_collect' });
    await pays(one);
    await pass(5);
    expect(await read(one.job_number)).toMatchObject({ cod_status: 'settled' });
  });

  test('is offered it with the own link alone, while there is something to pay and somebody to take it', async () => {
    const none = await sent(0);
    expect(await look(none.path)).not.toContain('/pay"');
    expect((await submit(none, { amount: '100' })).status).toBe(409);
    const one = await sent(30);
    const shared = (await shop.client.trackDelivery({ params: { jobNumber: one.job_number } })).data;
    const viewed = new URL(shared.tracking_url).pathname;
    expect(viewed).not.toBe(one.path);
    expect(await look(viewed)).not.toContain('/pay"');
    expect((await fetch(`${service.server.baseUrl}${viewed}/pay`)).status).toBe(404);
    await service.query(`UPDATE merchants SET status = 'suspended' WHERE id = $1`, [shop.id]);
    expect(await look(one.path)).not.toContain('/pay"');
    expect((await submit(one, { amount: '3000' })).status).toBe(409);
    await service.query(`UPDATE merchants SET status = 'active' WHERE id = $1`, [shop.id]);
  });
});

describe('what was paid goes back by itself', () => {
  const returned = async (jobNumber: string) =>
    (await paymentsOf(jobNumber)).map(({ amount, amount_refunded: back }) => [amount, back]);

  test('where the delivery is cancelled', async () => {
    const one = await sent(50, null);
    await pays(one);
    await pass(5);
    await shop.client.cancelDelivery({ params: { jobNumber: one.job_number }, body: { reason: 'other' } });
    await pass(60);
    expect(await read(one.job_number)).toMatchObject({ status: 'cancelled', cod_status: 'none' });
    expect(await returned(one.job_number)).toEqual([[50, 50]]);
  });

  test('where it fails; a new attempt collects anew', async () => {
    const one = await sent(50);
    await pays(one);
    await pass(5);
    const params = { jobNumber: one.job_number };
    await shop.client.advanceDelivery({ params, body: { to_status: 'failed' } });
    await pass(60);
    expect(await returned(one.job_number)).toEqual([[50, 50]]);
    const { data: again } = await shop.client.redeliverDelivery({ params, body: {} });
    expect(again).toMatchObject({ cod_status: 'to_collect', cod_amount: 50 });
  });

  test('where the courier, who could not know, took the cash', async () => {
    const one = await sent(70);
    await pays(one);
    await pass(5);
    const before = await inHand(mohamed);
    await expect(handOver(one, { cod_collected: { amount: 69 } })).rejects.toMatchObject({
      code: 'COD_AMOUNT_MISMATCH',
      details: { expected: 0, given: 69 },
    });
    await handOver(one, { cod_collected: { amount: 70 } });
    expect(await read(one.job_number)).toMatchObject({ status: 'delivered', cod_status: 'collected' });
    expect(await inHand(mohamed)).toBe(before + 70);
    await pass(60);
    expect(await returned(one.job_number)).toEqual([[70, 70]]);
    expect(await told(one.job_number)).toBe(2);
  });

  test('where it comes after the cash was taken, is not what is to be paid by then, or comes twice', async () => {
    const [late, changed, twice] = [await sent(20), await sent(20, null), await sent(20)];
    for (const one of [late, changed, twice]) await pays(one);
    await pays(twice, { nonce: 'AAAAAAAAAAAAAAAAAAAAAA' });
    await handOver(late);
    await shop.client.updateDelivery({
      params: { jobNumber: changed.job_number },
      body: { cod_amount: 15 },
    });
    await pass(5);
    await pass(60);
    expect(await read(late.job_number)).toMatchObject({ cod_status: 'collected' });
    expect(await returned(late.job_number)).toEqual([[20, 20]]);
    expect(await read(changed.job_number)).toMatchObject({ cod_status: 'to_collect', cod_amount: 15 });
    expect(await returned(changed.job_number)).toEqual([[20, 20]]);
    expect(await read(twice.job_number)).toMatchObject({ cod_status: 'settled' });
    expect((await returned(twice.job_number)).toSorted()).toEqual([
      [20, 0],
      [20, 20],
    ]);
  });
});

test('what was paid holds: its amount cannot change, and it is refunded by hand only once the parcel has arrived', async () => {
  const one = await sent(45, null);
  await pays(one);
  await pass(5);
  const params = { jobNumber: one.job_number };
  await expect(shop.client.updateDelivery({ params, body: { cod_amount: 5 } })).rejects.toMatchObject({
    code: 'STATE_CONFLICT',
    details: { fields: ['cod_amount'] },
  });
  const [payment] = await paymentsOf(one.job_number);
  const refund = () => shop.client.createRefund({ params: { id: payment?.id ?? '' }, body: {} });
  await expect(refund()).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
  await shop.client.advanceDelivery({ params, body: { to_status: 'delivered' } });
  expect((await refund()).data).toMatchObject({ amount: 45 });
  expect(await read(one.job_number)).toMatchObject({ cod_status: 'settled' });
});

test('money and cash that come at once: one of them counts, and what the other brought goes back', async () => {
  const parcels = await Promise.all(Array.from({ length: 12 }, () => sent(10)));
  const before = await inHand(mohamed);
  for (const one of parcels) await pays(one);
  service.advance(5_000);
  const taken = parcels.map((one, at) =>
    // Some couriers say what they took, and some take what they are told to.
    handOver(one, at % 2 === 0 ? { cod_collected: { amount: 10 } } : {}),
  );
  await Promise.all([service.drain(), ...taken]);
  await pass(60);
  let cash = 0;
  for (const { job_number: jobNumber } of parcels) {
    const { cod_status: status } = await read(jobNumber);
    const [payment] = await paymentsOf(jobNumber);
    expect([status, payment?.amount_refunded]).toEqual([status, status === 'settled' ? 0 : 10]);
    expect(['settled', 'collected']).toContain(status);
    cash += status === 'collected' ? 10 : 0;
  }
  expect(await inHand(mohamed)).toBe(before + cash);
});

test('what a node of before told nobody of settles the cash, or goes back', async () => {
  const [useful, useless] = [await sent(), await sent(80, null)];
  for (const one of [useful, useless]) await pays(one);
  await shop.client.cancelDelivery({ params: { jobNumber: useless.job_number }, body: {} });
  const owners = service.server.modules.payments.owners as Map<string, SubjectOwner>;
  const owner = owners.get('delivery');
  if (!owner) throw new Error('Nobody is told of payments for deliveries.');
  // It notes that the money is kept, and the delivery hears nothing.
  owners.set('delivery', { kind: 'delivery', ended: async () => 'kept' });
  await pass(61);
  owners.set('delivery', owner);
  expect((await read(useful.job_number)).cod_status).toBe('settled');
  expect(await paymentsOf(useful.job_number)).toMatchObject([{ status: 'succeeded', amount_refunded: 0 }]);
  expect(await paymentsOf(useless.job_number)).toMatchObject([{ status: 'succeeded', amount_refunded: 80 }]);
});

test('news that comes five times, in any order, counts once', async () => {
  const owner = ownCodPayments(() => service.server.modules.shipping);
  const tenant = { merchantId: shop.id, livemode: false };
  const one = await sent(25);
  await pays(one);
  const [{ id: paymentId } = { id: '' }] = await paymentsOf(one.job_number);
  const end: PaymentEnd = {
    paymentId,
    subject: { kind: 'delivery', id: one.job_number },
    status: 'succeeded',
    amountMinor: 2_500n,
    currency: 'SLE',
    late: false,
    at: new Date(),
  };
  const news: PaymentEnd[] = [end, { ...end, status: 'failed' }, end, end, { ...end, status: 'expired' }];
  const verdicts = await Promise.all(news.map((each) => owner.ended(tenant, each)));
  expect(new Set(verdicts)).toEqual(new Set(['kept']));
  await pass(5);
  expect(await read(one.job_number)).toMatchObject({ cod_status: 'settled' });
  expect(await told(one.job_number)).toBe(1);
  expect(await paymentsOf(one.job_number)).toMatchObject([{ status: 'succeeded', amount_refunded: 0 }]);
});
