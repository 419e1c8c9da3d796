import { statusMoves } from '../../statuses.ts';
import type { SaleStatus } from '../words.ts';

/** Where a sale can go from each status. */
export const saleMoves: Readonly<Record<SaleStatus, readonly SaleStatus[]>> = statusMoves.sale;
