import type { Currency, PackageSize, Rate } from '@cottontree/contract';
import type { OpeningHours } from '../coverage/zone.ts';

/** A published rate card, read and checked: amounts in minor units, distances in tenths of a kilometre, weights in grams. */
export type RateCard = {
  readonly version: number;
  readonly currency: Currency;
  readonly timeZone: string;
  /** What a zone costs that names no base fee of its own. */
  readonly baseFee: bigint;
  readonly includedTenths: number;
  readonly perKm: bigint;
  readonly includedGrams: number;
  readonly perKg: bigint;
  readonly minFee: bigint;
  readonly step: bigint;
  /** Null: this size is not carried. */
  readonly sizeFees: Readonly<Record<PackageSize, bigint | null>>;
  readonly expressFee: bigint;
  readonly insuranceRate: Rate;
  readonly codRate: Rate;
  readonly codMin: bigint;
  /** Null: no limit but the field's own. */
  readonly codMax: bigint | null;
  /** Null: the base fee of the job. */
  readonly cancelFee: bigint | null;
  /** Roads are longer than straight lines; by zone code where they differ. */
  readonly roadFactor: number;
  readonly zoneRoadFactors: ReadonlyMap<string, number>;
  readonly maxTenths: number;
  readonly minutesPerKm: number;
  readonly pickupMinutes: { readonly standard: number; readonly express: number };
  /** How long a quote holds. */
  readonly quoteMinutes: number;
  readonly surcharges: readonly TimeSurcharge[];
  /** Local dates: `2026-04-27` once, `12-25` every year. */
  readonly holidays: ReadonlySet<string>;
  /** What later jobs of a batch, from its `from`th on, are spared of the transport fee; null: nothing. */
  readonly batch: BatchDiscount | null;
  /** By `pairKey`; both directions are entered. */
  readonly pairs: ReadonlyMap<string, RoutePair>;
};

/** A share of the transport fee at certain pickup times, in the card's time zone. */
export type TimeSurcharge = {
  readonly code: string;
  readonly label: string;
  readonly rate: Rate;
  readonly hours: OpeningHours;
  /** Whether its hours also count from on the card's holidays, whatever weekday they fall on. */
  readonly onHolidays: boolean;
};

export type BatchDiscount = { readonly from: number; readonly rate: Rate };

/** What is known about the way between two places; null where the usual rule holds. */
export type RoutePair = {
  readonly closed: boolean;
  readonly tenths: number | null;
  readonly baseFee: bigint | null;
  /** Instead of base and distance, whatever the distance. */
  readonly fixedFee: bigint | null;
  readonly minutes: number | null;
};

/** The key of a pair; an end is a zone code or `district:` and a district's name. */
export function pairKey(from: string, to: string): string {
  return `${from}>${to}`;
}

/** How a pair names a whole district. */
export function districtEnd(district: string): string {
  return `district:${district}`;
}
