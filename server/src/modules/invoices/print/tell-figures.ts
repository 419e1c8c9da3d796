import { currencies, parseSignedAmount, type Currency } from '@cottontree/contract';
import { printedMoney } from '../../../kernel/money/printed-money.ts';

/** An amount as the API answers it, for people: "NLe 1,150.50". */
export function tellMoney(amount: number, currency: Currency): string {
  return printedMoney(minorOf(amount, currency), currency);
}

/** The same without the sign of its currency, for the columns of a table: "1,150.50". */
export function tellBare(amount: number, currency: Currency): string {
  return tellMoney(amount, currency).replace(`${currencies[currency].sign} `, '');
}

export function tellMinus(amount: number, currency: Currency): string {
  return printedMoney(-minorOf(amount, currency), currency);
}

/** The difference of two amounts of an answer, without a float in between. */
export function lessBare(amount: number, taken: number, currency: Currency): string {
  return printedMoney(minorOf(amount, currency) - minorOf(taken, currency), currency).replace(
    `${currencies[currency].sign} `,
    '',
  );
}

/** The same in money. */
export function lessMoney(amount: number, taken: number, currency: Currency): string {
  return printedMoney(minorOf(amount, currency) - minorOf(taken, currency), currency);
}

/** "21 Nov 2026" of a day on a calendar, whatever the zone. */
export function tellDate(day: string): string {
  return tellDateOf(new Date(`${day}T00:00:00Z`), 'UTC');
}

/** The day of a moment where the merchant is. */
export function tellDateOf(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone })
    .format(at)
    .replace('Sept', 'Sep');
}

function minorOf(amount: number, currency: Currency): bigint {
  const parsed = parseSignedAmount(amount, currency);
  if (!parsed.ok) throw new Error(`An amount of an invoice ${parsed.message}.`);
  return parsed.minor;
}
