import { moduleOf } from '../core/module.ts';
import { accountLoops, sessionLoops } from './account-loops.ts';
import type { Accounts } from './open-accounts.ts';
import * as operations from './operations.ts';
import { verifyAccounts } from './verify-accounts.ts';

export const accountModule = moduleOf<Accounts>()({
  operations,
  answering: sessionLoops,
  loops: accountLoops,
  verify: verifyAccounts,
});
