export { createClaim, getClaim, listClaims, listDispatchClaims, withdrawClaim } from './claims.ts';
export * from './decide-claim.ts';
