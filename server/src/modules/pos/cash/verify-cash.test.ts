import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';
import { openTill } from '../../../../test/kit/till.ts';
import { runChecks } from '../../../store/index.ts';
import { cashChecks } from './verify-cash.queries.ts';

let service: TestService;
let shop: TestMerchant;
const sessions: string[] = [];

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
  const till = openTill(shop);
  const rice = await till.goods();
  const terminal_id = (await shop.client.createTerminal({ body: { name: 'Front till' } })).data.id;
  for (let day = 0; day < 3; day += 1) {
    const { id } = (await shop.client.openCashSession({ body: { terminal_id, opening_float: 10 } })).data;
    await till.sell(rice, { cash_session_id: id });
    await shop.client.closeCashSession({
      params: { id },
      body: { counted: [{ tender: 'cash', amount: 160 }] },
    });
    sessions.push(id);
  }
});
afterAll(() => service[Symbol.asyncDispose]());

const broken = async () =>
  (await runChecks(service.server.runtime.context.store.system, cashChecks))
    .map(({ check }) => check.replace('verify.', ''))
    .toSorted();

/** Does what nobody can through the service, looks, and takes it back. */
async function tampered(sql: string, ...values: readonly unknown[]): Promise<readonly string[]> {
  await service.query('CREATE TABLE kept_reports AS SELECT * FROM z_reports');
  await service.query('ALTER TABLE z_reports DISABLE TRIGGER z_reports_stay');
  await service.query(sql, values);
  const found = await broken();
  await service.query('DELETE FROM z_reports');
  await service.query('INSERT INTO z_reports SELECT * FROM kept_reports');
  await service.query('ALTER TABLE z_reports ENABLE TRIGGER z_reports_stay');
  await service.query('DROP TABLE kept_reports');
  return found;
}

test('drawers that were opened, used and closed hold what is promised', async () => {
  expect(await broken()).toEqual([]);
});

test('a report that was taken away, changed or numbered anew does not', async () => {
  expect(await tampered('DELETE FROM z_reports WHERE session_id = $1', sessions[1])).toEqual([
    'closedDrawersHaveTheirReport',
    'zReportsAddUp',
    'zReportsAreChained',
    'zReportsHaveNoGap',
  ]);
  expect(
    await tampered(
      `UPDATE z_reports SET body = replace(body, '"counted":160', '"counted":100') WHERE session_id = $1`,
      sessions[1],
    ),
  ).toEqual(['zReportsAreChained']);
  expect(
    await tampered(
      `UPDATE z_reports SET perpetual_sales_minor = perpetual_sales_minor - 1 WHERE session_id = $1`,
      sessions[2],
    ),
  ).toEqual(['zReportsAddUp']);
  expect(await broken()).toEqual([]);
});

test('money that was written into a closed drawer, or taken out of one, does not', async () => {
  const [id] = sessions;
  await service.query(
    `UPDATE cash_entries SET amount_minor = amount_minor - 100 WHERE session_id = $1 AND kind = 'sale'`,
    [id],
  );
  expect(await broken()).toEqual(['zReportsExpectWhatWasEntered']);
  await service.query(
    `UPDATE cash_entries SET amount_minor = amount_minor + 100 WHERE session_id = $1 AND kind = 'sale'`,
    [id],
  );
  await service.query(
    `INSERT INTO cash_entries (merchant_id, livemode, session_id, id, kind, tender, amount_minor, late, occurred_at, recorded_at) SELECT merchant_id, livemode, id, 'cmv_sneaked', 'sale', 'card', 500, false, now(), now() FROM cash_sessions WHERE id = $1`,
    [id],
  );
  expect(await broken()).toEqual(['zReportsTellEveryTender']);
  await service.query(`DELETE FROM cash_entries WHERE id = 'cmv_sneaked'`);
  await service.query(
    `UPDATE cash_entries SET amount_minor = 900 WHERE session_id = $1 AND kind = 'opening'`,
    [id],
  );
  expect(await broken()).toEqual(['floatsAreEntered', 'zReportsExpectWhatWasEntered']);
});
