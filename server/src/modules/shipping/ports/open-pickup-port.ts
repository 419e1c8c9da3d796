import type { Merchant } from '@cottontree/contract';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import type { Shipping } from '../module.ts';

/** Tells others where a merchant's parcels are fetched unless a request says otherwise. */
export function openPickupPort({ findPlace }: Pick<Shipping, 'findPlace'>) {
  return async (tenant: Tenant): Promise<Merchant['default_pickup']> => {
    const place = await findPlace({ tenant, id: null });
    return place ? { id: place.id, address: place.address, city: place.city } : null;
  };
}
