export { drawerAccount } from './drawer-account.ts';
export * as ledgerOperations from './operations.ts';
export { post, postingStatements } from './post.queries.ts';
export { verifyLedger } from './verify-ledger.ts';
export { postingsToJson, type Entry, type Posting } from './posting.ts';
