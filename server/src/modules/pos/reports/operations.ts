export * from './report-sales.ts';
export * from './report-z.ts';
