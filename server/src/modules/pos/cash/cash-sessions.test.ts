import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';
import { openTill, type Goods, type Till } from '../../../../test/kit/till.ts';

let service: TestService;
let shop: TestMerchant;
let till: Till;
let rice: Goods;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
  await service.query('UPDATE merchants SET reads_per_second = 100000, writes_per_second = 100000');
  till = openTill(shop);
  rice = await till.goods({ price: 150, tax_rate: 15, tax_inclusive: true, stock: 10_000 });
});
afterAll(() => service[Symbol.asyncDispose]());

const NOWHERE = 'csh_00000000000000000000000000';
const terminal = async () => (await shop.client.createTerminal({ body: { name: 'Front till' } })).data.id;
const open = async (body: object = {}) =>
  (await shop.client.openCashSession({ body: { terminal_id: await terminal(), ...body } })).data;
const move = (id: string, body: object) =>
  shop.client.createCashMovement({ params: { id }, body: { reason: 'Change', ...body } as never });
const report = async (id: string) => (await shop.client.getCashReport({ params: { id } })).data;
const close = async (id: string, body: object = {}) =>
  (await shop.client.closeCashSession({ params: { id }, body: { counted: [], ...body } })).data;
const sell = async (sessionId: string, more: object = {}) =>
  (
    await shop.client.createSale({
      body: {
        items: [{ variant_id: rice.variantId }],
        payments: [{ channel: 'cash' }],
        cash_session_id: sessionId,
        ...more,
      } as never,
    })
  ).data;
const staffWith = async (...permissions: readonly string[]) =>
  (await shop.client.createStaff({ body: { name: 'Musa', permissions: permissions as never } })).data.id;

/** What a stranger does with nothing but the answer: sorts the keys, leaves out hash and blanks, and hashes. */
function verify({ hash, ...rest }: Readonly<Record<string, unknown>>): boolean {
  const sorted = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(sorted);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .sort(([left], [right]) => (left < right ? -1 : 1))
        .map(([key, inner]) => [key, sorted(inner)]),
    );
  };
  return (
    createHash('sha256')
      .update(JSON.stringify(sorted(rest)))
      .digest('hex') === hash
  );
}

describe('a drawer', () => {
  test('is opened with its float, and told', async () => {
    const staff_id = await staffWith('cash');
    const session = await open({ opening_float: '500.50', staff_id });
    expect(session).toMatchObject({
      status: 'open',
      opening_float: 500.5,
      opened_by: staff_id,
      closed_at: null,
      z_number: null,
      currency: 'SLE',
    });
    expect((await shop.client.getCashSession({ params: { id: session.id } })).data).toEqual(session);
    expect(
      (
        await shop.client.listCashSessions({
          query: { status: 'open', terminal_id: session.terminal_id ?? '' },
        })
      ).data,
    ).toEqual([session]);
    expect(
      (await shop.client.getTerminal({ params: { id: session.terminal_id ?? '' } })).data.cash_session_id,
    ).toBe(session.id);
    await service.drain();
    expect(
      (await shop.client.listMessages({ query: { event: 'pos.cash_session.opened', entity: session.id } }))
        .data,
    ).toHaveLength(1);
  });

  test('is open once: of many who open it one does', async () => {
    const terminal_id = await terminal();
    const opened = await Promise.allSettled(
      Array.from({ length: 10 }, () => shop.client.openCashSession({ body: { terminal_id } })),
    );
    expect(opened.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const [id] = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value.data.id] : []));
    await expect(shop.client.openCashSession({ body: { terminal_id } })).rejects.toMatchObject({
      code: 'CASH_SESSION_ALREADY_OPEN',
      details: { cash_session_id: id },
    });
    await expect(shop.client.deleteTerminal({ params: { id: terminal_id } })).rejects.toMatchObject({
      code: 'STATE_CONFLICT',
    });
  });

  test("may be a location's, where there is no till", async () => {
    const location_id = (await shop.client.createLocation({ body: { name: 'Market stall' } })).data.id;
    const session = (await shop.client.openCashSession({ body: { location_id } })).data;
    expect(session).toMatchObject({ location_id, terminal_id: null });
    await expect(shop.client.openCashSession({ body: { location_id } })).rejects.toMatchObject({
      code: 'CASH_SESSION_ALREADY_OPEN',
    });
    expect(await close(session.id)).toMatchObject({ number: 1, terminal_id: null });
  });

  test('is refused where there is none, or who asks may not', async () => {
    await expect(open({ terminal_id: 'trm_00000000000000000000000000' })).rejects.toMatchObject({
      code: 'TERMINAL_NOT_FOUND',
    });
    await expect(
      open({ terminal_id: undefined, location_id: 'loc_00000000000000000000000000' }),
    ).rejects.toMatchObject({ code: 'LOCATION_NOT_FOUND' });
    await expect(open({ staff_id: 'stf_00000000000000000000000000' })).rejects.toMatchObject({
      code: 'STAFF_NOT_FOUND',
    });
    await expect(open({ staff_id: await staffWith('sell') })).rejects.toMatchObject({
      code: 'STAFF_PERMISSION_REQUIRED',
      details: { permission: 'cash' },
    });
    await expect(open({ opening_float: 1.001 })).rejects.toMatchObject({ code: 'AMOUNT_PRECISION' });
    const stranger = await service.merchant();
    const { id } = await open();
    await expect(stranger.client.getCashSession({ params: { id } })).rejects.toMatchObject({
      code: 'CASH_SESSION_NOT_FOUND',
    });
    await expect(stranger.client.getCashReport({ params: { id } })).rejects.toMatchObject({
      code: 'CASH_SESSION_NOT_FOUND',
    });
  });
});

describe('a movement', () => {
  test('changes what is expected, and is the same one to a till that sends it again', async () => {
    const { id } = await open({ opening_float: 500 });
    await expect(move(id, { type: 'pay_out', amount: 20, client_id: 'drawer-0001' })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { fields: [{ path: 'client_id' }] },
    });
    const client_id = randomUUID();
    const first = await move(id, { type: 'pay_out', amount: 20, client_id });
    expect(first.data).toMatchObject({ type: 'pay_out', amount: 20, client_id, reason: 'Change' });
    for (const again of [client_id, client_id.toUpperCase()])
      expect((await move(id, { type: 'pay_out', amount: 20, client_id: again })).data).toEqual(first.data);
    await expect(move(id, { type: 'pay_out', amount: 21, client_id })).rejects.toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    });
    await move(id, { type: 'pay_in', amount: 5.5 });
    await move(id, { type: 'drop', amount: 100, reason: undefined });
    await move(id, { type: 'no_sale' });
    const x = await report(id);
    expect(x).toMatchObject({
      kind: 'X',
      number: null,
      hash: null,
      tenders: [
        { tender: 'cash', opening: 500, pay_in: 5.5, pay_out: 20, drop: 100, expected: 385.5, counted: null },
      ],
      movements: { no_sale: { count: 1, amount: 0 }, drop: { count: 1, amount: 100 } },
    });
    expect(
      (await shop.client.listCashMovements({ params: { id } })).data.map(({ type }) => type).toSorted(),
    ).toEqual(['drop', 'no_sale', 'pay_in', 'pay_out']);
  });

  test('sent by many at once with one client_id is one', async () => {
    const { id } = await open();
    const client_id = randomUUID();
    const sent = await Promise.all(
      Array.from({ length: 12 }, () => move(id, { type: 'pay_in', amount: 7, client_id })),
    );
    expect(new Set(sent.map(({ data }) => data.id)).size).toBe(1);
    expect((await report(id)).tenders[0]?.expected).toBe(7);
  });

  test('needs an open drawer, a reason, an amount that fits, and who may', async () => {
    const { id } = await open();
    await expect(move(NOWHERE, { type: 'pay_in', amount: 1 })).rejects.toMatchObject({
      code: 'CASH_SESSION_NOT_FOUND',
    });
    for (const body of [
      { type: 'pay_in' },
      { type: 'pay_in', amount: 0 },
      { type: 'no_sale', amount: 1 },
      { type: 'pay_in', amount: 1, reason: undefined },
      { type: 'pay_in', amount: -1 },
      { type: 'pay_in', amount: 1, occurred_at: '2199-01-01T00:00:00Z' },
    ]) {
      await expect(move(id, body), JSON.stringify(body)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    }
    await expect(move(id, { type: 'no_sale', staff_id: await staffWith('cash') })).rejects.toMatchObject({
      code: 'STAFF_PERMISSION_REQUIRED',
      details: { permission: 'no_sale' },
    });
    await close(id);
    await expect(move(id, { type: 'pay_in', amount: 1 })).rejects.toMatchObject({
      code: 'CASH_SESSION_CLOSED',
    });
  });
});

describe('closing', () => {
  test('tells the rounding of cash beside what was sold and what came back, so that both make up the drawer', async () => {
    await shop.client.updatePosSettings({ body: { cash_rounding_increment: 1 } });
    const session = await open();
    const [kept, returned, voided] = [
      await sell(session.id, { tip: 0.3 }),
      await sell(session.id, { tip: 0.4 }),
      await sell(session.id, { tip: 0.2 }),
    ];
    await shop.client.refundSale({
      params: { id: returned.id },
      body: { everything: true, cash_session_id: session.id },
    });
    await shop.client.voidSale({ params: { id: voided.id } });
    await shop.client.updatePosSettings({ body: { cash_rounding_increment: 0 } });
    const z = await close(session.id);
    const money = ({
      total,
      cash_rounding,
    }: {
      readonly total: number;
      readonly cash_rounding: number;
    }): string => (total + cash_rounding).toFixed(2);
    expect(
      [z.sales.cash_rounding, z.refunds.cash_rounding, z.voids.cash_rounding].map((minor) => minor === 0),
    ).toEqual([false, false, false]);
    expect([money(z.sales), money(z.refunds), money(z.voids)]).toEqual(
      [z.tenders[0]?.sales, z.tenders[0]?.refunds, z.tenders[0]?.voids].map((amount) => amount?.toFixed(2)),
    );
    expect(kept.status).toBe('completed');
  });

  test('counts what was sold, and keeps it for ever', async () => {
    const session = await open({ opening_float: 100 });
    const first = await sell(session.id, { tip: 10 });
    const last = await sell(session.id, {
      payments: [{ channel: 'external', external_ref: 'BANK-1' }],
      discount: { type: 'fixed', value: 50 },
    });
    const voided = await sell(session.id);
    await shop.client.voidSale({ params: { id: voided.id }, body: { reason: 'Wrong item' } });
    await shop.client.refundSale({
      params: { id: first.id },
      body: {
        client_id: randomUUID(),
        items: [{ line: 1, quantity: 1 }],
        reason: 'Spoiled',
        cash_session_id: session.id,
      },
    });
    const z = await close(session.id, {
      counted: [
        {
          tender: 'cash',
          amount: 100,
          denominations: [
            { value: 50, count: 1 },
            { value: 0.5, count: 100 },
          ],
        },
      ],
      note: 'Quiet day',
    });
    const refunded = z.refunds.total;
    expect(z).toMatchObject({
      kind: 'Z',
      number: 1,
      note: 'Quiet day',
      sales: {
        count: 3,
        total: first.total + last.total + voided.total,
        tips: 10,
        discounts: 50,
        first_number: first.number,
        last_number: voided.number,
      },
      refunds: { count: 1 },
      voids: { count: 1, total: voided.total },
      perpetual: { sales: first.total + last.total + voided.total, refunds: refunded + voided.total },
      previous_hash: '0'.repeat(64),
      late: { sales: { count: 0, total: 0 } },
    });
    const [cash, external] = z.tenders;
    expect(cash).toMatchObject({
      tender: 'cash',
      opening: 100,
      sales: first.total + voided.total,
      refunds: refunded,
      voids: voided.total,
      expected: 100 + first.total - refunded,
      counted: 100,
    });
    expect(cash?.difference).toBeCloseTo(refunded - first.total, 2);
    expect(external).toMatchObject({
      tender: 'external',
      sales: last.total,
      counted: null,
      difference: null,
    });
    expect(z.taxes).toMatchObject([{ rate: 15, amount: expect.any(Number) }]);
    expect(verify(z)).toBe(true);
    expect(verify({ ...z, note: 'Busy day' })).toBe(false);
    const read = async () =>
      JSON.stringify(
        (
          (await (
            await fetch(`${service.baseUrl}/pos/cash-sessions/${session.id}/report`, {
              headers: { authorization: `Bearer ${shop.key}` },
            })
          ).json()) as { data: unknown }
        ).data,
      );
    const bytes = await read();
    service.advance(86_400_000);
    expect(await read()).toBe(bytes);
    expect(JSON.parse(bytes)).toEqual(z);
    await service.drain();
    expect(
      (await shop.client.listMessages({ query: { event: 'pos.cash_session.closed', entity: session.id } }))
        .data,
    ).toHaveLength(1);
    expect((await shop.client.getCashSession({ params: { id: session.id } })).data).toMatchObject({
      status: 'closed',
      z_number: 1,
      z_report_id: z.id,
    });
  });

  test('numbers the reports of a till without a gap, and chains them', async () => {
    const terminal_id = await terminal();
    const reports = [];
    for (let day = 0; day < 4; day += 1) {
      const { id } = await open({ terminal_id });
      await sell(id);
      reports.push(await close(id));
    }
    expect(reports.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
    expect(reports.slice(1).map(({ previous_hash }) => previous_hash)).toEqual(
      reports.slice(0, 3).map(({ hash }) => hash),
    );
    expect(reports.map(({ perpetual }) => perpetual.sales)).toEqual([150, 300, 450, 600]);
    expect(reports.every(verify)).toBe(true);
  });

  test('by many at once makes one report', async () => {
    const { id } = await open();
    const closed = await Promise.allSettled(Array.from({ length: 10 }, () => close(id)));
    expect(closed.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of closed)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'CASH_SESSION_CLOSED' });
    expect(
      await service.query('SELECT count(*)::int AS reports FROM z_reports WHERE session_id = $1', [id]),
    ).toEqual([{ reports: 1 }]);
  });

  test('while tills sell leaves each sale in the report, or refused', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await open();
      const selling = Array.from({ length: 30 }, () =>
        sell(id).then(
          (sale) => sale.total,
          (error: { code?: string }) => (error.code === 'CASH_SESSION_CLOSED' ? 0 : Promise.reject(error)),
        ),
      );
      // Which of them come first is chance.
      const z = await Promise.race(selling).then(() => close(id));
      const sold = (await Promise.all(selling)).reduce((sum, total) => sum + total, 0);
      expect(z.sales.total).toBe(sold);
      expect(z.tenders[0]?.expected).toBe(sold);
      expect(z.sales.count).toBe(sold / 150);
    }
  });

  test('waits for sales that the till holds back, unless it is forced', async () => {
    const { id } = await open();
    await expect(close(id, { unsynced_count: 2 })).rejects.toMatchObject({
      code: 'UNSYNCED_SALES',
      details: { unsynced_count: 2 },
    });
    expect(await close(id, { unsynced_count: 2, force: true })).toMatchObject({ unsynced_count: 2 });
  });

  test('wants denominations that make up the amount, each tender once, and who may', async () => {
    const { id } = await open();
    await expect(close(NOWHERE)).rejects.toMatchObject({ code: 'CASH_SESSION_NOT_FOUND' });
    await expect(
      close(id, { counted: [{ tender: 'cash', amount: 100, denominations: [{ value: 50, count: 1 }] }] }),
    ).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { fields: [{ path: 'counted[0].denominations' }] },
    });
    await expect(
      close(id, {
        counted: [
          { tender: 'cash', amount: 1 },
          { tender: 'cash', amount: 1 },
        ],
      }),
    ).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    await expect(close(id, { counted: [{ tender: 'cash', amount: 1.001 }] })).rejects.toMatchObject({
      code: 'AMOUNT_PRECISION',
    });
    await expect(close(id, { staff_id: await staffWith('cash') })).rejects.toMatchObject({
      code: 'STAFF_PERMISSION_REQUIRED',
      details: { permission: 'close_session' },
    });
  });
});

describe('a sale that arrives after its drawer was closed', () => {
  test('is taken, flagged, and told in the next report of the till, once', async () => {
    const terminal_id = await terminal();
    const first = await open({ terminal_id, opening_float: 10 });
    const z1 = await close(first.id, { unsynced_count: 1, force: true });
    const client_id = randomUUID();
    const late = {
      client_id,
      terminal_id,
      cash_session_id: first.id,
      receipt_number: 'T01-000007',
      items: [{ variant_id: rice.variantId, quantity: 1, unit_price: 150 }],
      payments: [{ channel: 'cash' as const }],
      total: 150,
      occurred_at: new Date(Date.parse(first.opened_at) + 1).toISOString(),
    };
    const { data } = await shop.client.syncSales({
      body: { device_time: z1.closed_at ?? '', sales: [late] } as never,
    });
    expect(data.results[0]).toMatchObject({
      result: 'accepted',
      sale: { flags: expect.arrayContaining(['closed_session']) },
    });
    expect(await report(first.id)).toEqual(z1);
    const second = await open({ terminal_id });
    expect(await report(second.id)).toMatchObject({
      sales: { count: 0 },
      late: { sales: { count: 1, total: 150 }, tenders: [{ tender: 'cash', amount: 150 }] },
    });
    await sell(second.id);
    const sold = { ...late, cash_session_id: second.id, occurred_at: second.opened_at };
    const numbers = ['T01-000009', 'T01-000010'];
    await shop.client.syncSales({
      body: {
        device_time: second.opened_at,
        sales: numbers.map((receipt_number) => ({ ...sold, client_id: randomUUID(), receipt_number })),
      } as never,
    });
    const z2 = await close(second.id);
    expect(z2.sales.receipts).toEqual([
      { count: 2, first: 'T01-000009', last: 'T01-000010' },
      { count: 1, first: z2.sales.first_number, last: z2.sales.first_number },
    ]);
    expect(z2).toMatchObject({
      number: 2,
      sales: { count: 3, total: 450 },
      late: { sales: { count: 1, total: 150 }, tenders: [{ tender: 'cash', amount: 150 }] },
      perpetual: { sales: 600, refunds: 0, net: 600 },
      tenders: [{ tender: 'cash', expected: 450 }],
    });
    expect(verify(z2)).toBe(true);
    expect(await close((await open({ terminal_id })).id)).toMatchObject({
      number: 3,
      late: { sales: { count: 0, total: 0 }, tenders: [] },
      perpetual: { sales: 600 },
    });
  });
});

describe('a Z report', () => {
  test("is never changed or deleted, not even by the database's owner", async () => {
    const { id } = await open();
    await close(id);
    for (const sql of [
      `UPDATE z_reports SET number = 9 WHERE session_id = '${id}'`,
      `DELETE FROM z_reports WHERE session_id = '${id}'`,
      'TRUNCATE z_reports',
      `UPDATE cash_sessions SET status = 'open', closed_at = NULL, z_report_id = NULL WHERE id = '${id}'`,
    ]) {
      await expect(service.query(sql), sql).rejects.toThrow(/never/);
    }
  });
});
