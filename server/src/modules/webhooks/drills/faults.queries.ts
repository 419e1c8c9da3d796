import type { FaultMode } from '@cottontree/contract';
import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { statement, text, type Runner, type ValuesOf } from '../../../store/index.ts';
import { list } from '../../../kernel/list/list.queries.ts';
import { byTime } from '../../../kernel/list/list-walk.queries.ts';

const TENANT = { merchant_id: 'text', livemode: 'bool' } as const;
const FAULT = {
  endpoint_id: 'text',
  mode: text<FaultMode>(),
  count: 'int4',
  remaining: 'int4',
  created_at: 'timestamptz',
} as const;
const COLUMNS = Object.keys(FAULT)
  .map((name) => `f.${name}`)
  .join(', ');

/** Senders remember an endpoint by its version, so a fault that comes or goes makes a new one. */
const put = statement({
  name: 'webhookFaults.put',
  params: {
    ...TENANT,
    endpoint_id: 'text',
    mode: text<FaultMode>(),
    count: 'int4',
    created_at: 'timestamptz',
  },
  row: FAULT,
  sql: `WITH e AS (
          UPDATE webhook_endpoints SET version = version + 1 WHERE merchant_id = :merchant_id AND livemode = :livemode AND id = :endpoint_id RETURNING merchant_id, livemode, id
        )
        INSERT INTO webhook_faults AS f (merchant_id, livemode, endpoint_id, mode, count, remaining, created_at) SELECT e.merchant_id, e.livemode, e.id, :mode, :count, :count, :created_at FROM e
        ON CONFLICT (merchant_id, livemode, endpoint_id) DO UPDATE SET mode = excluded.mode, count = excluded.count, remaining = excluded.remaining, created_at = excluded.created_at
        RETURNING ${COLUMNS}`,
});

const remove = statement({
  name: 'webhookFaults.delete',
  params: { ...TENANT, endpoint_id: 'text' },
  row: { id: 'text' },
  sql: `WITH gone AS (DELETE FROM webhook_faults f WHERE f.merchant_id = :merchant_id AND f.livemode = :livemode AND f.endpoint_id = :endpoint_id RETURNING f.endpoint_id)
        UPDATE webhook_endpoints e SET version = e.version + (SELECT count(*)::int4 FROM gone) WHERE e.merchant_id = :merchant_id AND e.livemode = :livemode AND e.id = :endpoint_id RETURNING e.id`,
});

/** Uses up one message of a fault; how many were used before tells the neighbours of a swap apart. */
const take = statement({
  name: 'webhookFaults.take',
  params: { ...TENANT, endpoint_id: 'text' },
  row: { mode: text<FaultMode>(), used_before: 'int4' },
  sql: `WITH f AS MATERIALIZED (
          SELECT * FROM webhook_faults WHERE merchant_id = :merchant_id AND livemode = :livemode AND endpoint_id = :endpoint_id FOR UPDATE
        ), used AS (
          UPDATE webhook_faults u SET remaining = u.remaining - 1 FROM f WHERE u.merchant_id = f.merchant_id AND u.livemode = f.livemode AND u.endpoint_id = f.endpoint_id AND f.remaining > 1
        ), ended AS (
          DELETE FROM webhook_faults u USING f WHERE u.merchant_id = f.merchant_id AND u.livemode = f.livemode AND u.endpoint_id = f.endpoint_id AND f.remaining = 1
          RETURNING u.merchant_id, u.livemode, u.endpoint_id
        ), told AS (
          UPDATE webhook_endpoints e SET version = e.version + 1 FROM ended WHERE e.merchant_id = ended.merchant_id AND e.livemode = ended.livemode AND e.id = ended.endpoint_id
        )
        SELECT f.mode, f.count - f.remaining AS used_before FROM f`,
});

/** What is swapped on purpose gives up its place in the order. */
const putOff = statement({
  name: 'webhookFaults.putOff',
  params: {
    merchant_id: 'text',
    livemode: 'bool',
    delivery_id: 'text',
    number: 'int4',
    lease_id: 'text',
    run_at: 'timestamptz',
    drill: 'text',
  },
  row: { delivery_id: 'text' },
  sql: `WITH q AS (
          UPDATE webhook_queue q SET state = 0, run_at = :run_at, attempt = q.attempt - 1, lease_id = NULL, lease_until = NULL, drill = :drill, entity_key = CASE :drill WHEN 'reorder' THEN NULL ELSE q.entity_key END
          WHERE q.merchant_id = :merchant_id AND q.livemode = :livemode AND q.delivery_id = :delivery_id AND q.attempt = :number AND q.lease_id = :lease_id RETURNING q.*
        )
        UPDATE webhook_deliveries d SET next_attempt_at = :run_at FROM q
        WHERE d.merchant_id = q.merchant_id AND d.livemode = q.livemode AND d.created_at = q.created_at AND d.id = q.delivery_id RETURNING d.id AS delivery_id`,
});

/** A tenant's faults that are not used up. */
export const faultList = list('listWebhookFaults', {
  from: 'webhook_faults f',
  row: FAULT,
  id: 'f.endpoint_id',
  counted: 'apart',
  filters: {},
  sorts: { created_at: byTime('f.created_at') },
});

/** What drills know of a delivery that the sender holds. */
export type LeasedDelivery = {
  readonly merchant_id: string;
  readonly livemode: boolean;
  readonly endpoint_id: string;
  readonly delivery_id: string;
  readonly attempt: number;
  readonly trigger: string;
  readonly drill: string | null;
};
export type FaultRow = ValuesOf<typeof FAULT>;

/** Undefined where there is no such endpoint. */
export async function putFault(
  runner: Runner,
  tenant: Tenant,
  fault: Omit<FaultRow, 'remaining'>,
): Promise<FaultRow | undefined> {
  return (await runner.run(put, { ...keyOf(tenant), ...fault }))[0];
}

/** False where there is no such endpoint; one without a fault is left as it is. */
export async function removeFault(runner: Runner, tenant: Tenant, endpointId: string): Promise<boolean> {
  return (await runner.run(remove, { ...keyOf(tenant), endpoint_id: endpointId })).length === 1;
}

export async function takeFault(system: Runner, { merchant_id, livemode, endpoint_id }: LeasedDelivery) {
  return (await system.run(take, { merchant_id, livemode, endpoint_id }))[0];
}

/** Lets a leased delivery be sent later; the attempt that was begun does not count. */
export async function putOffDelivery(
  system: Runner,
  row: LeasedDelivery,
  later: { readonly leaseId: string; readonly runAt: Date; readonly drill: string },
): Promise<void> {
  await system.run(putOff, {
    merchant_id: row.merchant_id,
    livemode: row.livemode,
    delivery_id: row.delivery_id,
    number: row.attempt,
    lease_id: later.leaseId,
    run_at: later.runAt,
    drill: later.drill,
  });
}
