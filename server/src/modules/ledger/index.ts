export { drawerAccount, postingsToJson, type Entry, type Posting } from './posting.ts';
export { balancesOfAccounts, lyingWithProviders, post, postingStatements } from './ledger.queries.ts';
export { ledgerModule, verifyLedger } from './ledger-module.ts';
