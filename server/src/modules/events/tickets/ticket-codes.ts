import type { Tenant } from '../../../kernel/call/tenant.ts';
import type { Vault } from '../../../kernel/secrets/vault.ts';

/** The purpose under which codes are sealed and fingerprinted. */
export const TICKET_CODE = 'tickets.code';

/** 128 bits of the fingerprint: as good as the whole. */
export const NAME_BYTES = 16;
const HEAD_LENGTH = 3;

/** A code as its ticket keeps it. */
export type KeptCode = { readonly code: string; readonly code_sealed: Buffer | null };
export type SealedCode = { readonly code: string; readonly code_sealed: Buffer; readonly code_head: string };

/** What the database gets of a code: a name by which it is found, and the code where only we can read it. */
export function sealCode(vault: Vault, tenant: Tenant, code: string): SealedCode {
  return {
    code: nameOf(vault.fingerprint(TICKET_CODE, ...codeParts(tenant, code))),
    code_sealed: vault.seal(code, TICKET_CODE),
    code_head: headOf(code),
  };
}

/** The code that a ticket keeps; one from before it was sealed stands there as it is. */
export function openCode(vault: Vault, { code, code_sealed: sealed }: KeptCode): string {
  return sealed === null ? code : vault.open(sealed, TICKET_CODE).toString();
}

/** All that a code may be found by: its name under every key that still opens, and itself where it was not sealed yet. */
export function namesOfCode(vault: Vault, tenant: Tenant, code: string): readonly string[] {
  return [...vault.fingerprints(TICKET_CODE, ...codeParts(tenant, code)).map(nameOf), code];
}

/** What is fingerprinted of a code. */
export function codeParts({ merchantId, livemode }: Tenant, code: string): readonly string[] {
  return [merchantId, livemode ? 'live' : 'test', code];
}

/** By which the start of a code is searched for. */
export function headOf(code: string): string {
  return code.slice(0, HEAD_LENGTH);
}

function nameOf(fingerprint: Buffer): string {
  return fingerprint.subarray(0, NAME_BYTES).toString('hex');
}
