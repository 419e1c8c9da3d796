import type { Caller, MerchantProfile } from '../../kernel/call/call.ts';
import type { Context } from '../../kernel/call/context.ts';
import type { Loop } from '../../kernel/running/loop.ts';
import { createPhotoEncoder } from '../files/index.ts';
import { createAuthenticator } from './authenticate.ts';
import type { BrandCache } from './branding/brand-cache.ts';
import { openErasureWatch } from './erasure/erasure-watch.ts';
import { exchangeUsage, type SharedLimiter } from './exchange-usage.ts';
import { touchKeys } from './keys.queries.ts';
import type { MerchantRecord } from './merchants.queries.ts';
import type { FindPickup, Merchants, RunDue } from './module.ts';
import type { RequestRecorder } from './record-requests.ts';

/** Opens the merchants module: keys become callers here. */
export function openMerchants(
  context: Context,
  {
    brands,
    runDue,
    findPickup,
  }: { readonly brands: BrandCache; readonly runDue: RunDue; readonly findPickup: FindPickup },
): Merchants {
  return {
    ...context,
    authenticator: createAuthenticator(context),
    erasures: openErasureWatch(context),
    pictures: createPhotoEncoder(),
    brands,
    runDue,
    findPickup,
  };
}

type HttpLoopParts = { readonly recorder: RequestRecorder; readonly rateLimiter: SharedLimiter };

const RECORD_EVERY_MS = 1_000;
const TOUCH_EVERY_MS = 10_000;

/** What every node that answers requests must run. */
export function httpLoops(module: Merchants, { recorder, rateLimiter }: HttpLoopParts): readonly Loop[] {
  return [
    exchangeUsage(module, rateLimiter),
    {
      name: 'merchants.recordRequests',
      everyMs: RECORD_EVERY_MS,
      turn: () => recorder.flush().then(untilNextTime),
    },
    {
      name: 'merchants.touchKeys',
      everyMs: TOUCH_EVERY_MS,
      turn: () => flushUsedKeys(module).then(untilNextTime),
    },
  ];
}

async function flushUsedKeys({ authenticator, store }: Merchants): Promise<void> {
  const used = authenticator.takeUsed();
  if (used.size > 0) await touchKeys(store.system, used);
}

/** There is always more soon; gathered, it costs one statement. */
function untilNextTime(): number {
  return 0;
}

/** The operator acting for a merchant, with every right and no key. */
export function operatorFor(merchant: MerchantRecord, livemode: boolean): Caller {
  return {
    keyId: 'operator',
    keyFamily: 'operator',
    kind: 'secret',
    session: null,
    member: null,
    scopes: ['*'],
    origins: [],
    ipRanges: [],
    tenant: { merchantId: merchant.id, livemode },
    merchant: profileOf(merchant),
    clock: null,
  };
}

/** The merchant as every request needs it. */
function profileOf(merchant: MerchantRecord): MerchantProfile {
  return {
    id: merchant.id,
    name: merchant.name,
    storeName: merchant.store_name,
    country: merchant.country,
    timeZone: merchant.time_zone,
    currency: merchant.currency,
    status: merchant.status,
    readsPerSecond: merchant.reads_per_second,
    writesPerSecond: merchant.writes_per_second,
  };
}
