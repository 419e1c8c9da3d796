import type { Planner } from '../outbox/index.ts';
import type { Tx } from '../store/index.ts';
import type { OutboxRow } from './fan-out.queries.ts';

/** Hands a batch of facts to whoever else makes something of them, one planner after the other. */
export async function informPlanners(
  tx: Tx,
  planners: readonly Planner[],
  rows: readonly OutboxRow[],
): Promise<void> {
  if (planners.length === 0 || rows.length === 0) return;
  const facts = rows.map(({ merchant_id, livemode, kind, entity, facts: fields, created_at }) => ({
    tenant: { merchantId: merchant_id, livemode },
    kind,
    entity,
    facts: fields as { readonly [field: string]: never },
    createdAt: created_at,
  }));
  for (const plan of planners) await plan(tx, facts);
}
