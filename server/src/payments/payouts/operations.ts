export { createPayout } from './create-payout.ts';
export { failPayout, markPayoutPaid } from './end-payout-by-hand.ts';
export { getPayout } from './get-payout.ts';
export { listDispatchPayouts } from './list-dispatch-payouts.ts';
export { listPayouts } from './list-payouts.ts';
