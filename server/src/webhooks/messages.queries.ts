import type { EventKind } from '@cottontree/contract';
import { orNull, splitTotal } from '../core/page-rows.ts';
import type { Position } from '../core/page.ts';
import { keyOf, type Tenant } from '../core/tenant.ts';
import { nullable, statement, text, type Runner, type ValuesOf } from '../store/index.ts';

const TENANT = { merchant_id: 'text', livemode: 'bool' } as const;
const LISTED = {
  id: 'text',
  event: text<EventKind>(),
  entity: 'text',
  livemode: 'bool',
  created_at: 'timestamptz',
} as const;
const COLUMNS = Object.keys(LISTED)
  .map((name) => `m.${name}`)
  .join(', ');
const MINE = 'm.merchant_id = :merchant_id AND m.livemode = :livemode';

/** Each filter that is not asked for is null; `entity` leads to an index of its own. */
function listSql(filter: string): string {
  return `SELECT t.total, p.* FROM (SELECT count(*) AS total FROM webhook_messages m WHERE ${MINE} AND ${filter}) t
          LEFT JOIN (SELECT ${COLUMNS} FROM webhook_messages m WHERE ${MINE} AND ${filter} AND (m.created_at, m.id) < (:start_at, :start_id)
                     ORDER BY m.created_at DESC, m.id DESC LIMIT :rows_max OFFSET :offset) p ON true
          ORDER BY p.created_at DESC, p.id DESC`;
}

const WALK = {
  ...TENANT,
  start_at: 'timestamptz',
  start_id: 'text',
  rows_max: 'int4',
  offset: 'int4',
  event: nullable(text<EventKind>()),
} as const;
const ROW = { total: 'int8', ...orNull(LISTED) } as const;
const OF_EVENT = '(:event::text IS NULL OR m.event = :event)';

const list = statement({ name: 'messages.list', params: WALK, row: ROW, sql: listSql(OF_EVENT) });
const listOfEntity = statement({
  name: 'messages.listOfEntity',
  params: { ...WALK, entity: 'text' },
  row: ROW,
  sql: listSql(`m.entity = :entity AND ${OF_EVENT}`),
});

const find = statement({
  name: 'messages.find',
  params: { ...TENANT, created_at: 'timestamptz', id: 'text' },
  row: { ...LISTED, body: 'bytea' },
  sql: `SELECT ${COLUMNS}, m.body FROM webhook_messages m WHERE ${MINE} AND m.created_at = :created_at AND m.id = :id`,
});

/** A message that was made and sent in one go, with its one delivery and attempt. */
const insertTest = statement({
  name: 'messages.insertTest',
  params: {
    ...TENANT,
    created_at: 'timestamptz',
    message_id: 'text',
    event: text<EventKind>(),
    body: 'bytea',
    delivery_id: 'text',
    endpoint_id: 'text',
    status: 'text',
    reason: 'text?',
    finished_at: 'timestamptz',
    at: 'timestamptz',
    duration_ms: 'int4',
    response: 'int2?',
    error: 'text?',
    hint: 'text?',
    remote_address: 'text?',
    request_headers: 'text',
    response_headers: 'text?',
    response_body: 'bytea?',
  },
  row: { delivery_id: 'text' },
  sql: `WITH message AS (
          INSERT INTO webhook_messages (merchant_id, livemode, created_at, id, event, entity, sequence, body) VALUES (:merchant_id, :livemode, :created_at, :message_id, :event, '', 0, :body) ON CONFLICT DO NOTHING
        ), delivery AS (
          INSERT INTO webhook_deliveries (merchant_id, livemode, created_at, id, message_id, endpoint_id, event, entity, status, reason, attempts, last_status, finished_at)
          VALUES (:merchant_id, :livemode, :created_at, :delivery_id, :message_id, :endpoint_id, :event, '', :status, :reason, 1, :response, :finished_at) ON CONFLICT DO NOTHING
        )
        INSERT INTO webhook_attempts (merchant_id, livemode, delivery_at, delivery_id, number, trigger, counted, at, duration_ms, status, error, hint, remote_address, request_headers,
          response_headers, response_body)
        VALUES (:merchant_id, :livemode, :created_at, :delivery_id, 1, 'test', true, :at, :duration_ms, :response, :error, :hint, :remote_address, :request_headers, :response_headers, :response_body) ON CONFLICT DO NOTHING RETURNING delivery_id`,
});

export type MessageRow = ValuesOf<typeof LISTED>;
export type MessageWanted = {
  readonly after: Position | null;
  readonly offset: number;
  readonly rowsMax: number;
  readonly event: EventKind | null;
  readonly entity: string | null;
};
export type TestRecord = Omit<ValuesOf<(typeof insertTest)['params']>, 'merchant_id' | 'livemode'>;

/** Later than any row, where a list begins. */
const BEGINNING: Position = { at: new Date('9999-12-31T23:59:59.999Z'), id: '' };

/** A part of the tenant's messages, newest first, and how many there are in all. */
export async function listTenantMessages(
  runner: Runner,
  tenant: Tenant,
  { after, offset, rowsMax, event, entity }: MessageWanted,
) {
  const start = after ?? BEGINNING;
  const walk = { ...keyOf(tenant), start_at: start.at, start_id: start.id, rows_max: rowsMax, offset, event };
  return splitTotal<MessageRow>(
    entity === null ? await runner.run(list, walk) : await runner.run(listOfEntity, { ...walk, entity }),
    'id',
  );
}

export async function findMessage(
  runner: Runner,
  tenant: Tenant,
  key: { readonly id: string; readonly created_at: Date },
) {
  return (await runner.run(find, { ...keyOf(tenant), ...key }))[0];
}

export async function insertTestRecord(runner: Runner, tenant: Tenant, record: TestRecord): Promise<void> {
  await runner.run(insertTest, { ...keyOf(tenant), ...record });
}
