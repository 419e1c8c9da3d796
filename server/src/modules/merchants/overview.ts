import type { OverviewQuestion, OverviewShare } from '../../kernel/call/overview-share.ts';
import type { Merchants } from './module.ts';
import { merchantBegun } from './overview.queries.ts';

/** What a merchant's own record and keys say to an overview; a profile is complete that can be reached. */
export async function overviewOfMerchants(
  { store }: Merchants,
  { tenant, may }: OverviewQuestion,
): Promise<OverviewShare> {
  const begun = await merchantBegun(store.of(tenant), tenant);
  const isComplete = Boolean(begun?.phone && begun.address);
  return {
    steps: [
      {
        step: 'profile',
        operation: 'updateMerchant',
        seen: may('merchant:read'),
        proof: begun && isComplete && may('merchant:read') ? { id: begun.id, at: null } : null,
      },
      {
        step: 'key_used',
        operation: 'createKey',
        seen: may('keys:read'),
        proof: begun?.key_id && may('keys:read') ? { id: begun.key_id, at: begun.key_at } : null,
      },
    ],
  };
}
