export { createPayout } from './create-payout.ts';
export { failPayout, markPayoutPaid } from './end-payout-by-hand.ts';
export { getPayout, listDispatchPayouts, listPayouts } from './payouts.ts';
