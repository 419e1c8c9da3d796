import type { Tenant } from '../../../../kernel/call/tenant.ts';
import { findOwner, type Runner, statement } from '../../../../store/index.ts';
import { readEventRow } from '../event-columns.ts';
import { EVENT_COUNTER, EVENT_ROW, EVENT_SELECT } from '../event-rows.queries.ts';
import type { EventState } from '../event-state.ts';

const find = statement({
  name: 'events.findPublic',
  params: { merchant_id: 'text', livemode: 'bool', id: 'text' },
  row: { ...EVENT_ROW, organizer: 'text', clock: 'timestamptz?' },
  sql: `SELECT ${EVENT_SELECT}, m.store_name AS organizer, k.frozen_at AS clock FROM events e ${EVENT_COUNTER} JOIN merchants m ON m.id = e.merchant_id
        LEFT JOIN test_clocks k ON k.merchant_id = e.merchant_id AND k.livemode = e.livemode
        WHERE e.merchant_id = :merchant_id AND e.livemode = :livemode AND e.id = :id AND e.status <> 'draft' AND m.status = 'active'`,
});

/** An event that the public may know of, as it was read. */
export type ReadEvent = {
  readonly tenant: Tenant;
  readonly event: EventState;
  readonly organizer: string;
  /** Where its merchant's test clock stands, if it has one. */ readonly clock: Date | null;
};

/** The event with this id, of whatever merchant; null where there is none, or it is a draft. */
export async function readSnapshotOf(system: Runner, id: string): Promise<ReadEvent | null> {
  const owner = await findOwner(system, 'event', id);
  const [row] = owner ? await system.run(find, { ...owner, id }) : [];
  if (!row) return null;
  return {
    tenant: { merchantId: row.merchant_id, livemode: row.livemode },
    event: readEventRow(row),
    organizer: row.organizer,
    clock: row.clock,
  };
}
