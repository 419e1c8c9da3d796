import { formatTime, type Currency, type DistanceSource, type ServiceLevel } from '@cottontree/contract';
import { checkService, type PriceRefusal } from './check-service.ts';
import { composeFee, type FeeLine, type PricedParcel } from './compose-fee.ts';
import { findRoute, type Route, type RouteEnd } from './find-route.ts';
import type { PriceBasis } from './price-basis.ts';
import type { RateCard } from './rate-card.ts';

export type PriceInput = {
  readonly card: RateCard;
  readonly pickup: RouteEnd;
  readonly delivery: RouteEnd;
  readonly parcel: PricedParcel;
  readonly serviceLevel: ServiceLevel;
  readonly now: Date;
  /** When the merchant wants it picked up; null: as soon as a courier can. */
  readonly pickupAt: Date | null;
  /** When the delivery window ends; null: no window. */
  readonly deliverBy: Date | null;
  readonly routedTenths: number | null;
  /** Which job of its batch this is; 1 for the first and for one alone. */
  readonly batchPlace: number;
};

export type DeliveryPrice = {
  readonly ok: true;
  readonly fee: bigint;
  /** Sum exactly to `fee`. */
  readonly lines: readonly FeeLine[];
  readonly currency: Currency;
  readonly cancelFee: bigint;
  readonly distanceKm: number;
  readonly distanceSource: DistanceSource;
  /** Whole minutes from now to the estimated delivery. */
  readonly etaMinutes: number;
  readonly estimatedPickupAt: Date;
  readonly estimatedDeliveryAt: Date;
  readonly rateCardVersion: number;
  readonly basis: PriceBasis;
};
export type PriceResult = DeliveryPrice | PriceRefusal;

const minuteMs = 60_000;
/** Clocks differ and requests take time: a pickup this little in the past means now. */
const pastToleranceMs = 5 * minuteMs;

/** What a delivery costs and when it would arrive, or why it cannot be done; the same for a quote and a create. */
export function priceDelivery(input: PriceInput): PriceResult {
  const { card, parcel, serviceLevel } = input;
  const route = findRoute(input);
  const times = estimateTimes(input, route);
  const zones = { pickup: input.pickup.zone, delivery: input.delivery.zone };
  const refusal =
    checkService({ card, route, zones, parcel, serviceLevel, pickupAt: times.pickupAt }) ??
    checkTimes(input, times);
  if (refusal !== null) return refusal;
  const zoneBaseFee = zones.delivery.base_fee;
  const { batchPlace } = input;
  const { fee, lines, baseFee } = composeFee({
    card,
    route,
    parcel,
    serviceLevel,
    zoneBaseFee,
    pickupAt: times.pickupAt,
    batchPlace,
  });
  return {
    ok: true,
    fee,
    lines,
    currency: card.currency,
    cancelFee: card.cancelFee ?? baseFee,
    distanceKm: route.tenths / 10,
    distanceSource: route.source,
    etaMinutes: Math.ceil((times.deliveryAt.getTime() - input.now.getTime()) / minuteMs),
    estimatedPickupAt: times.pickupAt,
    estimatedDeliveryAt: times.deliveryAt,
    rateCardVersion: card.version,
    basis: {
      pickupAt: times.pickupAt,
      tenths: route.tenths,
      source: route.source,
      pairKey: route.pairKey,
      zoneBaseFee,
      batchPlace,
    },
  };
}

type Times = { readonly pickupAt: Date; readonly deliveryAt: Date };

/** Pickup as asked or after the card's lead; then the way (its own minutes or by distance) and the delivery zone's minutes. */
function estimateTimes({ card, delivery, serviceLevel, now, pickupAt }: PriceInput, route: Route): Times {
  const leadMinutes = serviceLevel === 'express' ? card.pickupMinutes.express : card.pickupMinutes.standard;
  const pickupMs =
    pickupAt === null ? now.getTime() + leadMinutes * minuteMs : Math.max(pickupAt.getTime(), now.getTime());
  const wayMinutes = route.pair?.minutes ?? Math.ceil((route.tenths / 10) * card.minutesPerKm);
  return {
    pickupAt: new Date(pickupMs),
    deliveryAt: new Date(pickupMs + (wayMinutes + delivery.zone.estimated_minutes) * minuteMs),
  };
}

function checkTimes({ now, pickupAt, deliverBy }: PriceInput, { deliveryAt }: Times): PriceRefusal | null {
  if (pickupAt !== null && pickupAt.getTime() < now.getTime() - pastToleranceMs) {
    return invalidWindow(
      `The pickup at ${formatTime(pickupAt)} lies in the past; it is ${formatTime(now)}.`,
      { earliest: formatTime(now) },
    );
  }
  if (deliverBy === null || deliveryAt <= deliverBy) return null;
  const message = `The delivery window ends at ${formatTime(deliverBy)}; the parcel arrives at ${formatTime(deliveryAt)} at the earliest.`;
  return invalidWindow(message, { earliest: formatTime(deliveryAt) });
}

function invalidWindow(message: string, details: PriceRefusal['details']): PriceRefusal {
  return { ok: false, code: 'INVALID_TIME_WINDOW', message, details };
}
