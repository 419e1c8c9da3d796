export { createEgress } from './create-egress.ts';
export type { Egress, EgressOptions } from './create-egress.ts';
export type { UrlVerdict } from './judge-url.ts';
