import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { statement, type Runner } from '../../../store/index.ts';

/** An event that was published when it was over already is left to its merchant. */
const ENDED = `e.status = 'published' AND e.published_at < e.end_date`;

const ended = statement({
  name: 'events.ended',
  params: { now: 'timestamptz', rows_max: 'int4' },
  row: { merchant_id: 'text', livemode: 'bool', id: 'text' },
  sql: `SELECT e.merchant_id, e.livemode, e.id FROM events e WHERE ${ENDED} AND e.end_date <= :now
          AND NOT EXISTS (SELECT FROM test_clocks c WHERE c.merchant_id = e.merchant_id AND c.livemode = e.livemode)
        ORDER BY e.end_date LIMIT :rows_max::int4`,
});

const endedOnClock = statement({
  name: 'events.endedOnClock',
  params: { merchant_id: 'text', livemode: 'bool', now: 'timestamptz', rows_max: 'int4' },
  row: { id: 'text' },
  sql: `SELECT e.id FROM events e WHERE e.merchant_id = :merchant_id AND e.livemode = :livemode AND NOT e.livemode AND ${ENDED} AND e.end_date <= :now ORDER BY e.end_date, e.id LIMIT :rows_max::int4`,
});

/** Published events of whatever merchant that are over by the wall clock. */
export async function eventsEnded(
  system: Runner,
  now: Date,
  rowsMax: number,
): Promise<readonly { readonly tenant: Tenant; readonly id: string }[]> {
  const rows = await system.run(ended, { now, rows_max: rowsMax });
  return rows.map(({ merchant_id: merchantId, livemode, id }) => ({ tenant: { merchantId, livemode }, id }));
}

/** A merchant's published test events that are over by its clock. */
export async function eventsEndedOnClock(
  runner: Runner,
  tenant: Tenant,
  until: { readonly now: Date; readonly rowsMax: number },
): Promise<readonly string[]> {
  return (await runner.run(endedOnClock, { ...keyOf(tenant), now: until.now, rows_max: until.rowsMax })).map(
    ({ id }) => id,
  );
}
