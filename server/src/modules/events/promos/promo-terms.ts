import type { PromoTerms } from '@cottontree/contract';
import type { PromoRow } from './promos.queries.ts';

/** What a promo code takes off. */
export function termsOf({ kind, value }: Pick<PromoRow, 'kind' | 'value'>): PromoTerms {
  return kind === 'percent' ? { kind, rate: value } : { kind: 'amount', minor: value };
}
