import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';
import { readSnapshot } from '../../../store/index.ts';
import { verifyInvoices } from '../invoice-module.ts';

let service: TestService;
let shop: TestMerchant;
beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
  const template = {
    customer: { name: 'Aminata', phone: '076 123456' },
    items: [{ description: 'Work', unit_price: 10 }],
  };
  await shop.client.createRecurringInvoice({ body: { frequency: 'daily', template, auto_finalize: true } });
  service.advance(86_400_000);
  await service.drain();
});
afterAll(() => service[Symbol.asyncDispose]());

const broken = async () =>
  (await readSnapshot(service.server.runtime.ownerConnection, verifyInvoices))
    .map(({ check }) => check)
    .sort();

test('what was made in order is found in order', async () => {
  expect(await broken()).toEqual([]);
  expect(await service.query('SELECT made FROM recurring_invoices')).toMatchObject([
    { made: expect.any(Number) },
  ]);
});

type Harm = { readonly what: string; readonly harm: string; readonly mend: string; readonly found: string };

test.each<Harm>([
  {
    what: 'a period that was lost',
    harm: 'UPDATE recurring_invoices SET made = made + 1',
    mend: 'UPDATE recurring_invoices SET made = made - 1',
    found: 'verify.periodsOfRecurringInvoicesAreCounted',
  },
  {
    what: 'an invoice of no period',
    harm: `UPDATE invoices SET recurring_invoice_id = 'rinv_x'`,
    mend: `UPDATE invoices i SET recurring_invoice_id = (SELECT recurring_invoice_id FROM recurring_invoice_periods p WHERE p.invoice_id = i.id)`,
    found: 'verify.recurringInvoicesHaveTheirPeriod',
  },
  {
    what: 'a fee that came twice',
    harm: `UPDATE invoices SET late_fee_total = 2, late_fees = '[{"period":1,"amount":1,"at":"x"},{"period":1,"amount":1,"at":"x"}]'`,
    mend: `UPDATE invoices SET late_fee_total = 0, late_fees = '[]'`,
    found: 'verify.lateFeesComeOnceAPeriod',
  },
  {
    what: 'a reminder of what is void',
    harm: `UPDATE invoices SET status = 'void', next_reminder_at = now()`,
    mend: `UPDATE invoices SET status = 'open', next_reminder_at = NULL`,
    found: 'verify.nobodyIsRemindedOfWhatIsOver',
  },
])('$what is found', async ({ harm, mend, found }) => {
  await service.query(harm);
  expect(await broken()).toContain(found);
  await service.query(mend);
  expect(await broken()).toEqual([]);
});
