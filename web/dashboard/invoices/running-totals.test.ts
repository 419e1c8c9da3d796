import { expect, test } from 'vitest';
import type { SettingsData } from './invoice-data.ts';
import { runningTotals } from './running-totals.ts';

const settings = { default_tax_rate: 15, default_tax_name: 'GST', tax_inclusive: false } as SettingsData;

test('a line’s own discount is in its amount alone; that of the whole stands beside them', () => {
  const items = [
    { quantity: '12', unit_price: '385' },
    { quantity: '6', unit_price: '410', discount: { type: 'percent', value: '5' } },
    { quantity: '1', unit_price: '35', tax_rate: '0' },
  ];
  const told = (discount?: object) =>
    runningTotals({ items, discount } as never, { settings, rounding: 'document', currency: 'SLE' });
  expect(told()).toMatchObject({ lines: [4620, 2337, 35], discount: 0, before: 6992, total: 8035.55 });
  const less = { type: 'fixed', value: '92' };
  expect(told(less)).toMatchObject({ lines: [4620, 2337, 35], discount: 92, before: 6900 });
});
