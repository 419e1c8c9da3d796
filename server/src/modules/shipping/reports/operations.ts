export * from './report-cod.ts';
export * from './report-deliveries.ts';
export * from './report-drivers.ts';
export * from './report-failures.ts';
