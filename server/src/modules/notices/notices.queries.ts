import { idTimeMs, type MerchantNoticeKind, type Notice, type NoticeLocale } from '@cottontree/contract';
import { keyOf, type Tenant } from '../../kernel/call/tenant.ts';
import { json, statement, text, type Runner, type ValuesOf } from '../../store/index.ts';
import type { NoticeFacts } from './notice-facts.ts';
import { ofJob } from '../../kernel/list/list-filters.queries.ts';
import { list } from '../../kernel/list/list.queries.ts';
import { byTime } from '../../kernel/list/list-walk.queries.ts';

const TENANT = { merchant_id: 'text', livemode: 'bool' } as const;
const ROW = {
  ...TENANT,
  created_at: 'timestamptz',
  id: 'text',
  kind: text<MerchantNoticeKind>(),
  audience: text<Notice['audience']>(),
  channel: text<Notice['channel']>(),
  entity: 'text',
  address: 'bytea?',
  locale: text<NoticeLocale>(),
  facts: json<NoticeFacts>(),
  status: text<Notice['status']>(),
  reason: 'text?',
  attempts: 'int2',
  run_at: 'timestamptz',
  sent_at: 'timestamptz?',
  delivered_at: 'timestamptz?',
} as const;
const COLUMNS = Object.keys(ROW)
  .map((name) => `n.${name}`)
  .join(', ');
const MINE = 'n.merchant_id = :merchant_id AND n.livemode = :livemode';

/** `reasons` is empty for what is to be sent; a `mark` that was set before within its period keeps a notice from being made again. */
const insert = statement({
  name: 'notices.insert',
  params: {
    created_at: 'timestamptz',
    merchant_ids: 'text[]',
    livemodes: 'bool[]',
    ids: 'text[]',
    kinds: 'text[]',
    audiences: 'text[]',
    channels: 'text[]',
    entities: 'text[]',
    addresses: 'bytea[]',
    address_macs: 'bytea[]',
    locales: 'text[]',
    facts: 'jsonb[]',
    reasons: 'text[]',
    marks: 'text[]',
    periods: 'timestamptz[]',
  },
  row: { id: 'text' },
  sql: `WITH given AS MATERIALIZED (
          SELECT * FROM unnest(:merchant_ids::text[], :livemodes::bool[], :ids::text[], :kinds::text[], :audiences::text[], :channels::text[], :entities::text[], :addresses::bytea[], :address_macs::bytea[], :locales::text[], :facts::jsonb[], :reasons::text[], :marks::text[], :periods::timestamptz[])
            WITH ORDINALITY AS g(merchant_id, livemode, id, kind, audience, channel, entity, address, address_mac, locale, facts, reason, mark, period, place)
        ), marked AS (
          INSERT INTO notice_counters (merchant_id, livemode, subject, period, used)
          SELECT DISTINCT merchant_id, livemode, mark, period, 1 FROM given WHERE mark <> '' ORDER BY 1, 2, 3, 4
          ON CONFLICT DO NOTHING RETURNING merchant_id, livemode, subject, period
        )
        INSERT INTO notices (merchant_id, livemode, created_at, id, kind, audience, channel, entity, address, address_mac, locale, facts, status, reason, run_at)
        SELECT g.merchant_id, g.livemode, :created_at, g.id, g.kind, g.audience, g.channel, g.entity, nullif(g.address, ''), nullif(g.address_mac, ''), g.locale, g.facts,
          CASE g.reason WHEN '' THEN 'queued' ELSE 'skipped' END, nullif(g.reason, ''), :created_at
        FROM given g WHERE g.mark = '' OR (g.merchant_id, g.livemode, g.mark, g.period) IN (SELECT merchant_id, livemode, subject, period FROM marked)
        ORDER BY g.place RETURNING id`,
});

const find = statement({
  name: 'notices.find',
  params: { ...TENANT, id: 'text', created_from: 'timestamptz' },
  row: ROW,
  sql: `SELECT ${COLUMNS} FROM notices n WHERE ${MINE} AND n.id = :id AND n.created_at >= :created_from AND n.created_at < :created_from::timestamptz + interval '1 millisecond'`,
});

/** Phones and texts only; that something was sent, and when, stays. */
const FORGET = `UPDATE notices n SET address = NULL, address_mac = NULL, facts = '{}', status = CASE n.status WHEN 'queued' THEN 'skipped' ELSE n.status END,
          reason = CASE n.status WHEN 'queued' THEN 'erased' ELSE n.reason END`;

const erase = statement({
  name: 'notices.erase',
  params: { ...TENANT, macs: 'bytea[]', entities: 'text[]' },
  row: { id: 'text' },
  sql: `${FORGET}
        WHERE ${MINE} AND (n.address_mac = ANY (:macs) OR n.entity = ANY (:entities)) RETURNING n.id`,
});

const eraseTo = statement({
  name: 'notices.eraseTo',
  params: { ...TENANT, macs: 'bytea[]' },
  row: { id: 'text' },
  sql: `${FORGET}
        WHERE ${MINE} AND n.audience = 'recipient' AND n.address_mac = ANY (:macs) AND n.entity NOT LIKE 'SHP-%' RETURNING n.id`,
});

const insertErasure = statement({
  name: 'notices.insertErasure',
  params: {
    ...TENANT,
    id: 'text',
    phone_mac: 'bytea',
    key_id: 'text',
    deliveries: 'int4',
    addresses: 'int4',
    notices: 'int4',
    created_at: 'timestamptz',
  },
  row: { id: 'text' },
  sql: `INSERT INTO recipient_erasures (merchant_id, livemode, id, phone_mac, key_id, deliveries, addresses, notices, created_at)
        VALUES (:merchant_id, :livemode, :id, :phone_mac, :key_id, :deliveries, :addresses, :notices, :created_at) RETURNING id`,
});

/** A tenant's notices; what they are about leads to an index of its own. */
export const noticeList = list('listNotices', {
  from: 'notices n',
  row: ROW,
  counted: 'apart',
  leads: ['job_number'],
  filters: { job_number: ofJob('n.entity') },
  sorts: { created_at: byTime('n.created_at') },
});

export type NoticeRow = ValuesOf<typeof ROW>;
export type NoticeBatch = ValuesOf<(typeof insert)['params']>;

/** Records a batch, whoever it belongs to; ids of those that were not marked as told before. */
export async function insertNotices(runner: Runner, batch: NoticeBatch): Promise<readonly string[]> {
  return (await runner.run(insert, batch)).map((row) => row.id);
}

export async function findNotice(runner: Runner, tenant: Tenant, id: string): Promise<NoticeRow | undefined> {
  return (await runner.run(find, { ...keyOf(tenant), id, created_from: new Date(idTimeMs('ntc_', id)) }))[0];
}

/** Forgets to whom the tenant's notices went, and all that is told about erased jobs; how many there were. */
export async function eraseNotices(
  runner: Runner,
  tenant: Tenant,
  who: { readonly macs: readonly Buffer[]; readonly jobNumbers: readonly string[] },
): Promise<number> {
  return (await runner.run(erase, { ...keyOf(tenant), macs: who.macs, entities: who.jobNumbers })).length;
}

/** Forgets what somebody was told, but for what was told of parcels. */
export async function eraseNoticesTo(
  runner: Runner,
  tenant: Tenant,
  macs: readonly Buffer[],
): Promise<number> {
  return (await runner.run(eraseTo, { ...keyOf(tenant), macs })).length;
}

export async function insertErasureRecord(
  runner: Runner,
  tenant: Tenant,
  record: Omit<ValuesOf<(typeof insertErasure)['params']>, keyof typeof TENANT>,
): Promise<void> {
  await runner.run(insertErasure, { ...keyOf(tenant), ...record });
}
