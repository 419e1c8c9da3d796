export { createClaim } from './create-claim.ts';
export * from './decide-claim.ts';
export * from './claims.ts';
