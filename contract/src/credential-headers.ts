/** What a caller with a public key may show beside it, each a header: it tells one device, till or buyer from another. Their order belongs to the space of Idempotency-Keys, so a new one comes last. */
export const credentialHeaders = ['X-Scanner-Token', 'X-Terminal-Token', 'X-Client-Secret'] as const;
export type CredentialHeader = (typeof credentialHeaders)[number];
