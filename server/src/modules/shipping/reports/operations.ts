export { reportCod } from './report-cod.ts';
export { reportDeliveries } from './report-deliveries.ts';
export { reportDrivers } from './report-drivers.ts';
export { reportFailures } from './report-failures.ts';
