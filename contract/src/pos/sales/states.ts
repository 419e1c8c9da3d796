import type { SaleStatus } from '../words.ts';

/**
 * Where a sale can go from each status. A parked sale that is paid for or given up is opened by that; an expired one is
 * completed by money that comes late, while there is stock.
 */
export const saleMoves: Readonly<Record<SaleStatus, readonly SaleStatus[]>> = Object.freeze({
  parked: ['open', 'pending_payment', 'completed', 'cancelled'],
  open: ['parked', 'pending_payment', 'completed', 'cancelled'],
  pending_payment: ['completed', 'open', 'expired'],
  completed: ['voided', 'partially_refunded', 'refunded'],
  partially_refunded: ['partially_refunded', 'refunded'],
  refunded: [],
  voided: [],
  cancelled: [],
  expired: ['completed'],
});
