import type { Operation } from '@cottontree/contract';
import type { Caller } from '../core/call.ts';
import { invalid } from '../core/failure.ts';

/** Refuses a body that names another merchant or mode than the key's: nothing would come of it but the wrong thing. */
export function refuseOtherTenant({ body: schema }: Operation, body: unknown, { tenant }: Caller): void {
  if (typeof body !== 'object' || body === null) return;
  const given = body as Readonly<Record<string, unknown>>;
  const named = (name: string): boolean => given[name] !== undefined && !(name in (schema?.properties ?? {}));
  const mode = tenant.livemode ? 'live' : 'test';
  if (named('mode') && given['mode'] === (tenant.livemode ? 'test' : 'live')) throw otherMode('mode', mode);
  if (named('livemode') && given['livemode'] !== tenant.livemode) throw otherMode('livemode', mode);
  if (named('merchant_id') && given['merchant_id'] !== tenant.merchantId)
    throw invalid({
      path: 'merchant_id',
      message: 'must be left out: it is that of the key which calls. Use a key of the other merchant',
    });
}

function otherMode(path: string, mode: 'live' | 'test') {
  return invalid({
    path,
    message: `must be left out: the key which calls is a ${mode} key, and does everything in that mode. Use a key of the other mode`,
  });
}
