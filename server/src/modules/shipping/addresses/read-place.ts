import { createHash } from 'node:crypto';
import { Failure } from '../../../kernel/call/failure.ts';
import type { NewAddress } from './addresses.queries.ts';
import type { Shipping } from '../module.ts';
import { foldSpelling, foldText } from '../coverage/fold-text.ts';
import { encodePlusCode } from '../coverage/plus-code.ts';
import { locatePlace } from '../coverage/resolve-location.ts';
import type { Point } from '../coverage/zone.ts';

export type PlaceInput = {
  readonly city: string;
  readonly lat?: number | undefined;
  readonly lng?: number | undefined;
  readonly plus_code?: string | undefined;
};
export type Place = Pick<NewAddress, 'lat' | 'lng' | 'plus_code' | 'zone_id' | 'location_quality'>;

/** Where an address lies: its zone, and its pin and plus code where it has one. */
export function readPlace({ city, lat, lng, plus_code }: PlaceInput, module: Shipping): Place {
  const found = locatePlace(module.map().zones, { prefix: '', city, lat, lng, plusCode: plus_code });
  if (!found.ok) throw new Failure(found.code, found.message, { details: found.details });
  const { location } = found;
  const point = location.exact ? rounded(location.point) : null;
  return {
    lat: point?.lat ?? null,
    lng: point?.lng ?? null,
    plus_code: point === null ? null : encodePlusCode(point),
    zone_id: location.zone.id,
    location_quality: location.source,
  };
}

/** What makes two addresses the same. Hashed, for a folded text can be longer than an index entry may be. */
export function matchKeyOf({
  phone,
  address,
  city,
}: {
  readonly phone: string | null;
  readonly address: string;
  readonly city: string;
}): string {
  const parts = [phone ?? '', ...[address, city].map((text) => foldSpelling(text) || foldText(text))];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** To a millionth of a degree, a tenth of a metre. */
function rounded({ lat, lng }: Point): Point {
  return { lat: Math.round(lat * 1e6) / 1e6, lng: Math.round(lng * 1e6) / 1e6 };
}
