import type { Currency, ServiceLevel, Weekday, ZoneKind } from '@cottontree/contract';

/** Opening hours in the zone's local time, `HH:MM`; `to` at or before `from` lies on the next day, 24:00 is midnight. */
export type OpeningHours = { readonly days: readonly Weekday[]; readonly from: string; readonly to: string };

/** WGS 84 degrees. */
export type Point = { readonly lat: number; readonly lng: number };

/** GeoJSON (RFC 7946): positions are [longitude, latitude]; the first ring is the border, further ones are holes. */
export type ZoneGeometry =
  | { readonly type: 'Polygon'; readonly coordinates: Position[][] }
  | { readonly type: 'MultiPolygon'; readonly coordinates: Position[][][] };
export type Position = [number, number];

/** A delivery zone in the words of its API item; amounts in minor units. */
export type Zone = {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly aliases: readonly string[];
  readonly kind: ZoneKind;
  readonly city: string;
  readonly district: string;
  readonly center: Point;
  readonly radius_km: number;
  readonly geometry: ZoneGeometry | null;
  readonly service_levels: readonly ServiceLevel[];
  /** Empty: always open. */
  readonly hours: readonly OpeningHours[];
  /** Null: the base fee of the rate card in force. */
  readonly base_fee: bigint | null;
  readonly currency: Currency;
  readonly cod_available: boolean;
  readonly max_weight_kg: number;
  readonly estimated_minutes: number;
  /** How far the position is to be trusted, in the words of whoever drew it. */
  readonly confidence: string | null;
  readonly active: boolean;
};
