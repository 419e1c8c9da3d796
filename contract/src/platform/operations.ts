import { listPlatformActs } from './acts.ts';
import { listDispatchSettlements } from '../shipping/cod/counting.ts';
import { getPlatformHealth } from './health.ts';
import {
  createPlatformMerchant,
  getPlatformMerchant,
  inviteOwner,
  listPlatformMerchants,
  reinstateMerchant,
  suspendMerchant,
  updatePlatformMerchant,
} from './merchants.ts';

/** What the platform's people do for all merchants. */
export const platformOperations = {
  listPlatformMerchants,
  createPlatformMerchant,
  getPlatformMerchant,
  updatePlatformMerchant,
  suspendMerchant,
  reinstateMerchant,
  inviteOwner,
  listPlatformActs,
  getPlatformHealth,
  listDispatchSettlements,
} as const;
