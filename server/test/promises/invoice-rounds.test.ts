import { afterAll, beforeAll, expect, test } from 'vitest';
import { invoiceBook } from '../kit/invoices.ts';
import { startProgram, type Program } from '../kit/program.ts';
import { createChance, figure, seed, tell } from '../kit/seed.ts';
import { startService, type TestMerchant, type TestService } from '../kit/service.ts';

const RECURRING = figure(30, 1_000);
const DAYS_BACK = 8;
const LATE = figure(60, 5_000);
const KILLS = figure(3, 25);
const LOOK_MS = 250;

let service: TestService;
let shop: TestMerchant;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
  await service.query('UPDATE merchants SET reads_per_second = 100000, writes_per_second = 100000');
});
afterAll(() => service[Symbol.asyncDispose]());

const customer = { name: 'Isatu', phone: '076 123456' };
const items = [{ description: 'Work', unit_price: 100 }];

/** What has been due for days, as after a standstill. */
async function letTimePass(): Promise<void> {
  for (let nth = 0; nth < RECURRING; nth += 1)
    await shop.client.createRecurringInvoice({
      body: { frequency: 'daily', template: { customer, items }, auto_finalize: true },
    });
  for (let nth = 0; nth < LATE; nth += 1)
    await shop.client.createInvoice({
      body: {
        customer,
        items,
        finalize: true,
        reminders: [{ days_from_due: 1, channel: 'sms' }],
        late_fee: { type: 'fixed', value: 2, after_days: 0, repeat_days: 2, max: 6 },
      },
    });
  const day = `to_char(now() AT TIME ZONE 'UTC' - interval '${DAYS_BACK} days', 'YYYY-MM-DD')`;
  await service.query(
    `UPDATE recurring_invoices SET start_date = ${day}, next_date = ${day}, next_at = now() - interval '${DAYS_BACK} days'`,
  );
  await service.query(
    `UPDATE invoices SET due_date = ${day}, issue_date = ${day}, overdue_at = now() - interval '7 days', next_late_fee_at = now() - interval '7 days', next_reminder_at = now() - interval '8 days' WHERE recurring_invoice_id IS NULL`,
  );
}

async function isDone(): Promise<boolean> {
  const [row] = await service.query(
    `SELECT (SELECT count(*) FROM recurring_invoices WHERE next_at <= now()) + (SELECT count(*) FROM invoices WHERE NOT overdue_told AND overdue_at <= now() AND status = 'open') AS left`,
  );
  return Number(row?.['left']) === 0;
}

test(
  `every period is billed once, every fee added once and everybody reminded once, though two nodes do it and are killed (seed ${seed})`,
  { timeout: 240_000 + RECURRING * 1_000 },
  async () => {
    const chance = createChance(seed);
    await letTimePass();
    const environment = { DATABASE_URL: service.databaseUrl };
    const nodes: [Program, Program] = [await startProgram(environment), await startProgram(environment)];
    let kills = 0;
    try {
      while (kills < KILLS || !(await isDone())) {
        await new Promise((resolve) => setTimeout(resolve, chance.between(1, LOOK_MS)));
        if (kills >= KILLS) continue;
        const victim = chance.between(0, 1);
        await nodes[victim]?.end('SIGKILL');
        kills += 1;
        nodes[victim] = await startProgram(environment);
      }
    } finally {
      await Promise.all(nodes.map((node) => node.end('SIGKILL')));
    }
    await service.drain();
    const periods = await service.query(
      'SELECT recurring_invoice_id, count(*)::int AS made, count(DISTINCT day)::int AS days, count(DISTINCT invoice_id)::int AS invoices FROM recurring_invoice_periods GROUP BY recurring_invoice_id',
    );
    expect(periods).toHaveLength(RECURRING);
    for (const { made, days, invoices } of periods) expect([days, invoices]).toEqual([made, made]);
    expect(new Set(periods.map(({ made }) => made)).size).toBe(1);
    const late =
      await service.query(`SELECT i.late_fee_total::int AS fees, jsonb_array_length(i.late_fees) AS periods, (SELECT count(*)::int FROM notices n WHERE n.entity = i.number) AS notices,
    (SELECT count(*)::int FROM webhook_messages m WHERE m.entity = i.id AND m.event = 'invoice.overdue') AS overdue FROM invoices i WHERE i.recurring_invoice_id IS NULL`);
    expect(late).toHaveLength(LATE);
    for (const row of late) expect(row).toEqual({ fees: 600, periods: 3, notices: 1, overdue: 1 });
    await invoiceBook(service, shop).expectWhole();
    tell(
      `Invoice rounds: ${RECURRING} × ${String(periods[0]?.['made'])} periods billed once, ${LATE} invoices with 3 late fees, one reminder and one word of being overdue each; ${kills} nodes killed`,
    );
  },
);
