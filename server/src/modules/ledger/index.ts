export { drawerAccount } from './drawer-account.ts';
export { post, postingStatements } from './post.queries.ts';
export { verifyLedger } from './verify-ledger.ts';
export { postingsToJson, type Entry, type Posting } from './posting.ts';
export { ledgerModule } from './ledger-module.ts';
