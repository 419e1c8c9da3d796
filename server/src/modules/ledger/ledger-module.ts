import type { Context } from '../../kernel/call/context.ts';
import { moduleOf } from '../../kernel/call/module.ts';
import * as operations from './operations.ts';
import { verifyLedger } from './verify-ledger.ts';

export const ledgerModule = moduleOf<Context>()({ operations, verify: verifyLedger });
