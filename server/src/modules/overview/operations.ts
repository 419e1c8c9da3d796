export * from './get-overview.ts';
export * from './search.ts';
