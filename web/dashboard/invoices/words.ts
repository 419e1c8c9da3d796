import { moneyText } from '../../kit/format/money.ts';
import { actTexts as a } from './act-texts.ts';
import type { InvoiceData } from './invoice-data.ts';
import { invoiceTexts as t } from './texts.ts';

/** Whom the invoice is for, in the fewest words. */
export function nameOf({ customer }: Pick<InvoiceData, 'customer'>): string {
  return customer.name ?? customer.phone ?? customer.email ?? t.nobody;
}

/** When a reminder goes out, seen from the day it is due. */
export function reminderText(daysFromDue: number, channel: string): string {
  const when = daysFromDue === 0 ? t.onDay : daysFromDue < 0 ? t.before(-daysFromDue) : t.after(daysFromDue);
  return `${wayText(channel)}, ${when}`;
}

/** How an invoice reaches somebody, in words. */
export function wayText(channel: string): string {
  return { email: a.email, sms: a.sms, whatsapp: a.whatsapp, link: a.link }[channel] ?? channel;
}

type Fee = {
  readonly type: string;
  readonly value: number | string;
  readonly after_days: number;
};

/** What is added when it is paid late. */
export function feeText({ type, value, after_days }: Fee, currency: string): string {
  return t.feeAfter(type === 'percent' ? `${value} %` : moneyText(value, currency), after_days);
}
