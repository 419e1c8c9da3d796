import type { Call, MerchantProfile } from '../../core/call.ts';
import type { Tenant } from '../../core/tenant.ts';

/** What recurs, as if its merchant had asked for it at this moment. */
export function callForRecurring({
  tenant,
  merchant,
  now,
}: {
  readonly tenant: Tenant;
  readonly merchant: MerchantProfile;
  readonly now: Date;
}): Call {
  return {
    requestId: 'recurring',
    caller: {
      keyId: 'recurring',
      keyFamily: 'recurring',
      kind: 'secret',
      session: null,
      scopes: ['*'],
      origins: [],
      ipRanges: [],
      tenant,
      merchant,
      clock: null,
    },
    tenant,
    now,
    idempotency: null,
    ifMatch: null,
    stream: null,
    address: '',
    scannerToken: null,
    terminalToken: null,
    clientSecret: null,
  };
}
