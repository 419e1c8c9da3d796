export * from './get-balance.ts';
export * from './list-ledger-entries.ts';
