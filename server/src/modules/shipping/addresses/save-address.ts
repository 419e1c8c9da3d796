import {
  idRandomBytes,
  makeId,
  type Address,
  type Input,
  type Operations,
  type SaveAddressBody,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Runner } from '../../../store/index.ts';
import {
  findMatchingAddress,
  insertAddress,
  lockDefaultAddress,
  moveDefaultAddress,
  type NewAddress,
  type ShownAddressRow,
} from './addresses.queries.ts';
import type { Shipping } from '../module.ts';
import { presentAddress } from './present-address.ts';
import { readPhone } from '../../../kernel/phone/read-phone.ts';
import { matchKeyOf, readPlace } from './read-place.ts';

/** Saves an address; 200 with the one that is there where phone, address and city are the same. */
export async function saveAddress(
  { body }: Input<Operations['saveAddress']>,
  call: Call,
  module: Shipping,
): Promise<Reply<Address>> {
  const usual = body.is_default === true && body.type !== 'delivery';
  const work = async (runner: Runner): Promise<Reply<Address>> => {
    // Read here, so that a repeated request gets its first answer also where the map has changed since.
    const address = newAddress(body, call, module);
    const saved = usual ? await saveUsual(runner, call, address) : await save(runner, call, address);
    return reply(presentAddress(saved.row), {
      status: saved.isNew ? 201 : 200,
      version: String(saved.row.version),
    });
  };
  return usual ? effect(module, call, { work }) : effect(module, call, { single: true, work });
}

type Saved = { readonly row: ShownAddressRow; readonly isNew: boolean };

async function save(runner: Runner, { tenant }: Call, address: NewAddress): Promise<Saved> {
  const inserted = await insertAddress(runner, tenant, address);
  if (inserted) return { row: inserted, isNew: true };
  const existing = await findMatchingAddress(runner, tenant, address.match_key);
  if (existing) return { row: existing, isNew: false };
  throw new Failure(
    'SERVICE_UNAVAILABLE',
    'The same address was removed while this one was being saved. Send the request again.',
    { retryAfterSeconds: 1 },
  );
}

/** Asked for again as the usual pickup place, an address that is there becomes it. */
async function saveUsual(tx: Runner, call: Call, address: NewAddress): Promise<Saved> {
  await lockDefaultAddress(tx, call.tenant);
  const saved = await save(tx, call, { ...address, is_default: false });
  if (saved.row.is_default || saved.row.type === 'delivery') return saved;
  await moveDefaultAddress(tx, call.tenant, saved.row.id);
  return { ...saved, row: { ...saved.row, is_default: true, version: saved.row.version + 1 } };
}

function newAddress(body: SaveAddressBody, call: Call, module: Shipping): NewAddress {
  const phone =
    body.contact_phone === undefined ? null : readPhone(body.contact_phone, { path: 'contact_phone', call });
  const place = readPlace(body, module);
  return {
    id: makeId('adr_', call.now.getTime(), module.world.randomBytes(idRandomBytes)),
    label: body.label ?? null,
    address: body.address,
    city: body.city,
    landmark: body.landmark ?? null,
    lat: place.lat,
    lng: place.lng,
    plus_code: place.plus_code,
    contact_name: body.contact_name ?? null,
    contact_phone: phone,
    instructions: body.instructions ?? null,
    type: body.type ?? 'both',
    is_default: body.is_default ?? false,
    zone_id: place.zone_id,
    location_quality: place.location_quality,
    created_at: call.now,
    match_key: matchKeyOf({ phone, address: body.address, city: body.city }),
  };
}
