/** Whose data: one merchant in one mode. Every query names both. */
export type Tenant = { readonly merchantId: string; readonly livemode: boolean };

/** The two columns that every tenant row begins with. */
export function keyOf(tenant: Tenant): { readonly merchant_id: string; readonly livemode: boolean } {
  return { merchant_id: tenant.merchantId, livemode: tenant.livemode };
}

/** Stands for the platform where a merchant's id would stand; no merchant has this id. */
export const PLATFORM_ID = 'platform';

/** Of which mode a thing is, as answers tell it: `test` says the opposite until 2.0. */
export function showMode(livemode: boolean): { readonly livemode: boolean; readonly test: boolean } {
  return { livemode, test: !livemode };
}
