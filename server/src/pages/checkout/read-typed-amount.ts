import { currencies, type Currency } from '@cottontree/contract';

const GROUPED = /^[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/;
const DECIMAL = /^(\d*)[.,]?(\d*)$/;

/**
 * An amount as people type it into a form, as the API takes it; null where nobody can tell what is meant. Some keyboards
 * write a comma where the point belongs, and people write the currency with it. `tickets.js` adds up by the same rules.
 */
export function readTypedAmount(text: string, currency: Currency): string | null {
  const plain = text
    .replace(/^\s*[a-z]+\.|^[^\d.,-]+/i, '')
    .replace(/\s+[^\d.,]+$/, '')
    .replaceAll(/\s/g, '');
  if (isUnclear(plain, currencies[currency].decimals)) return null;
  if (GROUPED.test(plain)) return plain.replaceAll(',', '');
  const [, whole = '', fraction = ''] = DECIMAL.exec(plain) ?? [];
  if (whole + fraction === '') return null;
  return `${whole === '' ? '0' : whole}${fraction === '' ? '' : `.${fraction}`}`;
}

/** Three digits behind the only mark may be thousands as well as decimals: whoever guesses is wrong by a thousand times. */
function isUnclear(plain: string, decimals: number): boolean {
  return decimals === 3
    ? /^[1-9]\d{0,2},\d{3}$/.test(plain)
    : /^[1-9]\d*[.,]\d{3}$/.test(plain) && !GROUPED.test(plain);
}
