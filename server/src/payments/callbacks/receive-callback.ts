import type { Payments } from '../open-payments.ts';
import type { ProviderCallback } from '../providers/provider.ts';
import { contextOf } from '../providers/provider-context.ts';
import { takeCallbacks } from './callbacks.queries.ts';

export type Callback = {
  readonly provider: string;
  readonly token: string;
  readonly callback: ProviderCallback;
};

/**
 * Takes in a callback: a hint at most, after which the provider is asked. False where nobody has such a token.
 * What cannot be read, and what was seen before, changes nothing.
 */
export async function receiveCallback(
  room: Payments,
  { provider, token, callback }: Callback,
): Promise<boolean> {
  const account = await room.accounts.findByCallback({ provider, token });
  if (account === null) return false;
  const now = room.world.now();
  const hints = (await account.provider.readCallback?.(contextOf(room, account, now), callback)) ?? [];
  if (hints.length === 0) return true;
  const asked = await takeCallbacks(room.store.of(account.tenant), account.tenant, {
    provider: account.provider.id,
    accountId: account.id,
    hints,
    now,
  });
  if (asked.length > 0) room.wake('payments.poll');
  return true;
}
