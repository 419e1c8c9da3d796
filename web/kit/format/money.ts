/** How a currency is shown; others stand by their code. */
const SIGNS: Readonly<Record<string, string>> = { SLE: 'NLe' };
const MINUS = '−';

/** The sign that stands before an amount. */
export function currencySign(currency: string): string {
  return SIGNS[currency] ?? currency;
}

/** Decimals of a currency by ISO 4217, as the browser knows them. */
export function decimalsOf(currency: string): number {
  if (currency === 'SLE') return 2;
  try {
    return (
      new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ??
      2
    );
  } catch {
    return 2;
  }
}

/** `1,150.50`, in full and with the currency's decimals; never rounded to fewer. */
export function amountText(amount: number | string, currency: string): string {
  const decimals = decimalsOf(currency);
  const value = Number(amount);
  const text = Math.abs(value).toLocaleString('en', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: Math.max(decimals, 2),
  });
  return value < 0 ? `${MINUS}${text}` : text;
}

/** `NLe 1,150.50`, for where no part can stand: titles, labels of readers. */
export function moneyText(amount: number | string, currency: string): string {
  return `${currencySign(currency)} ${amountText(amount, currency)}`;
}
