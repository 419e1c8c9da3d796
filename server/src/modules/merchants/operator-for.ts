import type { Caller, MerchantProfile } from '../../kernel/call/call.ts';
import type { MerchantRecord } from './merchants.queries.ts';

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
