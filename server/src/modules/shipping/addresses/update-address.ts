import type { Address, Input, Operations, UpdateAddressBody } from '@cottontree/contract';
import { change, type Changing } from '../../../kernel/change/change.ts';
import type { Call } from '../../../kernel/call/call.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { constraintOf, type Runner } from '../../../store/index.ts';
import {
  changeAddress,
  findMatchingAddress,
  getAddress,
  lockDefaultAddress,
  moveDefaultAddress,
  type AddressChange,
  type ShownAddressRow,
} from './addresses.queries.ts';
import type { Shipping } from '../module.ts';
import { presentAddress } from './present-address.ts';
import { readPhone } from '../../../kernel/phone/read-phone.ts';
import { matchKeyOf, readPlace, type Place } from './read-place.ts';

const SAME_PLACE = 'addresses_match';

/** Changes the fields given of a saved address, on the version that was read; deliveries made before keep theirs. */
export async function updateAddress(
  { params, body }: Input<Operations['updateAddress']>,
  call: Call,
  module: Shipping,
): Promise<Reply<Address>> {
  const runner = module.store.of(call.tenant);
  return change(changingAddress(params.id, call, runner), async (row) => {
    const wanted = changeOf(row, body, { call, module });
    const changed = await write({ row, change: wanted }, call, module).catch((error: unknown) =>
      refuseTwin(error, { change: wanted, call, runner }),
    );
    return changed && reply(presentAddress(changed), { version: String(changed.version) });
  });
}

/** An address that a request changes or deletes. */
export function changingAddress(id: string, call: Call, runner: Runner): Changing<ShownAddressRow> {
  return {
    tooMany: 'requests change this address',
    read: () => getAddress(runner, call.tenant, id),
    notFound: () => addressNotFound(id),
    ifMatch: call.ifMatch,
    seen: ({ version }) => ({ version, what: `The address ${id}` }),
  };
}

export function addressNotFound(id: string): Failure {
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
  const repinned = [body.lat, body.lng, body.plus_code].some((field) => field !== undefined);
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
