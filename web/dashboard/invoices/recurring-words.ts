import type { RecurringData } from './invoice-data.ts';
import type { Written } from './invoice-form.ts';
import { recurringTexts as r } from './recurring-texts.ts';
import { invoiceTexts as t } from './texts.ts';

export const FREQUENCIES = ['daily', 'weekly', 'monthly', 'yearly'] as const;

/** How often: `Every month`, `Every 2 weeks`. */
export function oftenText({ frequency, interval }: Pick<RecurringData, 'frequency' | 'interval'>): string {
  const single = { daily: r.oneDay, weekly: r.oneWeek, monthly: r.oneMonth, yearly: r.oneYear };
  return interval === 1 ? single[frequency] : r.every(interval, r[frequency]);
}

/** What its invoices say. */
export function templateOf({ template }: Pick<RecurringData, 'template'>): Written {
  return template as Written;
}

/** In which money they are, where it says so. */
export function currencyOf({ currency }: RecurringData['template']): string | null {
  return typeof currency === 'string' ? currency : null;
}

/** Whom its invoices are for, as far as it says. */
export function whomOf(one: Pick<RecurringData, 'template'>): string {
  const { customer, customer_id } = templateOf(one);
  return customer?.['name'] ?? customer?.['phone'] ?? customer_id ?? t.nobody;
}

/** What it is called: by its name, or else by what its invoices say first. */
export function titleOf(one: Pick<RecurringData, 'name' | 'template'>): string {
  return one.name ?? (templateOf(one).items?.[0]?.description || r.unnamed);
}
