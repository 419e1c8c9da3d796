import {
  formatTime,
  idRandomBytes,
  makeId,
  operations,
  type Deleted,
  type Input,
  type Location,
  type Operations,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { Failure, invalid } from '../../../kernel/call/failure.ts';
import { changesNothing } from '../../../kernel/change/change.ts';
import { requireMatch } from '../../../kernel/change/if-match.ts';
import { refuseReadOnly } from '../../../kernel/shape/read-only.ts';
import { readPhone } from '../../../kernel/phone/read-phone.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { showMode } from '../../../kernel/call/tenant.ts';
import { constraintOf } from '../../../store/index.ts';
import type { Pos } from '../module.ts';
import { ensureDefaultLocation, locationNotFound, requireLocation } from './default-location.ts';
import {
  changeLocation,
  clearDefaultLocation,
  closeLocation,
  findLocationCodes,
  findStockedVariant,
  findUseOf,
  insertLocation,
  locationList,
  lockLocations,
  takeLocation,
  type LocationRow,
  type LocationTerms,
  type LocationUse,
} from './locations.queries.ts';

/** Opens a location. */
export async function createLocation(
  { body }: Input<Operations['createLocation']>,
  call: Call,
  module: Pos,
): Promise<Reply<Location>> {
  const { tenant, now } = call;
  refuseReadOnly(operations.createLocation.readOnly, body, showMode(tenant.livemode));
  const fresh = {
    name: body.name,
    code: '',
    address: null,
    phone: null,
    receipt_lines: [],
    is_default: false,
    is_active: true,
    updated_at: now,
  };
  const wanted = readLocation(body, fresh, call);
  const id = makeId('loc_', module.world.now().getTime(), module.world.randomBytes(idRandomBytes));
  return effect<Location>(module, call, {
    work: async (tx) => {
      await lockLocations(tx, tenant);
      await ensureDefaultLocation(tx, tenant, now);
      if (wanted.is_default) await clearDefaultLocation(tx, tenant, { exceptId: id, now });
      const code = body.code ?? chooseCode(body.name, await findLocationCodes(tx, tenant));
      return replyLocation(await insertLocation(tx, tenant, { id, terms: { ...wanted, code } }));
    },
  }).catch(refuseTakenCode(body.code));
}

/** What the unique index of codes says, in words. */
function refuseTakenCode(code: string | undefined): (error: unknown) => never {
  return (error) => {
    if (constraintOf(error) !== 'locations_code') throw error;
    throw new Failure(
      'DUPLICATE_CODE',
      `Another location has the code ${code ?? ''}. Choose another, or send none.`,
      { details: { code } },
    );
  };
}

/** Lists the merchant's locations, newest first unless sorted otherwise; whoever asks has at least one. */
export async function listLocations(
  { query }: Input<Operations['listLocations']>,
  call: Call,
  { store }: Pos,
): Promise<Reply<readonly Location[]>> {
  const { tenant, now } = call;
  await ensureDefaultLocation(store.of(tenant), tenant, now);
  const { rows, meta } = await locationList.find(store.reads(tenant), { call, query });
  return reply(rows.map(presentLocation), { meta });
}

/** Reads a location. */
export async function getLocation(
  { params }: Input<Operations['getLocation']>,
  { tenant }: Call,
  { store }: Pos,
): Promise<Reply<Location>> {
  return replyLocation(await requireLocation(store.of(tenant), tenant, params.id));
}

/** Changes a location; one that becomes the default takes that from another. */
export async function updateLocation(
  { params, body }: Input<Operations['updateLocation']>,
  call: Call,
  module: Pos,
): Promise<Reply<Location>> {
  const { tenant, now } = call;
  return module.store
    .transaction(tenant, async (tx) => {
      await lockLocations(tx, tenant);
      const row = (await takeLocation(tx, tenant, params.id)) ?? locationNotFound(params.id);
      requireMatch(call.ifMatch, { version: row.version, what: `The location ${row.id}` });
      refuseReadOnly(operations.updateLocation.readOnly, body, presentLocation(row));
      const terms = readLocation(body, row, call);
      if (changesNothing(terms, row)) return replyLocation(row);
      if (terms.is_default) await clearDefaultLocation(tx, tenant, { exceptId: row.id, now });
      const changed = await changeLocation(tx, tenant, { id: row.id, version: row.version, terms });
      if (!changed) throw new Error(`The location ${row.id} was changed past its lock.`);
      return replyLocation(changed);
    })
    .catch(refuseTakenCode(body.code));
}

/** Closes a location for good, once nothing lies there or is on its way, and no till stands there. */
export async function deleteLocation(
  { params }: Input<Operations['deleteLocation']>,
  { tenant, now, ifMatch }: Call,
  { store }: Pos,
): Promise<Reply<Deleted>> {
  return store.transaction(tenant, async (tx) => {
    await lockLocations(tx, tenant);
    const row = (await takeLocation(tx, tenant, params.id)) ?? locationNotFound(params.id);
    requireMatch(ifMatch, { version: row.version, what: `The location ${row.id}` });
    if (row.is_default) throw keepsDefault('deleted', 'Make another the default before you close it.');
    // In this order: what was on its way a moment ago may lie there now, and not the other way round.
    const use = await findUseOf(tx, tenant, row.id);
    const variantId = await findStockedVariant(tx, tenant, row.id);
    if (variantId !== undefined)
      throw new Failure(
        'STATE_CONFLICT',
        `Stock is recorded at ${row.name}, of ${variantId} for one. Transfer or count it to zero first.`,
        { details: { from: 'stocked', to: 'deleted', allowed: [], variant_id: variantId } },
      );
    if (use) throw stillUsed(row, use);
    if (!(await closeLocation(tx, tenant, { id: row.id, version: row.version, at: now })))
      throw new Error(`The location ${row.id} was changed past its lock.`);
    return reply({ id: row.id, deleted: true });
  });
}

function stillUsed({ name }: LocationRow, { kind, id, name: till }: LocationUse): Failure {
  const uses = {
    till: {
      field: 'terminal_id',
      sentence: `The till ${till} stands at ${name}. Move it to another location with PATCH /v1/pos/terminals/${id}, or delete it first.`,
    },
    drawer: {
      field: 'cash_session_id',
      sentence: `A cash session is open at ${name}. Close it with POST /v1/pos/cash-sessions/${id}/close first.`,
    },
    transfer: {
      field: 'transfer_id',
      sentence: `Stock is on its way to or from ${name}. Receive or cancel the transfer ${id} first.`,
    },
  };
  const { field, sentence } = uses[kind];
  return new Failure('STATE_CONFLICT', sentence, {
    details: { from: 'in_use', to: 'deleted', allowed: [], [field]: id },
  });
}

const CODE_CHARACTERS_MAX = 8;
const STEM_CHARACTERS = 3;

/** A code from the first letters of a name (Lumley Beach: LUM), with a number behind it where that is taken. */
function chooseCode(name: string, taken: ReadonlySet<string>): string {
  const letters = name
    .normalize('NFKD')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '');
  const stem = letters.slice(0, STEM_CHARACTERS) || 'LOC';
  if (!taken.has(stem)) return stem;
  for (let number = 2; ; number += 1) {
    const code = `${stem}${number}`.slice(0, CODE_CHARACTERS_MAX);
    if (!taken.has(code)) return code;
  }
}

type Body = Input<Operations['updateLocation']>['body'];

/** What a location is to be after an input: what the input leaves out stays as it was. */
function readLocation(body: Body, before: LocationTerms, call: Call): LocationTerms {
  const isDefault = body.is_default ?? before.is_default;
  const isActive = body.is_active ?? before.is_active;
  if (before.is_default && !isDefault)
    throw keepsDefault('not_default', 'Make another location the default instead.');
  if (before.is_default && !isActive)
    throw keepsDefault('inactive', 'Make another the default before you switch it off.');
  if (isDefault && !isActive)
    throw invalid({ path: 'is_default', message: 'cannot be a location that is not active' });
  return {
    name: body.name ?? before.name,
    code: body.code ?? before.code,
    address: body.address === undefined ? before.address : body.address,
    phone: readOptionalPhone(body.phone, before, call),
    receipt_lines: body.receipt_lines ?? before.receipt_lines,
    is_default: isDefault,
    is_active: isActive,
    updated_at: call.now,
  };
}

function keepsDefault(to: 'not_default' | 'inactive' | 'deleted', advice: string): Failure {
  return new Failure(
    'STATE_CONFLICT',
    `The location is the default, where everything happens that names none. ${advice}`,
    { details: { from: 'default', to, allowed: [] } },
  );
}

function readOptionalPhone(
  phone: string | null | undefined,
  before: LocationTerms,
  call: Call,
): string | null {
  if (phone === undefined) return before.phone;
  return phone === null ? null : readPhone(phone, { path: 'phone', call });
}

/** A location as people and programs read it. */
export function presentLocation(row: LocationRow): Location {
  return {
    id: row.id,
    version: row.version,
    name: row.name,
    code: row.code,
    address: row.address,
    phone: row.phone,
    receipt_lines: [...row.receipt_lines],
    is_default: row.is_default,
    is_active: row.is_active,
    ...showMode(row.livemode),
    created_at: formatTime(row.created_at),
    updated_at: formatTime(row.updated_at),
  };
}

function replyLocation(row: LocationRow): Reply<Location> {
  return reply(presentLocation(row), { version: String(row.version) });
}
