import type { DriverStep } from '@cottontree/contract';
import type { ListedRow } from '../../deliveries/deliveries.queries.ts';
import { detailsOf } from '../../deliveries/present-delivery.ts';

/** What a courier can do now with a parcel, as a hint to the app; each step judges for itself. */
export function nextStepsOf(row: Pick<ListedRow, 'status' | 'phase' | 'details'>): readonly DriverStep[] {
  const { require_pickup_code: pickupCode, require_delivery_code: deliveryCode } = detailsOf(row);
  if (row.status === 'assigned')
    return [
      ...(row.phase === 'at_pickup' ? [] : ['arrive_pickup' as const]),
      pickupCode ? 'verify_pickup' : 'pick_up',
      'fail',
    ];
  if (row.status !== 'picked_up' && row.status !== 'in_transit') return [];
  return [
    ...(row.status === 'picked_up' ? ['depart' as const] : []),
    ...(row.phase === 'at_dropoff' ? [] : ['arrive_dropoff' as const]),
    deliveryCode ? 'verify_delivery' : 'deliver',
    'proof',
    'attempt',
    'fail',
  ];
}

/** When the courier first came to either end; null where that is not known. */
type Arrivals = { readonly pickup: string | null; readonly dropoff: string | null };

const NOWHERE: Arrivals = Object.freeze({ pickup: null, dropoff: null });

export function arrivalsOf(row: { readonly details: unknown }): Arrivals {
  return detailsOf(row).arrivals ?? NOWHERE;
}
