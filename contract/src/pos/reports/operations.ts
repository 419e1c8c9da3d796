import { reportSales } from './sales-report.ts';
import { reportZ } from './z-report.ts';

/** What was sold. */
export const reportsOperations = Object.freeze({ reportSales, reportZ });
