export { createClaim } from './create-claim.ts';
export { decideClaim } from './decide-claim.ts';
export { getClaim, listClaims, listDispatchClaims, withdrawClaim } from './claims.ts';
