import { exampleSale, exampleVoidedSale } from '../pos/sales/sale-examples.ts';
import { Sale } from '../pos/sales/sale-schema.ts';
import type { EventDescription } from './event-description.ts';

const refunded = {
  ...exampleSale,
  status: 'partially_refunded',
  amount_refunded: 150,
  items: [{ ...exampleSale.items[0], quantity_refunded: 1 }],
  version: 2,
  updated_at: '2026-11-22T10:00:00.000Z',
};

/** What is told of sales: each as GET shows it after what happened. */
export const saleEvents = {
  'pos.sale.completed': {
    kind: 'pos.sale.completed',
    default: true,
    summary: 'A sale was paid for and completed.',
    data: Sale,
    example: exampleSale,
  },
  'pos.sale.voided': {
    kind: 'pos.sale.voided',
    default: true,
    summary: 'A completed sale was taken back at once.',
    data: Sale,
    example: exampleVoidedSale,
  },
  'pos.sale.refunded': {
    kind: 'pos.sale.refunded',
    default: true,
    summary: 'A sale was refunded, wholly or in part.',
    data: Sale,
    example: refunded,
  },
} as const satisfies Record<string, EventDescription>;
