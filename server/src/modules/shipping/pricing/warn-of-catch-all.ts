import type { DeliveryWarning } from '@cottontree/contract';
import type { ZoneIndex } from '../coverage/compile-zones.ts';
import { nearNames } from '../coverage/near-names.ts';
import type { Location } from '../coverage/resolve-location.ts';

type Ends = { readonly pickup: Location; readonly delivery: Location };

/** A warning for each end that only the zone for everywhere else takes, with the names that its city may be a misspelling of. */
export function warnOfCatchAll(index: ZoneIndex, { pickup, delivery }: Ends): readonly DeliveryWarning[] {
  const ends = [
    { address: 'pickup', field: 'pickup_city', place: pickup },
    { address: 'destination', field: 'delivery_city', place: delivery },
  ] as const;
  return ends
    .filter(({ place }) => place.zone.id === index.catchAll?.id)
    .map(({ address, field, place }) => {
      const near = place.city === place.zone.name ? [] : nearNames(index.names, place.city);
      return {
        code: 'CATCH_ALL_ZONE',
        message: `${field} "${place.city}" is in no town or area we know, so the price is that of ${place.zone.name}.${near.length > 0 ? ` Did you mean ${near.join(' or ')}?` : ''}`,
        address,
        did_you_mean: [...near],
      };
    });
}
