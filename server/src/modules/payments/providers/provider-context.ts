import type { Context } from '../../../kernel/call/context.ts';
import type { ProviderAccount } from './account-cache.ts';
import { createProviderContext } from './create-context.ts';
import type { ProviderContext } from './provider.ts';

/** What an adapter may use for one question about a payment. `at` is business time. */
export function contextOf(
  context: Pick<Context, 'world'>,
  account: ProviderAccount,
  at: Date,
): ProviderContext {
  return { ...createProviderContext(context, account), now: at };
}
