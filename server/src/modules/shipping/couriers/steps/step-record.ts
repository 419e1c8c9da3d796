import { detailsOf } from '../../deliveries/present-delivery.ts';

/** When the courier first came to either end; null where that is not known. */
export type Arrivals = { readonly pickup: string | null; readonly dropoff: string | null };

const NOWHERE: Arrivals = Object.freeze({ pickup: null, dropoff: null });

export function arrivalsOf(row: { readonly details: unknown }): Arrivals {
  return detailsOf(row).arrivals ?? NOWHERE;
}
