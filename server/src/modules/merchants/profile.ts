import { operations, type Input, type Merchant, type Operations } from '@cottontree/contract';
import type { Call } from '../../kernel/call/call.ts';
import { Failure } from '../../kernel/call/failure.ts';
import { reply, type Reply } from '../../kernel/call/reply.ts';
import { change, changesNothing } from '../../kernel/change/change.ts';
import { readPhone } from '../../kernel/phone/read-phone.ts';
import { KEYS_CHANNEL } from '../../kernel/running/channels.ts';
import { refuseReadOnly } from '../../kernel/shape/read-only.ts';
import {
  changeMerchant,
  findMerchant,
  type MerchantProfileTerms,
  type MerchantRecord,
} from './merchants.queries.ts';
import type { Merchants } from './module.ts';
import { readEmail, readName, readTimeZone } from './read-merchant.ts';

/** Tells who the merchant is. */
export async function getMerchant(
  _input: Input<Operations['getMerchant']>,
  call: Call,
  module: Merchants,
): Promise<Reply<Merchant>> {
  return replyMerchant(await ownRecord(call, module), call, module);
}

/** Changes who the merchant is; every node goes by it within seconds. */
export async function updateMerchant(
  { body }: Input<Operations['updateMerchant']>,
  call: Call,
  module: Merchants,
): Promise<Reply<Merchant>> {
  if (!call.tenant.livemode)
    throw new Failure(
      'LIVE_ONLY',
      'A profile counts for live and test mode alike: send the change with a live key.',
    );
  const pickup = await module.findPickup(call.tenant);
  const changed = await change(
    {
      key: { tenant: null, id: call.tenant.merchantId },
      tooMany: 'requests change this profile',
      read: () => ownRecord(call, module),
      ifMatch: call.ifMatch,
      seen: ({ version }) => ({ version, what: 'The profile' }),
    },
    async (before) => {
      refuseReadOnly(operations.updateMerchant.readOnly, body, presentMerchant(before, pickup));
      const profile = readProfile(body, before, call);
      return changesNothing(profile, before) ? before : changeMerchant(module.store.system, before, profile);
    },
  );
  module.store.notify(KEYS_CHANNEL, changed.id);
  module.authenticator.forget(changed.id);
  return replyMerchant(changed, call, module);
}

type Body = Input<Operations['updateMerchant']>['body'];

function readProfile(body: Body, before: MerchantRecord, call: Call): MerchantProfileTerms {
  const given = <Value, Read>(value: Value | undefined, was: Read, read: (value: Value) => Read): Read =>
    value === undefined ? was : read(value);
  return {
    name: given(body.name, before.name, (text) => readName(text, 'name')),
    store_name: given(body.store_name, before.store_name, (text) => readName(text, 'store_name')),
    email: given(body.email, before.email, readEmail),
    phone: given(body.phone, before.phone, (text) =>
      text === null ? null : readPhone(text, { path: 'phone', call }),
    ),
    address: given(body.address, before.address, (text) => text),
    time_zone: given(body.time_zone, before.time_zone, readTimeZone),
  };
}

/** A caller was let in by a key of the merchant, so the record is there. */
async function ownRecord({ tenant }: Call, { store }: Merchants): Promise<MerchantRecord> {
  const record = await findMerchant(store.system, tenant.merchantId);
  if (!record) throw new Error(`The merchant ${tenant.merchantId} has a key and no record.`);
  return record;
}

async function replyMerchant(
  record: MerchantRecord,
  { tenant }: Call,
  { findPickup }: Merchants,
): Promise<Reply<Merchant>> {
  return reply(presentMerchant(record, await findPickup(tenant)), { version: String(record.version) });
}

function presentMerchant(record: MerchantRecord, pickup: Merchant['default_pickup']): Merchant {
  return {
    id: record.id,
    version: record.version,
    name: record.name,
    store_name: record.store_name,
    email: record.email,
    phone: record.phone,
    address: record.address,
    country: record.country,
    time_zone: record.time_zone,
    currency: record.currency,
    default_pickup: pickup,
    created_at: record.created_at.toISOString(),
  };
}
