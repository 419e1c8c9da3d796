import type { Currency } from '@cottontree/contract';

/** Where WebPay is offered, by the part of its path that names the country. `dev` is the sandbox, which knows the currency OUV alone. */
export const ORANGE_COUNTRIES: Readonly<Record<string, Currency | null>> = Object.freeze({
  sl: 'SLE',
  bf: 'XOF',
  ci: 'XOF',
  gn: 'GNF',
  lr: 'LRD',
  ml: 'XOF',
  ne: 'XOF',
  sn: 'XOF',
  dev: null,
});

/** What the sandbox counts in, whatever we do. */
export const SANDBOX_CURRENCY = 'OUV';

/** What the account's country pays in; null: any, in the sandbox. */
export function orangeCurrency(settings: Readonly<Record<string, string>>): Currency | null {
  return ORANGE_COUNTRIES[orangeCountry(settings)] ?? null;
}

export function orangeCountry(settings: Readonly<Record<string, string>>): string {
  return settings['country'] ?? 'sl';
}
