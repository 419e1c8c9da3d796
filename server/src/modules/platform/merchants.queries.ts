import { merchantStatuses, type Currency, type PlatformMerchant } from '@cottontree/contract';
import { search, several } from '../../kernel/list/list-filters.queries.ts';
import { list } from '../../kernel/list/list.queries.ts';
import { byText, byTime } from '../../kernel/list/list-walk.queries.ts';
import { statement, text, type Runner, type ValuesOf } from '../../store/index.ts';

const ROW = {
  id: 'text',
  version: 'int4',
  name: 'text',
  store_name: 'text',
  email: 'text',
  phone: 'text?',
  country: 'text',
  currency: text<Currency>(),
  time_zone: 'text',
  status: text<PlatformMerchant['status']>(),
  suspended_reason: 'text?',
  suspended_by: 'text?',
  suspended_at: 'timestamptz?',
  reads_per_second: 'int4',
  writes_per_second: 'int4',
  members: 'int8',
  created_at: 'timestamptz',
} as const;
const SELECT = `m.id, m.version, m.name, m.store_name, m.email, m.phone, m.country, m.currency, m.time_zone, m.status, m.suspended_reason, m.suspended_by, m.suspended_at,
          m.reads_per_second, m.writes_per_second, (SELECT count(*) FROM memberships s WHERE s.merchant_id = m.id) AS members, m.created_at`;

export const merchantList = list('listPlatformMerchants', {
  from: 'merchants m',
  of: 'platform',
  row: ROW,
  select: SELECT,
  filters: { q: search('m.name', 'm.store_name', 'm.email'), status: several('m.status', merchantStatuses) },
  sorts: { created_at: byTime('m.created_at'), name: byText('left(m.name, 80)') },
});

const find = statement({
  name: 'platformMerchants.find',
  params: { id: 'text' },
  row: ROW,
  sql: `SELECT ${SELECT} FROM merchants m WHERE m.id = :id`,
});

/** On the version that was read. */
const limit = statement({
  name: 'platformMerchants.limit',
  params: { id: 'text', version: 'int4', reads_per_second: 'int4', writes_per_second: 'int4' },
  row: { id: 'text' },
  sql: `UPDATE merchants SET version = version + 1, reads_per_second = :reads_per_second, writes_per_second = :writes_per_second
        WHERE id = :id AND version = :version RETURNING id`,
});

const suspend = statement({
  name: 'platformMerchants.suspend',
  params: { id: 'text', reason: 'text', by: 'text', at: 'timestamptz' },
  row: { id: 'text' },
  sql: `UPDATE merchants SET version = version + 1, status = 'suspended', suspended_reason = :reason, suspended_by = :by, suspended_at = :at
        WHERE id = :id AND status <> 'suspended' RETURNING id`,
});

const reinstate = statement({
  name: 'platformMerchants.reinstate',
  params: { id: 'text' },
  row: { id: 'text' },
  sql: `UPDATE merchants SET version = version + 1, status = 'active', suspended_reason = NULL, suspended_by = NULL, suspended_at = NULL
        WHERE id = :id AND status = 'suspended' RETURNING id`,
});

export type PlatformMerchantRow = ValuesOf<typeof ROW>;

export async function findPlatformMerchant(
  runner: Runner,
  id: string,
): Promise<PlatformMerchantRow | undefined> {
  return (await runner.run(find, { id }))[0];
}

/** False where the merchant has moved on from the version that was read. */
export async function limitMerchant(tx: Runner, terms: ValuesOf<(typeof limit)['params']>): Promise<boolean> {
  return (await tx.run(limit, terms)).length === 1;
}

/** False where the merchant is suspended already, or is not there. */
export async function suspendMerchantRecord(
  tx: Runner,
  terms: ValuesOf<(typeof suspend)['params']>,
): Promise<boolean> {
  return (await tx.run(suspend, terms)).length === 1;
}

/** False where the merchant is active already, or is not there. */
export async function reinstateMerchantRecord(tx: Runner, id: string): Promise<boolean> {
  return (await tx.run(reinstate, { id })).length === 1;
}
