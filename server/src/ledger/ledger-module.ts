import type { Context } from '../core/context.ts';
import { moduleOf } from '../core/module.ts';
import * as operations from './operations.ts';
import { verifyLedger } from './verify-ledger.ts';

export const ledgerModule = moduleOf<Context>()({ operations, verify: verifyLedger });
