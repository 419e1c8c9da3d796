import type { CashDeposit } from '@cottontree/contract';

/** What a courier's phone calls cash that was handed in, so that both speak of the same. */
export function slipOf({ id }: Pick<CashDeposit, 'id'>): string {
  return id.slice(-4).toUpperCase();
}
