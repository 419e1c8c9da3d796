import { specificityOf, type ZoneIndex } from './compile-zones.ts';
import { locateZone, zoneContains } from './locate-zone.ts';
import { measureDistance } from './measure-distance.ts';
import { decodePlusCode, recoverPlusCode } from './plus-code.ts';
import { resolveZone } from './resolve-zone.ts';
import type { Point, Zone } from './zone.ts';

/** One end of a delivery as it was sent; `prefix` is how its fields begin. */
export type LocationInput = {
  readonly prefix: 'pickup_' | 'delivery_' | '';
  /** The saved address that `_address_id` names, already loaded; it wins over everything else. */
  readonly address?:
    { readonly city: string; readonly lat: number | null; readonly lng: number | null } | undefined;
  readonly city?: string | undefined;
  readonly lat?: number | undefined;
  readonly lng?: number | undefined;
  readonly plusCode?: string | undefined;
};

/** What a place that is no saved address was found by. */
export type PlaceSource = 'pin' | 'plus_code' | 'zone';
export type LocationSource = 'address' | PlaceSource;

export type Location<Source extends LocationSource = LocationSource> = {
  readonly zone: Zone;
  readonly point: Point;
  readonly source: Source;
  /** Whether `point` is a place and not just the middle of the zone. */
  readonly exact: boolean;
  /** The city as named, or else the zone's name. */
  readonly city: string;
};

export type LocationRefusal = {
  readonly ok: false;
  readonly code: 'VALIDATION_ERROR' | 'ADDRESS_AMBIGUOUS' | 'ADDRESS_MISMATCH' | 'ZONE_NOT_SERVICED';
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
};
export type LocationResult<Source extends LocationSource = LocationSource> =
  { readonly ok: true; readonly location: Location<Source> } | LocationRefusal;

/** A pin may lie this far from the middle of the city it was sent with, or within that zone's own radius. */
export const mismatchKm = 15;

/**
 * Where one end of a delivery is: saved address, else pin, else plus code, else the middle of the named city's zone.
 * A pin beside a city that is too far from it is ADDRESS_MISMATCH, except where the city fell to the catch-all.
 */
export function resolveLocation(index: ZoneIndex, input: LocationInput): LocationResult {
  const { address, prefix } = input;
  if (address === undefined) return locatePlace(index, input);
  const located = locatePlace(index, {
    prefix,
    city: address.city,
    lat: address.lat ?? undefined,
    lng: address.lng ?? undefined,
  });
  return located.ok ? { ok: true, location: { ...located.location, source: 'address' } } : located;
}

/** The same of what is no saved address. */
export function locatePlace(
  index: ZoneIndex,
  input: Omit<LocationInput, 'address'>,
): LocationResult<PlaceSource> {
  const named = input.city === undefined ? null : resolveZone(index, input.city);
  const candidates = zonesNamed(named);
  const pinned = pointOf(input, candidates);
  if ('ok' in pinned) return pinned;
  const city = input.city ?? null;
  if (pinned.point !== null)
    return locatePoint(index, { input, candidates, city, point: pinned.point, source: pinned.source });
  if (named === null)
    return invalid(`${input.prefix}city`, 'is required where there is no address, pin or full plus code');
  if (named.ok)
    return {
      ok: true,
      location: {
        zone: named.zone,
        point: named.zone.center,
        source: 'zone',
        exact: false,
        city: city ?? named.zone.name,
      },
    };
  return named.code === 'ADDRESS_AMBIGUOUS'
    ? ambiguous(input, named.candidates)
    : notServiced(input, named.closed);
}

type Pinned = { readonly point: Point; readonly source: 'pin' | 'plus_code' } | { readonly point: null };

function pointOf(input: LocationInput, candidates: readonly Zone[]): Pinned | LocationRefusal {
  const { lat, lng, plusCode, prefix } = input;
  if (lat !== undefined && lng !== undefined) return { point: { lat, lng }, source: 'pin' };
  if (lat !== undefined || lng !== undefined) {
    return invalid(
      `${prefix}${lat === undefined ? 'lat' : 'lng'}`,
      `is required with ${prefix}${lat === undefined ? 'lng' : 'lat'}`,
    );
  }
  if (plusCode === undefined) return { point: null };
  const full = decodePlusCode(plusCode);
  if (full !== null) return { point: full.center, source: 'plus_code' };
  const [reference, other] = candidates;
  if (other !== undefined) return ambiguous(input, candidates);
  const recovered = reference === undefined ? null : recoverPlusCode(plusCode, reference.center);
  const area = recovered === null ? null : decodePlusCode(recovered);
  if (area !== null) return { point: area.center, source: 'plus_code' };
  return invalid(
    `${prefix}plus_code`,
    `must be a full plus code such as 6CW8FQF8+2V, or a short one beside ${prefix}city`,
  );
}

type PointInput = {
  readonly input: LocationInput;
  readonly candidates: readonly Zone[];
  readonly city: string | null;
  readonly point: Point;
  readonly source: 'pin' | 'plus_code';
};

function locatePoint(
  index: ZoneIndex,
  { input, candidates, city, point, source }: PointInput,
): LocationResult<PlaceSource> {
  const named =
    candidates.toSorted(
      (one, other) => measureDistance(one.center, point) - measureDistance(other.center, point),
    )[0] ?? null;
  if (named !== null && !isNear(named, point)) return mismatch(input, named, point);
  const containing = locateZone(index, point);
  if (containing?.active === false) return notServiced(input, containing);
  const zone = moreSpecific(containing, named);
  if (zone === null || !zone.active) return notServiced(input, zone);
  return { ok: true, location: { zone, point, source, exact: true, city: city ?? zone.name } };
}

/** Zones drawn as circles leave gaps: a pin in one belongs to the city it was sent with. */
function moreSpecific(containing: Zone | null, named: Zone | null): Zone | null {
  if (containing === null || named === null) return containing ?? (named?.kind === 'country' ? null : named);
  return specificityOf(named) < specificityOf(containing) ? named : containing;
}

function isNear(named: Zone, point: Point): boolean {
  if (named.kind === 'country' || zoneContains(named, point)) return true;
  return measureDistance(named.center, point) <= Math.max(mismatchKm, named.radius_km);
}

function zonesNamed(named: ReturnType<typeof resolveZone> | null): readonly Zone[] {
  if (named === null) return [];
  if (named.ok) return [named.zone];
  if (named.code === 'ADDRESS_AMBIGUOUS') return named.candidates;
  return named.closed === null ? [] : [named.closed];
}

function invalid(path: string, message: string): LocationRefusal {
  return {
    ok: false,
    code: 'VALIDATION_ERROR',
    message: `${path} ${message}.`,
    details: { fields: [{ path, message }] },
  };
}

function ambiguous({ prefix, city }: LocationInput, zones: readonly Zone[]): LocationRefusal {
  const candidates = zones.map(({ id, code, name, district }) => ({ id, code, name, district }));
  const message = `${prefix}city "${city}" could be ${candidates.map(({ name, code }) => `${name} (${code})`).join(' or ')}; send the code of the one you mean.`;
  return { ok: false, code: 'ADDRESS_AMBIGUOUS', message, details: { field: `${prefix}city`, candidates } };
}

function mismatch({ prefix, city }: LocationInput, named: Zone, point: Point): LocationRefusal {
  const distanceKm = Math.round(measureDistance(named.center, point) * 10) / 10;
  const allowedKm = Math.max(mismatchKm, named.radius_km);
  const message = `The pin of ${prefix}lat and ${prefix}lng is ${distanceKm} km from ${prefix}city "${city ?? named.name}"; at most ${allowedKm} km is possible.`;
  const details = {
    fields: [`${prefix}city`, `${prefix}lat`, `${prefix}lng`],
    distance_km: distanceKm,
    allowed_km: allowedKm,
  };
  return { ok: false, code: 'ADDRESS_MISMATCH', message, details };
}

function notServiced({ prefix, city, lat }: LocationInput, closed: Zone | null): LocationRefusal {
  const place = closed?.name ?? city ?? 'this place';
  const unnamed = lat === undefined ? 'plus_code' : 'lat';
  const field = `${prefix}${city === undefined ? unnamed : 'city'}`;
  const message = `${field}: there is no delivery service in ${place} at present; GET /v1/shipping/zones lists where there is.`;
  return {
    ok: false,
    code: 'ZONE_NOT_SERVICED',
    message,
    details: { field, zone: closed?.code ?? null },
  };
}
