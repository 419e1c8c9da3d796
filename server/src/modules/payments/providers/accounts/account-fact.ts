import type { AccountChange } from '@cottontree/contract';
import { type Fact, newFact } from '../../../../outbox/index.ts';

export type AccountNews = {
  readonly provider: string;
  readonly name: string | null;
  readonly changes: readonly AccountChange[];
  /** Which key did it. */ readonly keyId: string;
  readonly at: Date;
};

/** What the owner is told of an account that leads elsewhere from this version on. */
export function accountFact(
  { id, version }: { readonly id: string; readonly version: number },
  { provider, name, changes, keyId, at }: AccountNews,
): Fact {
  return newFact({
    kind: 'provider_account.changed',
    sequence: version,
    at: at.toISOString(),
    facts: { provider_account_id: id, provider, name, changes, key_id: keyId, changed_at: at.toISOString() },
  });
}
