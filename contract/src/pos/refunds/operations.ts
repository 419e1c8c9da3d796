import { getPosRefund, listPosRefunds, listSaleRefunds, refundSale } from './refunds.ts';

/** What comes back to the till. */
export const refundsOperations = Object.freeze({ refundSale, listSaleRefunds, listPosRefunds, getPosRefund });
