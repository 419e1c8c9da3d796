import { keyOf, type Tenant } from '../core/tenant.ts';
import { statement, type Runner } from '../store/index.ts';

const count = statement({
  name: 'batches.count',
  params: { merchant_id: 'text', livemode: 'bool', batch_id: 'text', pickup_zone: 'text' },
  row: { jobs: 'int4' },
  sql: `SELECT count(*)::int4 AS jobs FROM deliveries
        WHERE merchant_id = :merchant_id AND livemode = :livemode AND batch_id = :batch_id AND status <> 'cancelled' AND details -> 'pickup_zone' ->> 'code' = :pickup_zone`,
});

/** How many deliveries of a batch are fetched in one zone; cancelled ones are not. */
export async function countBatch(
  runner: Runner,
  tenant: Tenant,
  batch: { readonly batchId: string; readonly pickupZone: string },
): Promise<number> {
  const [row] = await runner.run(count, {
    ...keyOf(tenant),
    batch_id: batch.batchId,
    pickup_zone: batch.pickupZone,
  });
  return row?.jobs ?? 0;
}
