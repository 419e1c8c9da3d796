import { currencies, formatMoney, type Currency } from '@cottontree/contract';

const MINUS = '\u2212';

/** An amount as paper has it: `NLe 1,150.50`; what is taken off with a real minus behind the sign. */
export function printedMoney(minor: bigint, currency: Currency): string {
  const sign = `${currencies[currency].sign} `;
  return minor < 0n
    ? formatMoney(-minor, currency).replace(sign, `${sign}${MINUS}`)
    : formatMoney(minor, currency);
}
