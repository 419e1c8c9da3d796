import type { Vault } from '../../../../kernel/secrets/vault.ts';
import { sameBytes } from '../../../../kernel/secrets/vault.ts';

const PURPOSE = 'test-provider-callback';
const TOKEN_BYTES = 16;

/** The unguessable part of the URL to which the test provider sends a merchant's callbacks. */
export function testCallbackToken(vault: Vault, merchantId: string): string {
  return `${merchantId}-${vault.fingerprint(PURPOSE, merchantId).subarray(0, TOKEN_BYTES).toString('hex')}`;
}

/** Whose callbacks come there; null where the token is not one of ours. */
export function readTestCallbackToken(vault: Vault, token: string): string | null {
  const [merchantId = '', proof = ''] = token.split('-');
  const given = Buffer.from(proof, 'hex');
  const known = vault
    .fingerprints(PURPOSE, merchantId)
    .some((expected) => sameBytes(expected.subarray(0, TOKEN_BYTES), given));
  return known ? merchantId : null;
}
