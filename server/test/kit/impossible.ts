import type { PRICING_ERRORS } from '@cottontree/contract';
import type { MapChange } from './service-map.ts';

export type Impossible = {
  readonly what: string;
  /** What the request says otherwise than an ordinary one; undefined leaves a field out. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** The same for a creation, where that says it with other fields. */
  readonly created?: Readonly<Record<string, unknown>>;
  readonly map?: MapChange;
};

const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const HOUR_MS = 3_600_000;
const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString();
/** Open on one day only, which is neither today nor tomorrow. */
const openLater = [{ days: [DAYS[(new Date().getUTCDay() + 3) % 7]], from: '09:00', to: '10:00' }];

/** What can stand against a delivery, for a quote and a creation alike, in the order of the contract. */
export const impossible: Readonly<Record<(typeof PRICING_ERRORS)[number], Impossible>> = {
  AMOUNT_PRECISION: { what: 'a tenth of a cent', fields: { cod_amount: '1.005' } },
  ADDRESS_NOT_FOUND: {
    what: 'an address that was never saved',
    fields: { delivery_address_id: 'adr_00000000000000000000000000' },
  },
  PICKUP_ADDRESS_REQUIRED: { what: 'nowhere to fetch it from', fields: { pickup_city: undefined } },
  ADDRESS_AMBIGUOUS: {
    what: 'a place of which there are two',
    fields: { delivery_city: 'Old Bridge' },
    map: { zones: { 'BO-BO': { aliases: ['Old Bridge'] }, 'KE-KEN': { aliases: ['Old Bridge'] } } },
  },
  ADDRESS_MISMATCH: {
    what: 'a pin in Freetown for the city of Bo',
    fields: { delivery_city: 'Bo', delivery_lat: 8.484, delivery_lng: -13.234 },
  },
  ZONE_NOT_SERVICED: {
    what: 'a zone that is closed',
    fields: {},
    map: { zones: { 'FT-LUM': { active: false } } },
  },
  ZONE_UNCERTAIN: {
    what: 'a town misspelt, where no catch-all is wanted',
    fields: { delivery_city: 'Lumly', allow_catch_all: false },
  },
  ROUTE_NOT_SERVICED: {
    what: 'a way that is closed',
    fields: {},
    map: { card: { pairs: [{ from: 'FT', to: 'FT-LUM', closed: true }] } },
  },
  DISTANCE_TOO_LONG: { what: 'a way that is too long', fields: {}, map: { card: { max_km: 5 } } },
  PACKAGE_TOO_LARGE: {
    what: 'more weight than the zone carries',
    fields: { weight_kg: 20 },
    map: { zones: { 'FT-LUM': { max_weight_kg: 10 } } },
  },
  OUTSIDE_OPERATING_HOURS: {
    what: 'a zone that is closed at that time',
    fields: {},
    map: { zones: { 'FT-LUM': { hours: openLater } } },
  },
  INVALID_TIME_WINDOW: {
    what: 'a pickup an hour ago',
    fields: { pickup_at: inHours(-1) },
    created: { pickup_window_start: inHours(-1), pickup_window_end: inHours(1) },
  },
  COD_NOT_AVAILABLE: {
    what: 'cash where couriers take none',
    fields: { cod_amount: 5 },
    map: { zones: { 'FT-LUM': { cod_available: false } } },
  },
  COD_LIMIT_EXCEEDED: {
    what: 'more cash than a courier may carry',
    fields: { cod_amount: 200 },
    map: { card: { cod_max: 100 } },
  },
};
