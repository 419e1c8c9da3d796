export { createEgress, type Egress, type EgressOptions } from './create-egress.ts';
export type { UrlVerdict } from './judge-url.ts';
export { readCertificate } from './read-certificate.ts';
