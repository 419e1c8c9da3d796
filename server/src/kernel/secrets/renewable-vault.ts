import { createVault, keyIdOf, type Vault } from './vault.ts';

export type Keys = { readonly current: Buffer; readonly previous: readonly Buffer[] };

/**
 * A vault whose keys are kept where another process may renew them. It reads them again when told to, and when it meets
 * what is sealed under a key it does not know, so that a rotation needs no restart.
 */
export function createRenewableVault(
  randomBytes: (length: number) => Buffer,
  keys: { readonly now: Keys; readonly readAgain: () => Keys | null },
): Vault {
  let inner = createVault(randomBytes, keys.now.current, keys.now.previous);

  function refresh(): void {
    const fresh = keys.readAgain();
    if (fresh) inner = createVault(randomBytes, fresh.current, fresh.previous);
  }

  return {
    get keyId() {
      return inner.keyId;
    },
    get keyIds() {
      return inner.keyIds;
    },
    refresh,
    seal: (plain, purpose) => inner.seal(plain, purpose),
    open(sealed, purpose) {
      if (!inner.keyIds.includes(keyIdOf(sealed))) refresh();
      return inner.open(sealed, purpose);
    },
    fingerprint: (purpose, ...parts) => inner.fingerprint(purpose, ...parts),
    fingerprints: (purpose, ...parts) => inner.fingerprints(purpose, ...parts),
    macKey: (purpose) => inner.macKey(purpose),
  };
}
