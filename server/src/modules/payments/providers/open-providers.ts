import type { Context } from '../../../kernel/call/context.ts';
import type { Loop } from '../../../kernel/running/loop.ts';
import type { AccountCache } from './account-cache.ts';
import { openAccountCache } from './accounts/open-account-cache.ts';
import { eraseAccounts } from './accounts/provider-accounts.queries.ts';
import { createProviderCatalogue } from './provider-catalogue.ts';
import type { PaymentProvider } from './provider.ts';

/** Why a URL cannot be registered, as a sentence; null when it can. */
export type JudgeProviderUrl = (
  url: string,
  mode: { readonly livemode: boolean },
) => Promise<{ readonly reason: string } | null>;

/** Through whom money can come in. */
export type Providers = {
  /** With whom merchants can have an account, by id. */
  readonly catalogue: ReadonlyMap<string, PaymentProvider>;
  readonly accounts: AccountCache;
  readonly judgeUrl: JudgeProviderUrl;
};

export type ProviderParts = {
  readonly judgeUrl: JudgeProviderUrl;
  readonly builtIns: readonly PaymentProvider[];
};

export function openProviders(
  context: Pick<Context, 'store' | 'vault'>,
  { judgeUrl, builtIns }: ProviderParts,
): Providers {
  const catalogue = createProviderCatalogue();
  return { catalogue, judgeUrl, accounts: openAccountCache(context, { builtIns, catalogue }) };
}

const SWEEP_EVERY_MS = 3_600_000;
/** The last look for a late success comes after three days. */
const KEPT_DELETED_MS = 7 * 86_400_000;

/** Erases the credentials of accounts that were deleted long enough ago. */
export function providerLoops({ world, store }: Context): readonly Loop[] {
  const turn = () => eraseAccounts(store.system, new Date(world.systemNow().getTime() - KEPT_DELETED_MS));
  return [{ name: 'provider-accounts', everyMs: SWEEP_EVERY_MS, irrevocable: true, turn }];
}
