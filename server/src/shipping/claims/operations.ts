export { createClaim } from './create-claim.ts';
export { decideClaim } from './decide-claim.ts';
export { getClaim } from './get-claim.ts';
export { listClaims } from './list-claims.ts';
export { listDispatchClaims } from './list-dispatch-claims.ts';
export { withdrawClaim } from './withdraw-claim.ts';
