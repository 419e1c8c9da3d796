import type { Sale } from '@cottontree/contract';

/** What a sale is called: by its receipt where a till gave it one. */
export function numberOf({ receipt_number, number }: Sale): string {
  return receipt_number ?? number ?? '';
}
