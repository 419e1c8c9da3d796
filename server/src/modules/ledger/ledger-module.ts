import type { Context } from '../../kernel/call/context.ts';
import { moduleOf } from '../../kernel/call/module.ts';
import type { Violation } from '../../kernel/call/failure.ts';
import { runChecks, type Runner } from '../../store/index.ts';
import * as operations from './operations.ts';
import { ledgerChecks } from './ledger.queries.ts';

export const ledgerModule = moduleOf<Context>()({ operations, verify: verifyLedger });

/** What is promised of the ledger and does not hold in the books of any merchant. */
export async function verifyLedger(system: Runner): Promise<readonly Violation[]> {
  return runChecks(system, ledgerChecks);
}
