import type { PricedInputs, Quote } from './quote-token.ts';
import type { Point } from '../coverage/zone.ts';

/** What a create asks for, priced by itself under today's card. */
export type QuoteClaim = { readonly inputs: PricedInputs; readonly fee: bigint };

/**
 * The fields of a create that keep it from having the quoted fee, in the request's words; empty when the quote holds.
 * It holds when every priced field is the same (whatever the card says by now), when a pin was merely added inside
 * the quoted zone, or when what differs does not change the fee.
 */
export function compareQuote(quote: Quote, claim: QuoteClaim): readonly string[] {
  const differing = differingFields(quote.inputs, claim.inputs);
  return differing.length === 0 || claim.fee === quote.fee ? [] : differing;
}

function differingFields(quoted: PricedInputs, claimed: PricedInputs): readonly string[] {
  return [
    ...placeFields('pickup', {
      zones: [quoted.pickupZone, claimed.pickupZone],
      pins: [quoted.pickupPin, claimed.pickupPin],
    }),
    ...placeFields('delivery', {
      zones: [quoted.deliveryZone, claimed.deliveryZone],
      pins: [quoted.deliveryPin, claimed.deliveryPin],
    }),
    ...(quoted.grams === claimed.grams ? [] : ['weight_kg']),
    ...(quoted.packageSize === claimed.packageSize ? [] : ['package_size']),
    ...(quoted.declaredValue === claimed.declaredValue ? [] : ['declared_value']),
    ...(quoted.codAmount === claimed.codAmount ? [] : ['cod_amount']),
    ...(quoted.serviceLevel === claimed.serviceLevel ? [] : ['service_level']),
    ...(quoted.pickupAt?.getTime() === claimed.pickupAt?.getTime() ? [] : ['pickup_window_start']),
    ...(quoted.batchId === claimed.batchId ? [] : ['batch_id']),
  ];
}

type Pair<Value> = readonly [quoted: Value, claimed: Value];
type Places = { readonly zones: Pair<string>; readonly pins: Pair<Point | null> };

function placeFields(end: 'pickup' | 'delivery', { zones, pins }: Places): readonly string[] {
  const [quotedPin, claimedPin] = pins;
  if (zones[0] !== zones[1]) return [`${end}_city`];
  const added = quotedPin === null;
  const same = quotedPin?.lat === claimedPin?.lat && quotedPin?.lng === claimedPin?.lng;
  return added || same ? [] : [`${end}_lat`, `${end}_lng`];
}
