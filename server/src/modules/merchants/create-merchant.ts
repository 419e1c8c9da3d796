import { idRandomBytes, makeId } from '@cottontree/contract';
import type { Context } from '../../kernel/call/context.ts';
import type { Runner } from '../../store/index.ts';
import { insertMerchant, type MerchantRecord } from './merchants.queries.ts';
import { readCountry, readEmail, readName } from './read-merchant.ts';

export type MerchantInput = {
  readonly name: string;
  readonly email: string;
  /** ISO 3166-1; default SL. */ readonly country?: string | undefined;
};

const COUNTRY_DEFAULT = 'SL';
const READS_PER_SECOND = 100;
const WRITES_PER_SECOND = 50;

/** Adds a merchant, who has the time zone and the money of the country and sells under its own name. */
export async function createMerchant(
  { store, world }: Context,
  input: MerchantInput,
  runner: Runner = store.system,
): Promise<MerchantRecord> {
  const code = input.country?.trim().toUpperCase() ?? COUNTRY_DEFAULT;
  const country = readCountry(code);
  const name = readName(input.name, 'name');
  const now = world.now();
  const merchant = await insertMerchant(runner, {
    id: makeId('mch_', now.getTime(), world.randomBytes(idRandomBytes)),
    name,
    email: readEmail(input.email),
    country: code,
    store_name: name,
    time_zone: country.timeZone,
    currency: country.currency,
    status: 'active',
    reads_per_second: READS_PER_SECOND,
    writes_per_second: WRITES_PER_SECOND,
    created_at: now,
    phone: null,
    address: null,
    version: 1,
  });
  if (!merchant) throw new Error('A new merchant was not stored.');
  return merchant;
}
