import { formatTime, type DistanceSource, type PackageSize, type ServiceLevel } from '@cottontree/contract';
import type { Point, Zone } from '../coverage/zone.ts';
import { composeFee, type Fee, type PricedParcel } from './compose-fee.ts';
import { priceDelivery, type PriceBasis, type PriceResult } from './price-delivery.ts';
import type { PricedInputs } from './quote-token.ts';
import type { RateCard } from './rate-card.ts';

/** What a delivery keeps of how it was priced, as JSON: enough to make its fee again by its own card, or to see what another would ask. */
export type PricingRecord = {
  readonly rate_card_version: number;
  readonly pickup_zone: string;
  readonly pickup_pin: Point | null;
  readonly delivery_zone: string;
  readonly delivery_pin: Point | null;
  readonly grams: number;
  readonly package_size: PackageSize;
  readonly declared_value: string;
  readonly cod_amount: string;
  readonly service_level: ServiceLevel;
  readonly batch_place: number;
  readonly pickup_at: string;
  readonly tenths: number;
  readonly distance_source: DistanceSource;
  readonly pair: string | null;
  readonly zone_base_fee: string | null;
};

export type PricingFacts = {
  readonly inputs: PricedInputs;
  readonly basis: PriceBasis;
  readonly rateCardVersion: number;
};

/** Amounts are kept as text in minor units. */
export function recordPricing({ inputs, basis, rateCardVersion }: PricingFacts): PricingRecord {
  return {
    rate_card_version: rateCardVersion,
    pickup_zone: inputs.pickupZone,
    pickup_pin: inputs.pickupPin,
    delivery_zone: inputs.deliveryZone,
    delivery_pin: inputs.deliveryPin,
    grams: inputs.grams,
    package_size: inputs.packageSize,
    declared_value: String(inputs.declaredValue),
    cod_amount: String(inputs.codAmount),
    service_level: inputs.serviceLevel,
    batch_place: basis.batchPlace,
    pickup_at: formatTime(basis.pickupAt),
    tenths: basis.tenths,
    distance_source: basis.source,
    pair: basis.pairKey,
    zone_base_fee: basis.zoneBaseFee === null ? null : String(basis.zoneBaseFee),
  };
}

/** The fee of a delivery made again by the very card it was made with, whatever the map has become since. */
export function replayFee(record: PricingRecord, card: RateCard): Fee {
  return composeFee({
    card,
    route: {
      pair: record.pair === null ? null : (card.pairs.get(record.pair) ?? null),
      tenths: record.tenths,
    },
    zoneBaseFee: record.zone_base_fee === null ? null : BigInt(record.zone_base_fee),
    parcel: parcelOf(record),
    serviceLevel: record.service_level,
    pickupAt: new Date(record.pickup_at),
    batchPlace: record.batch_place,
  });
}

/** What another card would ask for a delivery on today's map; null where one of its zones is on it no more. */
export function repriceDelivery(
  record: PricingRecord,
  card: RateCard,
  zones: ReadonlyMap<string, Zone>,
): PriceResult | null {
  const [pickup, delivery] = [zones.get(record.pickup_zone), zones.get(record.delivery_zone)];
  if (pickup === undefined || delivery === undefined) return null;
  const pickupAt = new Date(record.pickup_at);
  return priceDelivery({
    card,
    pickup: { zone: pickup, point: record.pickup_pin ?? pickup.center },
    delivery: { zone: delivery, point: record.delivery_pin ?? delivery.center },
    parcel: parcelOf(record),
    serviceLevel: record.service_level,
    now: pickupAt,
    pickupAt,
    deliverBy: null,
    routedTenths: record.distance_source === 'router' ? record.tenths : null,
    batchPlace: record.batch_place,
  });
}

function parcelOf(record: PricingRecord): PricedParcel {
  return {
    grams: record.grams,
    size: record.package_size,
    declaredValue: BigInt(record.declared_value),
    codAmount: BigInt(record.cod_amount),
  };
}
