import type { Context } from '../../kernel/call/context.ts';
import { Failure, invalid } from '../../kernel/call/failure.ts';
import { KEYS_CHANNEL } from '../../kernel/running/channels.ts';
import { updateMerchantRecord, type MerchantRecord } from './merchants.queries.ts';
import { readEmail, readName, readPerSecond, readTimeZone } from './read-merchant.ts';

/** What is to change; what is left out stays. */
export type MerchantUpdate = {
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly storeName?: string | undefined;
  readonly timeZone?: string | undefined;
  readonly status?: string | undefined;
  readonly readsPerSecond?: number | undefined;
  readonly writesPerSecond?: number | undefined;
};

/** Changes a merchant; every node goes by it within seconds. */
export async function updateMerchant(
  { store }: Context,
  id: string,
  update: MerchantUpdate,
): Promise<MerchantRecord> {
  const merchant = await updateMerchantRecord(store.system, {
    id,
    name: given(update.name, (text) => readName(text, 'name')),
    email: given(update.email, readEmail),
    store_name: given(update.storeName, (text) => readName(text, 'store_name')),
    time_zone: given(update.timeZone, readTimeZone),
    status: given(update.status, readStatus),
    reads_per_second: given(update.readsPerSecond, (value) => readPerSecond(value, 'reads_per_second')),
    writes_per_second: given(update.writesPerSecond, (value) => readPerSecond(value, 'writes_per_second')),
  });
  if (!merchant) throw merchantNotFound(id);
  store.notify(KEYS_CHANNEL, id);
  return merchant;
}

/** Merchants are named by the operator only, so no answer of the API carries this. */
export function merchantNotFound(id: string): Failure {
  return new Failure('NOT_FOUND', `There is no merchant ${id}.`);
}

function given<From, To>(value: From | undefined, read: (value: From) => To): To | null {
  return value === undefined ? null : read(value);
}

function readStatus(text: string): string {
  if (text === 'active' || text === 'suspended') return text;
  throw invalid({ path: 'status', message: 'must be active or suspended' });
}
