import { parseAmount, toMajor, type Currency, type UpdateZoneBody } from '@cottontree/contract';
import { Failure, invalid } from '../../core/failure.ts';
import { inTurns } from '../../core/in-turns.ts';
import { readZones } from '../zones/read-zones.ts';
import { givenCrossing } from '../zones/read-geometry.ts';
import type { Position, Zone } from '../zones/zone.ts';

/** What a request says of a zone; all but the amount is checked as a row of a zones file. */
type ZoneWords = { readonly code: string; readonly base_fee?: number | string | null };
/** Where the border given crosses itself. */
export type Border = { readonly crossing: Position | null };

/** Looks at the border that a request gives, in turns with others. */
export async function readBorder({ geometry }: { readonly geometry?: unknown }): Promise<Border> {
  return { crossing: await inTurns(givenCrossing(geometry)) };
}

/** A zone from what a request says of it; what it is silent about is as in a zones file. */
export function readZone(body: ZoneWords, currency: Currency, { crossing }: Border): Zone {
  const fee = parseAmount(body.base_fee ?? 0, currency);
  if (!fee.ok)
    throw new Failure(fee.code, `base_fee ${fee.message}.`, {
      details: { fields: [{ path: 'base_fee', message: fee.message }] },
    });
  const read = readZones({ zones: [body] }, { currency, crossingOf: () => crossing });
  if (!read.ok) throw invalid(...read.problems.map(({ field, message }) => ({ path: field, message })));
  const [zone] = read.zones;
  if (zone === undefined) throw new Error('One row of zones makes one zone.');
  return zone;
}

/** A zone with some of its fields changed. A new border brings its own middle and reach, unless they are given as well. */
export function changeZoneFields(zone: Zone, body: UpdateZoneBody, border: Border): Zone {
  const redrawn = body.geometry !== undefined && body.geometry !== null;
  const row = {
    ...zone,
    base_fee: zone.base_fee === null ? null : toMajor(zone.base_fee, zone.currency),
    ...(redrawn ? { center: null, radius_km: null } : {}),
    ...body,
    id: zone.id,
    code: zone.code,
  };
  return readZone(row, zone.currency, border);
}
