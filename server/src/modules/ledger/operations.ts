export { getBalance } from './get-balance.ts';
export { listLedgerEntries } from './list-ledger-entries.ts';
