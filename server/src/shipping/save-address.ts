import { createHash } from 'node:crypto';
import { idRandomBytes, makeId, type Address, type Input, type Operations, type SaveAddressBody } from '@cottontree/contract';
import type { Call } from '../core/call.ts';
import { effect } from '../core/effect.ts';
import { Failure } from '../core/failure.ts';
import { reply, type Reply } from '../core/reply.ts';
import type { Runner } from '../store/index.ts';
import { findMatchingAddress, insertAddress, lockDefaultAddress, moveDefaultAddress, type NewAddress, type ShownAddressRow } from './addresses.queries.ts';
import { foldSpelling, foldText } from './zones/fold-text.ts';
import type { Shipping } from './open-shipping.ts';
import { encodePlusCode } from './zones/plus-code.ts';
import { presentAddress } from './present-address.ts';
import { readPhone } from './read-phone.ts';
import { resolveLocation, type Location } from './zones/resolve-location.ts';
import type { Point } from './zones/zone.ts';

/** Saves an address; 200 with the one that is there where phone, address and city are the same. */
export async function saveAddress({ body }: Input<Operations['saveAddress']>, call: Call, room: Shipping): Promise<Reply<Address>> {
  const usual = body.is_default === true && body.type !== 'delivery';
  return effect(room, call, {
    ...(usual ? {} : { single: true }),
    work: async (runner) => {
      // Read here, so that a repeated request gets its first answer also where the map has changed since.
      const address = newAddress(body, call, room);
      const saved = usual ? await saveUsual(runner, call, address) : await save(runner, call, address);
      return reply(presentAddress(saved.row), { status: saved.isNew ? 201 : 200 });
    },
  });
}

type Saved = { readonly row: ShownAddressRow; readonly isNew: boolean };

async function save(runner: Runner, { tenant }: Call, address: NewAddress): Promise<Saved> {
  const inserted = await insertAddress(runner, tenant, address);
  if (inserted) return { row: inserted, isNew: true };
  const existing = await findMatchingAddress(runner, tenant, address.match_key);
  if (existing) return { row: existing, isNew: false };
  throw new Failure('SERVICE_UNAVAILABLE', 'The same address was removed while this one was being saved. Send the request again.', { retryAfterSeconds: 1 });
}

/** Asked for again as the usual pickup place, an address that is there becomes it. */
async function saveUsual(tx: Runner, call: Call, address: NewAddress): Promise<Saved> {
  await lockDefaultAddress(tx, call.tenant);
  const saved = await save(tx, call, { ...address, is_default: false });
  if (saved.row.is_default || saved.row.type === 'delivery') return saved;
  await moveDefaultAddress(tx, call.tenant, saved.row.id);
  return { ...saved, row: { ...saved.row, is_default: true } };
}

function newAddress(body: SaveAddressBody, call: Call, room: Shipping): NewAddress {
  const phone = body.contact_phone === undefined ? null : readPhone(body.contact_phone, { path: 'contact_phone', call });
  const location = locationOf(body, room);
  const point = location.exact ? rounded(location.point) : null;
  return {
    id: makeId('adr_', call.now.getTime(), room.world.randomBytes(idRandomBytes)),
    label: body.label ?? null,
    address: body.address,
    city: body.city,
    landmark: body.landmark ?? null,
    lat: point?.lat ?? null,
    lng: point?.lng ?? null,
    plus_code: point === null ? null : encodePlusCode(point),
    contact_name: body.contact_name ?? null,
    contact_phone: phone,
    instructions: body.instructions ?? null,
    type: body.type ?? 'both',
    is_default: body.is_default ?? false,
    zone_id: location.zone.id,
    location_quality: location.source,
    created_at: call.now,
    match_key: matchKeyOf({ phone, address: body.address, city: body.city }),
  };
}

function locationOf(body: SaveAddressBody, room: Shipping): Location {
  const found = resolveLocation(room.map().zones, { prefix: '', city: body.city, lat: body.lat, lng: body.lng, plusCode: body.plus_code });
  if (found.ok) return found.location;
  throw new Failure(found.code, found.message, { details: found.details });
}

/** Hashed, for a folded text can be longer than an index entry may be. */
function matchKeyOf({ phone, address, city }: { readonly phone: string | null; readonly address: string; readonly city: string }): string {
  const parts = [phone ?? '', ...[address, city].map((text) => foldSpelling(text) || foldText(text))];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** To a millionth of a degree, a tenth of a metre. */
function rounded({ lat, lng }: Point): Point {
  return { lat: Math.round(lat * 1e6) / 1e6, lng: Math.round(lng * 1e6) / 1e6 };
}
