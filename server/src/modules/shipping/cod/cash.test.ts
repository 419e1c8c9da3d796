import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parcel, UNKNOWN_JOB } from '../../../../test/kit/parcel.ts';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';

type Client = TestMerchant['client'];
type Courier = Awaited<ReturnType<TestService['courier']>>;

let service: TestService;
let shop: TestMerchant;
let other: TestMerchant;
let cashier: Client;
let chief: Client;
let mohamed: Courier;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
  other = await service.merchant();
  cashier = (await service.operator('cashier')).client;
  chief = (await service.operator('operator')).client;
  mohamed = await service.courier('Mohamed Kamara');
});
afterAll(() => service[Symbol.asyncDispose]());

/** A delivered parcel whose cash the courier holds. */
async function collected(
  amount: number,
  { courier = mohamed, client = shop.client }: { readonly courier?: Courier; readonly client?: Client } = {},
): Promise<string> {
  const { data } = await client.createDelivery({ body: { ...parcel, cod_amount: amount } });
  const params = { jobNumber: data.job_number };
  await client.assignDelivery({ params, body: { driver_id: courier.id } });
  await client.verifyHandoff({ params, body: { type: 'pickup', code: data.pickup_code } });
  await client.verifyHandoff({ params, body: { type: 'delivery', code: data.delivery_code } });
  return data.job_number;
}
const codOf = async (jobNumber: string, client: Client = shop.client) =>
  (await client.getDelivery({ params: { jobNumber } })).data.cod_status;
const inHand = async ({ client }: Courier) => (await client.getCourierCash()).data.test_cash_in_hand;
const balanceOf = async (account: string, client: Client = shop.client) =>
  (await client.getBalance()).data.accounts.find((one) => one.account === account)?.balance ?? 0;

describe('cash on delivery', () => {
  test('goes from the courier to a counted deposit to its merchant, and every account adds up', async () => {
    const [first, second] = [await collected(120.5), await collected(79.5)];
    expect(await inHand(mohamed)).toBe(200);
    expect(await codOf(first)).toBe('collected');
    expect((await shop.client.getBalance()).data.owed).toBe(200);

    const { data: deposit } = await mohamed.client.depositCash({ body: {} });
    expect(deposit).toMatchObject({
      status: 'declared',
      declared: 200,
      job_numbers: [first, second].toSorted(),
    });
    expect(await inHand(mohamed)).toBe(200);
    const [seen] = (await cashier.listCashDeposits({ query: { status: 'declared' } })).data;
    expect(seen).toMatchObject({ id: deposit.id, declared: null, jobs_count: 2 });
    for (const livemode of [true, false]) {
      const { data } = await cashier.listCashDeposits({ query: { status: 'declared', livemode } });
      expect(data.map(({ id }) => id)).toEqual(livemode === deposit.livemode ? [deposit.id] : []);
    }

    const { data: counted } = await cashier.countCashDeposit({
      params: { id: deposit.id },
      body: { amount: '200.00' },
    });
    expect(counted).toMatchObject({ status: 'counted', declared: 200, counted: 200 });
    expect([await codOf(first), await codOf(second), await inHand(mohamed)]).toEqual([
      'deposited',
      'deposited',
      0,
    ]);
    expect(await balanceOf('office_cash')).toBe(200);

    const { data: settlement } = await chief.settleCash({
      body: { merchant_id: shop.id, livemode: false, reference: 'PP1' },
    });
    expect(settlement).toMatchObject({
      cash: 200,
      fees: 0,
      paid: 200,
      job_numbers: [first, second].toSorted(),
    });
    expect([
      await codOf(first),
      (await shop.client.getBalance()).data.owed,
      await balanceOf('office_cash'),
    ]).toEqual(['settled', 0, 0]);
    expect((await shop.client.listSettlements()).data).toMatchObject([{ id: settlement.id }]);
    expect((await other.client.listSettlements()).data).toEqual([]);

    const { data: entries } = await shop.client.listLedgerEntries({ query: { subject: first } });
    expect(entries).toHaveLength(6);
    expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
  });

  test('completes a live delivery once it is paid out', async () => {
    const live = await service.merchant({ livemode: true });
    const jobNumber = await collected(50, { client: live.client });
    await service.drain();
    expect((await live.client.getDelivery({ params: { jobNumber } })).data.status).toBe('delivered');
    const { data } = await mohamed.client.depositCash({ body: { job_numbers: [jobNumber] } });
    await cashier.countCashDeposit({ params: { id: data.id }, body: { amount: 50 } });
    await chief.settleCash({ body: { merchant_id: live.id } });
    await service.drain();
    expect((await live.client.getDelivery({ params: { jobNumber } })).data).toMatchObject({
      status: 'completed',
      cod_status: 'settled',
    });
  });

  test('keeps the shipping fees where the platform wants that', async () => {
    const shop2 = await service.merchant();
    const jobNumber = await collected(100, { client: shop2.client });
    const fee = (await shop2.client.getDelivery({ params: { jobNumber } })).data.shipping_fee;
    const { data } = await mohamed.client.depositCash({ body: { job_numbers: [jobNumber] } });
    await cashier.countCashDeposit({ params: { id: data.id }, body: { amount: 100 } });
    expect(
      (await chief.settleCash({ body: { merchant_id: shop2.id, livemode: false, deduct_fees: true } })).data,
    ).toMatchObject({ cash: 100, fees: fee, paid: 100 - fee });
    expect([await balanceOf('fees', shop2.client), await balanceOf('office_cash', shop2.client)]).toEqual([
      -fee,
      fee,
    ]);
  });

  test('is paid out together with the claims that were approved, each once', async () => {
    const shop3 = await service.merchant();
    const jobNumber = await collected(40, { client: shop3.client });
    const claim = (
      await shop3.client.createClaim({ body: { job_number: jobNumber, type: 'late', amount: 5 } })
    ).data;
    await chief.decideClaim({
      params: { id: claim.id },
      body: { approve: true, decision: 'Two hours late.' },
    });
    expect((await shop3.client.getBalance()).data.owed).toBe(45);
    const { data } = await mohamed.client.depositCash({ body: { job_numbers: [jobNumber] } });
    await cashier.countCashDeposit({ params: { id: data.id }, body: { amount: 40 } });
    const pay = () => chief.settleCash({ body: { merchant_id: shop3.id, livemode: false } });
    expect((await pay()).data).toMatchObject({ cash: 40, fees: 0, claims: 5, paid: 45 });
    expect((await shop3.client.getBalance()).data.owed).toBe(0);
    await expect(pay()).rejects.toMatchObject({ code: 'NO_CASH' });
  });

  test('is told at each step to endpoints that ask for it', async () => {
    const jobNumber = await collected(10);
    const { data } = await mohamed.client.depositCash({ body: { job_numbers: [jobNumber] } });
    await cashier.countCashDeposit({ params: { id: data.id }, body: { amount: 10 } });
    await chief.settleCash({ body: { merchant_id: shop.id, livemode: false } });
    await service.drain();
    const told = (
      await shop.client.listMessages({ query: { event: 'shipping.cod.updated', entity: jobNumber } })
    ).data;
    expect(told).toHaveLength(3);
  });
});

describe('a count that differs', () => {
  test('disputes everything and moves nothing, until a third person resolves it', async () => {
    const jobNumber = await collected(80);
    const { data: deposit } = await mohamed.client.depositCash({ body: { job_numbers: [jobNumber] } });
    expect(
      (
        await chief.countCashDeposit({
          params: { id: deposit.id },
          body: { amount: 70, note: 'A ten is missing.' },
        })
      ).data,
    ).toMatchObject({ status: 'disputed', declared: 80, counted: 70 });
    expect([await codOf(jobNumber), await inHand(mohamed)]).toEqual(['disputed', 80]);

    const resolve = (client: Client) =>
      client.resolveCashDeposit({
        params: { id: deposit.id },
        body: { amount: 70, resolution: 'He brings it tomorrow.' },
      });
    await expect(resolve(chief)).rejects.toMatchObject({ code: 'SAME_PERSON', status: 403 });
    expect((await resolve(cashier)).data).toMatchObject({ status: 'resolved', counted: 70 });
    expect([await codOf(jobNumber), await inHand(mohamed)]).toEqual(['deposited', 0]);
    const [shortage] = await service.query(
      `SELECT amount::int FROM ledger_entries WHERE account = 'courier_shortage:' || $1`,
      [mohamed.id],
    );
    expect(shortage).toEqual({ amount: 1000 });
    await expect(resolve(cashier)).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
  });
});

describe('handing in', () => {
  test('again with the same client_id is the first time', async () => {
    const jobNumber = await collected(15);
    const body = { job_numbers: [jobNumber], client_id: '0190a7a2-0000-7000-8000-0000000000aa' };
    const answers = await Promise.all(Array.from({ length: 8 }, () => mohamed.client.depositCash({ body })));
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 200, 200, 200, 201]);
  });

  test('by many requests at once declares each parcel once', async () => {
    const isatu = await service.courier('Isatu Conteh');
    for (const amount of [10, 20, 30]) await collected(amount, { courier: isatu });
    const answers = await Promise.allSettled(
      Array.from({ length: 6 }, () => isatu.client.depositCash({ body: {} })),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await isatu.client.getCourierCash()).data).toMatchObject({
      test_cash_in_hand: 60,
      jobs: [],
      deposits: [{ declared: 60 }],
    });
  });

  test('handed in more often than the last times tell is told all the same, until it is counted', async () => {
    const isatu = await service.courier('Isatu Jalloh');
    const times = 21;
    for (let at = 0; at < times; at += 1) {
      await collected(1, { courier: isatu });
      await isatu.client.depositCash({ body: {} });
    }
    const { data } = await isatu.client.getCourierCash();
    expect([data.deposits.length, data.test_cash_in_hand]).toEqual([times, times]);
    const oldest = data.deposits.at(-1)?.id ?? '';
    await cashier.countCashDeposit({ params: { id: oldest }, body: { amount: 1 } });
    const after = (await isatu.client.getCourierCash()).data.deposits;
    expect([after.length, after.some(({ id }) => id === oldest)]).toEqual([times - 1, false]);
  });

  test('counted by two at once is counted once', async () => {
    const isatu = await service.courier('Isatu Kamara');
    await collected(33, { courier: isatu });
    const { data } = await isatu.client.depositCash({ body: {} });
    const counts = await Promise.allSettled(
      [33, 33, 32].map((amount) => cashier.countCashDeposit({ params: { id: data.id }, body: { amount } })),
    );
    expect(counts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const sums = await service.query(
      'SELECT tx_id FROM ledger_entries GROUP BY merchant_id, livemode, tx_id HAVING sum(amount) <> 0',
    );
    expect(sums).toEqual([]);
  });

  test('is refused for what is not there, not his, or not to be handed in', async () => {
    const isatu = await service.courier('Isatu Sesay');
    const ask = (job_numbers: string[]) => isatu.client.depositCash({ body: { job_numbers } });
    await expect(ask(Array.from({ length: 201 }, () => UNKNOWN_JOB))).rejects.toMatchObject({
      code: 'TOO_MANY_ITEMS',
    });
    await expect(ask([UNKNOWN_JOB])).rejects.toMatchObject({ code: 'DELIVERY_NOT_FOUND' });
    await expect(ask([await collected(5)])).rejects.toMatchObject({ code: 'DELIVERY_NOT_FOUND' });
    const own = await collected(5, { courier: isatu });
    await ask([own]);
    await expect(ask([own])).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
    await expect(isatu.client.depositCash({ body: {} })).rejects.toMatchObject({ code: 'NO_CASH' });
  });
});

describe('counting and paying out', () => {
  test("are for the platform's people only", async () => {
    const refused = [
      shop.client.listCashDeposits(),
      shop.client.countCashDeposit({ params: { id: 'dep_x' }, body: { amount: 1 } }),
      shop.client.resolveCashDeposit({ params: { id: 'dep_x' }, body: { amount: 1, resolution: 'x' } }),
      shop.client.settleCash({ body: { merchant_id: shop.id } }),
    ];
    for (const one of refused)
      await expect(one).rejects.toMatchObject({ code: 'OPERATORS_ONLY', status: 403 });
    const dispatcher = (await service.operator('dispatcher')).client;
    await expect(
      dispatcher.countCashDeposit({ params: { id: 'dep_x' }, body: { amount: 1 } }),
    ).rejects.toMatchObject({ code: 'INSUFFICIENT_SCOPE' });
    await expect(cashier.settleCash({ body: { merchant_id: shop.id } })).rejects.toMatchObject({
      code: 'INSUFFICIENT_SCOPE',
    });
  });

  test('are refused for what cannot be counted or paid', async () => {
    await expect(
      cashier.countCashDeposit({ params: { id: 'dep_x' }, body: { amount: 1 } }),
    ).rejects.toMatchObject({ code: 'DEPOSIT_NOT_FOUND' });
    const { data } = await mohamed.client.depositCash({ body: { job_numbers: [await collected(7)] } });
    await expect(
      cashier.countCashDeposit({ params: { id: data.id }, body: { amount: 7.001 } }),
    ).rejects.toMatchObject({ code: 'AMOUNT_PRECISION' });
    await expect(
      chief.resolveCashDeposit({ params: { id: data.id }, body: { amount: 7, resolution: 'x' } }),
    ).rejects.toMatchObject({ code: 'STATE_CONFLICT', details: { from: 'declared' } });
    await expect(chief.settleCash({ body: { merchant_id: 'mch_x' } })).rejects.toMatchObject({
      code: 'MERCHANT_NOT_FOUND',
    });
    await expect(chief.settleCash({ body: { merchant_id: other.id } })).rejects.toMatchObject({
      code: 'NO_CASH',
    });
  });
});

test('the ledger refuses a transaction that does not balance, and every change of what was written', async () => {
  const unbalanced = `BEGIN; INSERT INTO ledger_tx VALUES ('${shop.id}', false, 'ltx_x', 'x', 'x', now()); INSERT INTO ledger_entries VALUES ('${shop.id}', false, 'ltx_x', 'a', 1, 'SLE', now()); COMMIT`;
  await expect(service.query(unbalanced)).rejects.toThrow(/does not balance/);
  await service.query('ROLLBACK');
  await expect(service.query('SET ROLE cottontree_app; DELETE FROM ledger_entries')).rejects.toThrow(
    /permission denied/,
  );
  await service.query('RESET ROLE');
});
