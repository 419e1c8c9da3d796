export { reportSales } from './report-sales.ts';
export { reportZ } from './report-z.ts';
