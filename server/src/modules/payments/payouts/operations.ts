export * from './create-payout.ts';
export * from './end-payout-by-hand.ts';
export * from './payouts.ts';
