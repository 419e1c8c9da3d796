export { getPosRefund, listPosRefunds } from './pos-refunds.ts';
export { listSaleRefunds } from './list-sale-refunds.ts';
export { refundSale } from './refund-sale.ts';
