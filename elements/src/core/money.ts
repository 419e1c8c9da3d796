/** Decimals and the sign people read; the same as the server's. */
const CURRENCIES: Readonly<Record<string, readonly [decimals: number, sign: string]>> = {
  SLE: [2, 'NLe'],
  EUR: [2, '€'],
  GBP: [2, '£'],
  GHS: [2, 'GH₵'],
  GMD: [2, 'D'],
  GNF: [0, 'FG'],
  LRD: [2, 'L$'],
  NGN: [2, '₦'],
  TND: [3, 'DT'],
  USD: [2, 'US$'],
  XOF: [0, 'CFA'],
};

/** `NLe 1,150.50`; of a currency that is not known its code. */
export function formatAmount(amount: number, currency: string): string {
  const decimals = CURRENCIES[currency]?.[0] ?? 2;
  return `${signOf(currency)} ${amount.toLocaleString('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })}`;
}

/** `NLe`; of a currency that is not known its code. */
export function signOf(currency: string): string {
  return CURRENCIES[currency]?.[1] ?? currency;
}

/** The least part of the currency, 100 for what has two decimals: sums are counted in it. */
export function partsOf(currency: string): number {
  return 10 ** (CURRENCIES[currency]?.[0] ?? 2);
}

/** What an amount has to be that can be asked for, after "needs amount"; null: it is that already. */
export function amountFault(amount: number, currency: string): string | null {
  if (!Number.isFinite(amount)) return 'as a number';
  if (amount <= 0) return 'above 0';
  const decimals = CURRENCIES[currency]?.[0];
  if (decimals === undefined || amount === Math.round(amount * 10 ** decimals) / 10 ** decimals) return null;
  return decimals === 0
    ? `without decimals (${currency})`
    : `with at most ${decimals} decimals (${currency})`;
}
