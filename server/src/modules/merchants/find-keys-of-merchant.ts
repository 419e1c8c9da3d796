import type { ApiKey } from '@cottontree/contract';
import type { Context } from '../../kernel/call/context.ts';
import { listKeysOfMerchant } from './keys.queries.ts';
import { findMerchant } from './merchants.queries.ts';
import { presentKey } from './present-key.ts';
import { merchantNotFound } from './update-merchant.ts';

/** Every key of a merchant in both modes, newest first, for the operator. */
export async function findKeysOfMerchant({ store }: Context, merchantId: string): Promise<readonly ApiKey[]> {
  if (!(await findMerchant(store.system, merchantId))) throw merchantNotFound(merchantId);
  return (await listKeysOfMerchant(store.system.slow, merchantId)).map(presentKey);
}
