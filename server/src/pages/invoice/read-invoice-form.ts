import { formatMoney, parseAmount, type Currency } from '@cottontree/contract';
import type { InvoicePage } from '../../invoices/index.ts';
import { Misread } from '../checkout/misread.ts';
import type { View } from '../layout.ts';

/** How much a customer wants to pay, minor units; refuses in words for people what cannot be paid. */
export function readInvoiceAmount(
  { invoice, choices }: InvoicePage,
  form: Readonly<Record<string, string>>,
  { texts: { invoices: texts, pay } }: View,
): bigint {
  const currency = invoice.currency;
  if (choices === null) throw new Misread(texts.nothingDue, null);
  const wanted = form['amount'] ?? 'full';
  if (wanted === 'full') return choices.full;
  if (wanted === 'deposit' && choices.deposit !== null) return choices.deposit;
  if (wanted !== 'other' || choices.part === null) throw new Misread(texts.nothingDue, 'amount');
  const minor = readOwn(form['own_amount'] ?? '', currency, pay.link);
  const least = choices.part.least;
  if (minor < least) throw new Misread(texts.tooSmall(formatMoney(least, currency)), 'own_amount');
  if (minor > choices.full)
    throw new Misread(texts.tooLarge(formatMoney(choices.full, currency)), 'own_amount');
  return minor;
}

/** Some keyboards write a comma where the point belongs, and people write the currency with it. */
function readOwn(text: string, currency: Currency, texts: View['texts']['pay']['link']): bigint {
  const written = text
    .replace(/^[^\d-]+/, '')
    .replaceAll(/\s/g, '')
    .replace(/,(?=\d{1,2}$)/, '.')
    .replaceAll(',', '');
  if (written === '') throw new Misread(texts.amountMissing, 'own_amount');
  const parsed = parseAmount(written, currency);
  if (!parsed.ok || parsed.minor <= 0n) throw new Misread(texts.amountWrong, 'own_amount');
  return parsed.minor;
}
