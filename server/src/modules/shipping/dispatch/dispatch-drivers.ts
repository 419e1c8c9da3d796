import {
  exactTexts,
  formatOptionalTime,
  formatTime,
  idRandomBytes,
  makeId,
  operations,
  parseAmount,
  toMajor,
  type Currency,
  type DispatchDriver,
  type Input,
  type Operations,
} from '@cottontree/contract';
import type { DispatchCall } from '../../../kernel/call/call.ts';
import { requireMatch, versionOf, versionShown, versionsOf } from '../../../kernel/change/if-match.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { Failure, invalid } from '../../../kernel/call/failure.ts';
import { parsePhone } from '../../../kernel/phone/phone.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { knownFields } from '../../../kernel/shape/known-fields.ts';
import { refuseReadOnly } from '../../../kernel/shape/read-only.ts';
import { constraintOf, type Runner } from '../../../store/index.ts';
import { MAP_CHANNEL } from '../coverage/map-channel.ts';
import type { Shipping } from '../module.ts';
import {
  driverList,
  endSessionsOfDriver,
  endShift,
  findDriverOnBoard,
  insertDriverOnBoard,
  lockDriverOnBoard,
  PHONE_INDEXES,
  updateDriverOnBoard,
  type DriverFields,
  type DriverOnBoard,
} from './dispatch-drivers.queries.ts';

const NEW = Object.freeze({
  name: '',
  phone: '',
  vehicle_type: 'motorbike',
  plate: '',
  active: true,
  merchant_id: null,
  livemode: null,
  jobs_max: 3,
  cash_limit: 500_000n,
});

/** Adds a courier: to the platform, or to the merchant whose key it is, in its mode. A phone belongs to one courier of an owner. */
export async function createDispatchDriver(
  { body }: Input<Operations['createDispatchDriver']>,
  call: DispatchCall,
  module: Shipping,
): Promise<Reply<DispatchDriver>> {
  const { currency } = module.map().card;
  const given = knownFields(operations.createDispatchDriver.body, body);
  const fields = readDriver(given, NEW, { call, currency });
  const answer = await effect(
    module,
    { tenant: null, idempotency: call.idempotency },
    {
      work: async (tx) => {
        const now = module.world.now();
        const id = makeId('drv_', now.getTime(), module.world.randomBytes(idRandomBytes));
        const added = await insertDriverOnBoard(tx, { id, created_at: now, ...fields }).catch(
          refuseUnknownMerchant(fields.merchant_id),
        );
        if (!added) throw phoneTaken(fields.phone);
        const row = await findDriverOnBoard(tx, id, call.reach);
        if (!row) throw new Error(`The courier ${id} went away while he was added.`);
        return { ...shown(row, currency), status: 201 };
      },
    },
  );
  module.store.notify(MAP_CHANNEL);
  await module.refreshMap();
  return answer;
}

/** Lists the couriers within reach, with where they are and what they carry. */
export async function listDispatchDrivers(
  { query }: Input<Operations['listDispatchDrivers']>,
  call: DispatchCall,
  { store, map }: Shipping,
): Promise<Reply<readonly DispatchDriver[]>> {
  const { reach } = call;
  const given = { merchant_id: reach?.merchantId ?? null, livemode: reach?.livemode ?? null };
  const { rows, meta } = await driverList.find(store.system.reads, { call, query, given });
  const { currency } = map().card;
  return reply(
    rows.map((row) => presentDriver(row, currency)),
    { meta },
  );
}

/** Reads a courier within reach: a merchant's key only its own riders. */
export async function getDispatchDriver(
  { params }: Input<Operations['getDispatchDriver']>,
  call: DispatchCall,
  { store, map }: Shipping,
): Promise<Reply<DispatchDriver>> {
  const row = await findDriverOnBoard(store.system, params.id, call.reach);
  return shown(reachable(row, params.id, call), map().card.currency);
}

/** Changes a courier within reach: a merchant's key only its own riders. */
export async function updateDispatchDriver(
  { params, body }: Input<Operations['updateDispatchDriver']>,
  call: DispatchCall,
  module: Shipping,
): Promise<Reply<DispatchDriver>> {
  const { system } = module.store;
  const { currency } = module.map().card;
  const now = module.world.systemNow();
  await system.transaction((tx) => changeDriver(tx, { id: params.id, body }, { call, currency, now }));
  if (body.active === false) module.wake('couriers.offer');
  module.store.notify(MAP_CHANNEL);
  await module.refreshMap();
  return shown(reachable(await findDriverOnBoard(system, params.id, call.reach), params.id, call), currency);
}

/** What moves by itself, as place and cash do, is none of what a change may overwrite. */
function shown(row: DriverOnBoard, currency: Currency): Reply<DispatchDriver> {
  const driver = presentDriver(row, currency);
  return reply(driver, { version: versionShown(editableOf(driver), driver) });
}

const editableOf = (driver: DispatchDriver) => knownFields(operations.updateDispatchDriver.body, driver);

/** Under the lock, so that of two changes at once neither undoes the other. */
async function changeDriver(
  tx: Runner,
  { id, body }: { readonly id: string; readonly body: DriverInput },
  { call, currency, now }: { readonly call: DispatchCall; readonly currency: Currency; readonly now: Date },
): Promise<void> {
  await lockDriverOnBoard(tx, id);
  const before = reachable(await findDriverOnBoard(tx, id, call.reach), id, call);
  const seen = presentDriver(before, currency);
  requireMatch(versionsOf(call.ifMatch), { version: versionOf(editableOf(seen)), what: `The courier ${id}` });
  refuseReadOnly(operations.updateDispatchDriver.readOnly, body, seen);
  const fields = readDriver(body, before, { call, currency });
  const changed = await updateDriverOnBoard(tx, { id, ...fields })
    .catch((error: unknown) => {
      throw PHONE_INDEXES.includes(constraintOf(error)) ? phoneTaken(fields.phone) : error;
    })
    .catch(refuseUnknownMerchant(fields.merchant_id));
  if (!changed)
    throw new Failure(
      'STATE_CONFLICT',
      `Courier ${id} has parcels under way that he could not carry then. Give them to others first.`,
      { details: { from: ownership(before), to: ownership(fields), allowed: [ownership(before)] } },
    );
  if (fields.active) return;
  await endSessionsOfDriver(tx, id, now);
  await endShift(tx, id, now);
}

function reachable(row: DriverOnBoard | undefined, id: string, { reach }: DispatchCall): DriverOnBoard {
  if (row && (reach === null || (row.merchant_id === reach.merchantId && row.livemode === reach.livemode)))
    return row;
  throw new Failure('DRIVER_NOT_FOUND', `There is no courier ${id.slice(0, 64)} of yours.`);
}

/** Whose a courier is, in one word for each side of a conflict. */
function ownership({ merchant_id, livemode }: Pick<DriverOnBoard, 'merchant_id' | 'livemode'>): string {
  return `${merchant_id ?? 'platform'}/${livemode === null ? 'both' : livemode ? 'live' : 'test'}`;
}

/** A courier as a dispatcher sees him; amounts are in the money of the rate card. */
function presentDriver(row: DriverOnBoard, currency: Currency): DispatchDriver {
  const { lat, lng, recorded_at: recordedAt } = row;
  return {
    id: row.id,
    name: row.name,
    phone: row.phone,
    vehicle_type: row.vehicle_type,
    plate: row.plate,
    active: row.active,
    merchant_id: row.merchant_id,
    livemode: row.livemode,
    jobs_max: row.jobs_max,
    cash_limit: toMajor(row.cash_limit, currency),
    cash_in_hand: toMajor(row.cash_in_hand, currency),
    exact: exactTexts({ cash_in_hand: row.cash_in_hand }, currency),
    jobs: Number(row.jobs),
    online_since: formatOptionalTime(row.online_since),
    location:
      lat === null || lng === null || recordedAt === null
        ? null
        : { lat, lng, accuracy_m: row.accuracy_m, recorded_at: formatTime(recordedAt) },
    created_at: formatTime(row.created_at),
  };
}

type DriverInput = {
  readonly name?: string;
  readonly phone?: string;
  readonly vehicle_type?: string;
  readonly plate?: string;
  readonly active?: boolean;
  readonly jobs_max?: number;
  readonly cash_limit?: number | string;
  readonly merchant_id?: string | null;
  readonly livemode?: boolean | null;
};

/** The fields of a courier after an input; what it leaves out stays as it was. */
function readDriver(
  input: DriverInput,
  before: DriverFields,
  { call, currency }: { readonly call: DispatchCall; readonly currency: Currency },
): DriverFields {
  const owner = ownerOf(input, before, call);
  return {
    name: input.name ?? before.name,
    phone: input.phone === undefined ? before.phone : phoneOf(input.phone),
    vehicle_type: input.vehicle_type ?? before.vehicle_type,
    plate: input.plate ?? before.plate,
    active: input.active ?? before.active,
    merchant_id: owner,
    livemode: modeOf(input, { before, owner, call }),
    jobs_max: input.jobs_max ?? before.jobs_max,
    cash_limit: input.cash_limit === undefined ? before.cash_limit : amountOf(input.cash_limit, currency),
  };
}

function phoneOf(text: string): string {
  const phone = parsePhone(text);
  if (phone.ok) return phone.e164;
  throw new Failure(phone.code, `phone ${phone.message}.`, {
    details: { fields: [{ path: 'phone', message: phone.message }] },
  });
}

/** A merchant's key makes and keeps riders of its own. */
function ownerOf(
  { merchant_id: wanted }: DriverInput,
  before: DriverFields,
  { reach }: DispatchCall,
): string | null {
  if (reach === null) return wanted === undefined ? before.merchant_id : wanted;
  if (wanted === undefined || wanted === reach.merchantId) return reach.merchantId;
  throw new Failure(
    'OPERATORS_ONLY',
    "Only the platform's people may give a courier to another merchant, or to all of them. Leave merchant_id out.",
  );
}

/** The platform's couriers carry in both modes unless one is named; a rider in one, which is that of the key that adds him. */
function modeOf(
  { livemode: wanted }: DriverInput,
  {
    before,
    owner,
    call: { reach },
  }: { readonly before: DriverFields; readonly owner: string | null; readonly call: DispatchCall },
): boolean | null {
  if (reach !== null) {
    if (wanted === undefined || wanted === reach.livemode) return reach.livemode;
    throw new Failure(
      'OPERATORS_ONLY',
      "Only the platform's people may move a courier to the other mode. Leave livemode out, or use a key of that mode.",
    );
  }
  const mode = wanted === undefined ? before.livemode : wanted;
  if (owner === null || mode !== null) return mode;
  if (wanted === undefined) return true;
  throw invalid({
    path: 'livemode',
    message: "must be true or false for a merchant's rider; only the platform's couriers carry in both modes",
  });
}

function amountOf(value: number | string, currency: Currency): bigint {
  const amount = parseAmount(value, currency);
  if (amount.ok) return amount.minor;
  if (amount.code === 'VALIDATION_ERROR') throw invalid({ path: 'cash_limit', message: amount.message });
  throw new Failure(amount.code, `cash_limit ${amount.message}.`, {
    details: { fields: [{ path: 'cash_limit', message: amount.message }] },
  });
}

function phoneTaken(phone: string): Failure {
  return new Failure('PHONE_TAKEN', `${phone} belongs to another courier of the same owner.`, {
    details: { fields: [{ path: 'phone', message: 'belongs to another courier of the same owner' }] },
  });
}

/** Turns the violation that no merchant has this id into its refusal. */
function refuseUnknownMerchant(id: string | null): (error: unknown) => never {
  return (error) => {
    throw constraintOf(error) === 'drivers_merchant_id_fkey'
      ? new Failure('MERCHANT_NOT_FOUND', `There is no merchant ${String(id).slice(0, 64)}.`)
      : error;
  };
}
