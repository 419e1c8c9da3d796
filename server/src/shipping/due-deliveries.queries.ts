import { keyOf, type Tenant } from '../core/tenant.ts';
import { statement, type Runner } from '../store/index.ts';
import type { JobKey } from './deliveries.queries.ts';

const due = statement({
  name: 'deliveries.due',
  params: { now: 'timestamptz', rows_max: 'int4' },
  row: { merchant_id: 'text', livemode: 'bool', job_number: 'text' },
  sql: `SELECT d.merchant_id, d.livemode, d.job_number FROM deliveries d
        WHERE d.due_at <= :now AND d.due_at IS NOT NULL AND (d.livemode OR d.simulation IS NOT NULL)
          AND NOT EXISTS (SELECT FROM test_clocks c WHERE c.merchant_id = d.merchant_id AND c.livemode = d.livemode)
        ORDER BY d.due_at LIMIT :rows_max::int4`,
});

const dueOnClock = statement({
  name: 'deliveries.dueOnClock',
  params: { merchant_id: 'text', livemode: 'bool', now: 'timestamptz', rows_max: 'int4' },
  row: { job_number: 'text', due_at: 'timestamptz?' },
  sql: `SELECT job_number, due_at FROM deliveries WHERE merchant_id = :merchant_id AND livemode = :livemode AND NOT livemode AND due_at <= :now ORDER BY due_at, job_number LIMIT :rows_max::int4`,
});

/** Deliveries, of whatever merchant, for which something falls due by itself. */
export async function dueDeliveries(system: Runner, now: Date, rowsMax: number): Promise<readonly JobKey[]> {
  const rows = await system.run(due, { now, rows_max: rowsMax });
  return rows.map((row) => ({
    tenant: { merchantId: row.merchant_id, livemode: row.livemode },
    jobNumber: row.job_number,
  }));
}

/** A merchant's test deliveries that its clock has made due, earliest first, with the moment each fell due. */
export async function deliveriesDueOnClock(
  runner: Runner,
  tenant: Tenant,
  until: { readonly now: Date; readonly rowsMax: number },
) {
  return runner.run(dueOnClock, { ...keyOf(tenant), now: until.now, rows_max: until.rowsMax });
}
