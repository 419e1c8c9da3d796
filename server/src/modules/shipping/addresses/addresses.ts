import {
  formatOptionalTime,
  formatTime,
  idRandomBytes,
  makeId,
  operations,
  type Address,
  type Data,
  type Input,
  type Operations,
  type SaveAddressBody,
  type UpdateAddressBody,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { change, changesNothing, type Changing } from '../../../kernel/change/change.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { refuseReadOnly } from '../../../kernel/shape/read-only.ts';
import { showMode } from '../../../kernel/call/tenant.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { constraintOf, type Runner } from '../../../store/index.ts';
import { readPhone } from '../../../kernel/phone/read-phone.ts';
import {
  addressList,
  changeAddress,
  dropAddress,
  findMatchingAddress,
  getAddress,
  insertAddress,
  lockDefaultAddress,
  moveDefaultAddress,
  type AddressChange,
  type NewAddress,
  type ShownAddressRow,
} from './addresses.queries.ts';
import { matchKeyOf, readPlace, type Place } from './read-place.ts';
import type { Shipping } from '../module.ts';

/** Lists saved addresses, newest first unless sorted otherwise. */
export async function listAddresses(
  { query }: Input<Operations['listAddresses']>,
  call: Call,
  { store }: Shipping,
): Promise<Reply<readonly Address[]>> {
  const { rows, meta } = await addressList.find(store.reads(call.tenant), { call, query });
  return reply(rows.map(presentAddress), { meta });
}

/** Deletes a saved address; deliveries keep what they copied of it. */
export async function deleteAddress(
  { params }: Input<Operations['deleteAddress']>,
  call: Call,
  module: Shipping,
): Promise<Reply<Data<Operations['deleteAddress']>>> {
  const runner = module.store.of(call.tenant);
  return change(changingAddress(params.id, call, runner), async (row) =>
    (await dropAddress(runner, call.tenant, row)) ? reply({ id: row.id, deleted: true as const }) : undefined,
  );
}

/** Saves an address; 200 with the one that is there where phone, address and city are the same. */
export async function saveAddress(
  { body }: Input<Operations['saveAddress']>,
  call: Call,
  module: Shipping,
): Promise<Reply<Address>> {
  refuseReadOnly(operations.saveAddress.readOnly, body, showMode(call.tenant.livemode));
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

/** How often another one with the same words may be changed or deleted between the two looks for it. */
const TRIES_MAX = 8;

async function save(runner: Runner, { tenant }: Call, address: NewAddress): Promise<Saved> {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const inserted = await insertAddress(runner, tenant, address);
    if (inserted) return { row: inserted, isNew: true };
    const existing = await findMatchingAddress(runner, tenant, address.match_key);
    if (existing) return { row: existing, isNew: false };
  }
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

const SAME_PLACE = 'addresses_match';

/** Changes the fields given of a saved address, on the version that was read; deliveries made before keep theirs. */
export async function updateAddress(
  { params, body }: Input<Operations['updateAddress']>,
  call: Call,
  module: Shipping,
): Promise<Reply<Address>> {
  const runner = module.store.of(call.tenant);
  return change(changingAddress(params.id, call, runner), async (row) => {
    refuseReadOnly(operations.updateAddress.readOnly, body, presentAddress(row));
    const wanted = changeOf(row, body, { call, module });
    const { match_key: _, ...fields } = wanted;
    if (changesNothing(fields, row)) return reply(presentAddress(row), { version: String(row.version) });
    const changed = await write({ row, change: wanted }, call, module).catch((error: unknown) =>
      refuseTwin(error, { change: wanted, call, runner }),
    );
    return changed && reply(presentAddress(changed), { version: String(changed.version) });
  });
}

/** An address that a request changes or deletes. */
function changingAddress(id: string, call: Call, runner: Runner): Changing<ShownAddressRow> {
  return {
    key: { tenant: call.tenant, id },
    tooMany: 'requests change this address',
    read: () => getAddress(runner, call.tenant, id),
    notFound: () => addressNotFound(id),
    ifMatch: call.ifMatch,
    seen: ({ version }) => ({ version, what: `The address ${id}` }),
  };
}

function addressNotFound(id: string): Failure {
  return new Failure('ADDRESS_NOT_FOUND', `There is no saved address ${id}.`);
}

/** The usual pickup place is one at most, so another loses that in the same transaction, once it is sure that this one gets it. */
function write(
  { row, change }: { readonly row: ShownAddressRow; readonly change: AddressChange },
  { tenant }: Call,
  { store }: Shipping,
): Promise<ShownAddressRow | undefined> {
  const isUsual = row.is_default && row.type !== 'delivery';
  if (isUsual || !change.is_default || change.type === 'delivery')
    return changeAddress(store.of(tenant), tenant, change);
  return store.transaction(tenant, async (tx) => {
    await lockDefaultAddress(tx, tenant);
    const changed = await changeAddress(tx, tenant, { ...change, is_default: false });
    if (!changed) return undefined;
    await moveDefaultAddress(tx, tenant, change.id);
    return { ...changed, is_default: true, version: changed.version + 1 };
  });
}

type Refusal = { readonly change: AddressChange; readonly call: Call; readonly runner: Runner };

async function refuseTwin(error: unknown, { change, call, runner }: Refusal): Promise<never> {
  if (constraintOf(error) !== SAME_PLACE) throw error;
  const twin = await findMatchingAddress(runner, call.tenant, change.match_key);
  throw new Failure(
    'DUPLICATE_ADDRESS',
    `The address ${twin?.id ?? 'beside it'} has the same phone, address and city. Change that one, or delete one of the two.`,
    { details: { address_id: twin?.id ?? null } },
  );
}

type Around = { readonly call: Call; readonly module: Shipping };

function changeOf(row: ShownAddressRow, body: UpdateAddressBody, { call, module }: Around): AddressChange {
  const phone =
    typeof body.contact_phone === 'string'
      ? readPhone(body.contact_phone, { path: 'contact_phone', call })
      : orKept(body.contact_phone, row.contact_phone);
  const [address, city] = [body.address ?? row.address, body.city ?? row.city];
  return {
    id: row.id,
    version: row.version,
    label: orKept(body.label, row.label),
    address,
    city,
    landmark: orKept(body.landmark, row.landmark),
    contact_name: orKept(body.contact_name, row.contact_name),
    contact_phone: phone,
    instructions: orKept(body.instructions, row.instructions),
    type: body.type ?? row.type,
    is_default: body.is_default ?? row.is_default,
    match_key: matchKeyOf({ phone, address, city }),
    ...placeOf(row, body, module),
  };
}

/** A new pin or plus code replaces the old pin; with a new city alone, the pin stays and must lie there. */
function placeOf(row: ShownAddressRow, body: UpdateAddressBody, module: Shipping): Place {
  const city = body.city ?? row.city;
  const repinned = (['lat', 'lng', 'plus_code'] as const).some(
    (field) => body[field] !== undefined && body[field] !== row[field],
  );
  if (repinned)
    return readPlace(
      {
        city,
        lat: body.lat ?? undefined,
        lng: body.lng ?? undefined,
        plus_code: body.plus_code ?? undefined,
      },
      module,
    );
  const { lat, lng, plus_code, zone_id, location_quality } = row;
  if (city === row.city) return { lat, lng, plus_code, zone_id, location_quality };
  const place = readPlace({ city, lat: lat ?? undefined, lng: lng ?? undefined }, module);
  return lat === null ? place : { ...place, location_quality };
}

/** Null empties a field, and one left out stays. */
function orKept<Value>(given: Value | null | undefined, kept: Value | null): Value | null {
  return given === undefined ? kept : given;
}

/** A saved address as its merchant sees it. */
function presentAddress(row: ShownAddressRow): Address {
  return {
    id: row.id,
    label: row.label,
    address: row.address,
    city: row.city,
    landmark: row.landmark,
    lat: row.lat,
    lng: row.lng,
    plus_code: row.plus_code,
    contact_name: row.contact_name,
    contact_phone: row.contact_phone,
    instructions: row.instructions,
    type: row.type,
    is_default: row.is_default,
    zone: { id: row.zone_id, code: row.zone_code, name: row.zone_name },
    location_quality: row.location_quality,
    delivery_count: row.delivery_count,
    last_used_at: formatOptionalTime(row.last_used_at),
    created_at: formatTime(row.created_at),
    version: row.version,
    livemode: row.livemode,
  };
}
