export { getPosRefund } from './get-pos-refund.ts';
export { listPosRefunds } from './list-pos-refunds.ts';
export { listSaleRefunds } from './list-sale-refunds.ts';
export { refundSale } from './refund-sale.ts';
