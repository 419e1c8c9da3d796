import { moduleOf } from '../core/module.ts';
import { housekeepingLoops } from './housekeeping-loops.ts';
import type { Merchants } from './open-merchants.ts';
import * as operations from './operations.ts';
import { verifyMerchants } from './verify-merchants.ts';

export const merchantModule = moduleOf<Merchants>()({
  operations,
  loops: housekeepingLoops,
  verify: verifyMerchants,
});
