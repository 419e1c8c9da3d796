export { drawerAccount, postingsToJson, type Entry, type Posting } from './posting.ts';
export { balancesOfAccounts, lyingWithProviders } from './entries.queries.ts';
export { post, postingStatements } from './post.queries.ts';
export { ledgerModule, verifyLedger } from './ledger-module.ts';
