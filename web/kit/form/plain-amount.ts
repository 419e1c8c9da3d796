import { decimalsOf } from '../format/money.ts';

const WITH_THOUSANDS = /^-?\d{1,3}(,\d{3})+(\.\d*)?$/;

/** An amount without the commas between its thousands; with any other comma it stays as it is, to be refused. */
export function plainAmount(text: string): string {
  return WITH_THOUSANDS.test(text) ? text.replaceAll(',', '') : text;
}

/** How an amount stands in its field while nobody types there: `1250.5` as `1,250.50`. What is no amount of the currency stays as it was typed. */
export function amountInField(text: string, currency: string): string {
  const [, whole = '', part = ''] = /^0*(\d+)(?:\.(\d+))?$/.exec(plainAmount(text.trim())) ?? [];
  const decimals = decimalsOf(currency);
  if (whole === '' || part.length > decimals) return text;
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return decimals === 0 ? grouped : `${grouped}.${part.padEnd(decimals, '0')}`;
}
