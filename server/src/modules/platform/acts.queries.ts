import type { PlatformAct } from '@cottontree/contract';
import { equal } from '../../kernel/list/list-filters.queries.ts';
import { list } from '../../kernel/list/list.queries.ts';
import { byTime } from '../../kernel/list/list-walk.queries.ts';
import { json, statement, type Runner, type ValuesOf } from '../../store/index.ts';

const ROW = {
  id: 'text',
  at: 'timestamptz',
  actor_id: 'text',
  actor_name: 'text',
  action: 'text',
  merchant_id: 'text?',
  details: json<PlatformAct['details']>(),
} as const;
const COLUMNS = Object.keys(ROW).join(', ');

const insert = statement({
  name: 'platformActs.insert',
  params: ROW,
  row: {},
  sql: `INSERT INTO platform_acts (${COLUMNS}) VALUES (:id, :at, :actor_id, :actor_name, :action, :merchant_id, :details)`,
});

export const actList = list('listPlatformActs', {
  from: 'platform_acts a',
  of: 'platform',
  row: ROW,
  filters: { merchant_id: equal('a.merchant_id'), actor_id: equal('a.actor_id') },
  sorts: { at: byTime('a.at') },
});

export type ActRow = ValuesOf<typeof ROW>;

/** Notes what somebody did, in the transaction in which it was done. */
export async function insertAct(tx: Runner, act: ActRow): Promise<void> {
  await tx.run(insert, act);
}
