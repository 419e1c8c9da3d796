import type { GrantedScope, NewApiKey } from '@cottontree/contract';
import type { Context } from '../../kernel/call/context.ts';
import { invalid } from '../../kernel/call/failure.ts';
import { parseTime } from '../../kernel/time/parse-time.ts';
import { issueKey, KEYS_MAX, nameOfKey, tooManyKeys } from './create-key.ts';
import { judgeKey } from './judge-key.ts';
import type { KeyKind } from './key-text.ts';
import { countUsableKeys, lockKeys } from './keys.queries.ts';
import { findMerchant, type MerchantRecord } from './merchants.queries.ts';
import { readName } from './read-merchant.ts';
import { merchantNotFound } from './update-merchant.ts';

/** A key as the operator wishes it; `expires` is ISO 8601, on the merchant's clock where it names no offset. */
export type KeyInput = {
  readonly merchantId: string;
  readonly livemode: boolean;
  readonly kind: KeyKind;
  readonly name?: string | undefined;
  readonly scopes?: readonly GrantedScope[] | undefined;
  readonly origins?: readonly string[] | undefined;
  readonly ipRanges?: readonly string[] | undefined;
  readonly expires?: string | undefined;
};

/** Makes a key for a merchant as the operator, who may grant everything. */
export async function addKey(context: Context, input: KeyInput): Promise<NewApiKey> {
  const { store, world } = context;
  const merchant = await findMerchant(store.system, input.merchantId);
  if (!merchant) throw merchantNotFound(input.merchantId);
  const tenant = { merchantId: merchant.id, livemode: input.livemode };
  const rights = judgeKey(input);
  const name = input.name === undefined ? nameOfKey(input.kind) : readName(input.name, 'name');
  const expiresAt = input.expires === undefined ? null : readExpiry(input.expires, merchant, world.now());

  return store.transaction(tenant, async (tx) => {
    await lockKeys(tx, tenant);
    if ((await countUsableKeys(tx, tenant, world.now())) >= KEYS_MAX) throw tooManyKeys();
    return issueKey(tx, context, { tenant, kind: input.kind, name, rights, expiresAt });
  });
}

function readExpiry(text: string, merchant: MerchantRecord, now: Date): Date {
  const parsed = parseTime(text, merchant.time_zone);
  if (!parsed.ok) throw invalid({ path: 'expires', message: parsed.message });
  if (parsed.at <= now) throw invalid({ path: 'expires', message: 'must lie in the future' });
  return parsed.at;
}
