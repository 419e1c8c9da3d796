export { reportSales, reportZ } from './reports.ts';
