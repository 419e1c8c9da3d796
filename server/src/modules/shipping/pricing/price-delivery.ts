import {
  formatMoney,
  formatTime,
  toMajor,
  type Currency,
  type DistanceSource,
  type ServiceLevel,
} from '@cottontree/contract';
import type { Zone } from '../coverage/zone.ts';
import { composeFee, type FeeLine, type PricedParcel } from './compose-fee.ts';
import { findRoute, type Route, type RouteEnd } from './find-route.ts';
import type { RateCard } from './rate-card.ts';
import { nextOpening } from './local-time.ts';

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

type PriceRefusal = {
  readonly ok: false;
  readonly code:
    | 'ZONE_NOT_SERVICED'
    | 'ROUTE_NOT_SERVICED'
    | 'DISTANCE_TOO_LONG'
    | 'PACKAGE_TOO_LARGE'
    | 'COD_NOT_AVAILABLE'
    | 'COD_LIMIT_EXCEEDED'
    | 'OUTSIDE_OPERATING_HOURS'
    | 'INVALID_TIME_WINDOW';
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
};

type ServiceQuestion = {
  readonly card: RateCard;
  readonly route: Route;
  readonly zones: { readonly pickup: Zone; readonly delivery: Zone };
  readonly parcel: PricedParcel;
  readonly serviceLevel: ServiceLevel;
  readonly pickupAt: Date;
};

/** Why no courier can do this job, or null: zones, route, distance, parcel, cash, hours at pickup time, in this order. */
function checkService(question: ServiceQuestion): PriceRefusal | null {
  return (
    checkLevel(question) ??
    checkRoute(question) ??
    checkParcel(question) ??
    checkCash(question) ??
    checkHours(question)
  );
}

/** A scheduled delivery is a standard one at a stated time, so it is to be had wherever a standard one is. */
function checkLevel({ zones, serviceLevel }: ServiceQuestion): PriceRefusal | null {
  const offers = (zone: Zone) =>
    zone.service_levels.includes(serviceLevel) ||
    (serviceLevel === 'scheduled' && zone.service_levels.includes('standard'));
  for (const zone of [zones.pickup, zones.delivery]) {
    if (!zone.active)
      return refusal('ZONE_NOT_SERVICED', `There is no delivery service in ${zone.name} at present.`, {
        zone: zone.code,
      });
    if (offers(zone)) continue;
    const message = `${zone.name} has no ${serviceLevel} service; service_level may be ${zone.service_levels.join(' or ')}.`;
    return refusal('ZONE_NOT_SERVICED', message, { zone: zone.code, service_levels: zone.service_levels });
  }
  return null;
}

function checkRoute({ card, route, zones }: ServiceQuestion): PriceRefusal | null {
  const way = `from ${zones.pickup.name} to ${zones.delivery.name}`;
  if (route.pair?.closed === true) {
    return refusal('ROUTE_NOT_SERVICED', `There is no service ${way} at present.`, {
      pickup_zone: zones.pickup.code,
      delivery_zone: zones.delivery.code,
    });
  }
  if (route.tenths <= card.maxTenths) return null;
  const message = `The way ${way} is ${route.tenths / 10} km; at most ${card.maxTenths / 10} km are possible.`;
  return refusal('DISTANCE_TOO_LONG', message, {
    distance_km: route.tenths / 10,
    max_km: card.maxTenths / 10,
  });
}

function checkParcel({ card, zones, parcel }: ServiceQuestion): PriceRefusal | null {
  const zone = zones.pickup.max_weight_kg < zones.delivery.max_weight_kg ? zones.pickup : zones.delivery;
  if (parcel.grams > Math.round(zone.max_weight_kg * 1_000)) {
    const message = `weight_kg ${parcel.grams / 1_000} is too heavy for ${zone.name}; at most ${zone.max_weight_kg} kg.`;
    return refusal('PACKAGE_TOO_LARGE', message, { field: 'weight_kg', max_weight_kg: zone.max_weight_kg });
  }
  if (card.sizeFees[parcel.size] !== null) return null;
  return refusal('PACKAGE_TOO_LARGE', `package_size ${parcel.size} is not carried at present.`, {
    field: 'package_size',
  });
}

function checkCash({ card, zones, parcel }: ServiceQuestion): PriceRefusal | null {
  if (parcel.codAmount === 0n) return null;
  if (!zones.delivery.cod_available) {
    const message = `Couriers take no cash on delivery in ${zones.delivery.name}; send cod_amount 0.`;
    return refusal('COD_NOT_AVAILABLE', message, { field: 'cod_amount', zone: zones.delivery.code });
  }
  if (card.codMax === null || parcel.codAmount <= card.codMax) return null;
  const message = `cod_amount ${formatMoney(parcel.codAmount, card.currency)} is over the limit of ${formatMoney(card.codMax, card.currency)}.`;
  return refusal('COD_LIMIT_EXCEEDED', message, {
    field: 'cod_amount',
    max: toMajor(card.codMax, card.currency),
  });
}

function checkHours({ card, zones, pickupAt }: ServiceQuestion): PriceRefusal | null {
  const places = [zones.pickup.hours, zones.delivery.hours];
  if (places.every((hours) => hours.length === 0)) return null;
  const opening = nextOpening({ at: pickupAt, timeZone: card.timeZone, places });
  if (opening !== null && opening.getTime() === pickupAt.getTime()) return null;
  const next = opening === null ? null : formatTime(opening);
  const message = `The pickup at ${formatTime(pickupAt)} is outside the operating hours${next === null ? '' : `; the next opening is ${next}`}.`;
  return refusal('OUTSIDE_OPERATING_HOURS', message, { next_opening: next });
}

function refusal(
  code: PriceRefusal['code'],
  message: string,
  details: PriceRefusal['details'],
): PriceRefusal {
  return { ok: false, code, message, details };
}

/** What a fee was made from beside the request's own fields: what the card, the map and the clock said at that moment. */
export type PriceBasis = {
  readonly pickupAt: Date;
  /** Tenths of a kilometre. */
  readonly tenths: number;
  readonly source: DistanceSource;
  /** The entry of the card's matrix that the way has. */
  readonly pairKey: string | null;
  /** What the delivery zone asked for as its base; null: what the card said. */
  readonly zoneBaseFee: bigint | null;
  /** Which job of its batch it was. */
  readonly batchPlace: number;
};
