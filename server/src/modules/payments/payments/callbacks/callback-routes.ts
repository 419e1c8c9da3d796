import type { RawRequest, RawRoute } from '../../../../kernel/call/page-route.ts';
import type { Payments } from '../../module.ts';
import { contextOf } from '../../providers/create-context.ts';
import type { ProviderCallback } from '../../providers/provider.ts';
import { takeCallbacks } from './callbacks.queries.ts';

const BODY_BYTES_MAX = 65_536;

/** Where providers send their callbacks. Whoever knows the token can make us ask the provider, and nothing else. */
export function callbackRoutes(module: Payments): readonly RawRoute[] {
  const path = '/callbacks/:provider/:token';
  const handle = async ({ params, body, headers, query }: RawRequest) => {
    const { provider = '', token = '' } = params;
    const known = await receiveCallback(module, { provider, token, callback: { body, headers, query } });
    return known ? { status: 200, body: 'OK' } : { status: 404, body: 'NOT_FOUND' };
  };
  return [
    { method: 'POST', path, bodyBytesMax: BODY_BYTES_MAX, handle },
    // MTN MoMo puts.
    { method: 'PUT', path, bodyBytesMax: BODY_BYTES_MAX, handle },
    // Some providers only say in the query that there is news.
    { method: 'GET', path, bodyBytesMax: BODY_BYTES_MAX, handle },
  ];
}

type Callback = {
  readonly provider: string;
  readonly token: string;
  readonly callback: ProviderCallback;
};

/**
 * Takes in a callback: a hint at most, after which the provider is asked. False where nobody has such a token.
 * What cannot be read, and what was seen before, changes nothing.
 */
export async function receiveCallback(
  module: Payments,
  { provider, token, callback }: Callback,
): Promise<boolean> {
  const account = await module.accounts.findByCallback({ provider, token });
  if (account === null) return false;
  const now = module.world.now();
  const hints = (await account.provider.readCallback?.(contextOf(module, account, now), callback)) ?? [];
  if (hints.length === 0) return true;
  const asked = await takeCallbacks(module.store.of(account.tenant), account.tenant, {
    provider: account.provider.id,
    accountId: account.id,
    hints,
    now,
  });
  if (asked.length > 0) module.wake('payments.poll');
  return true;
}
