import type { EventKind } from '@cottontree/contract';
import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { statement, text, type Runner, type ValuesOf } from '../../../store/index.ts';
import { equal } from '../../../kernel/list/list-filters.queries.ts';
import { list } from '../../../kernel/list/list.queries.ts';
import { byTime } from '../../../kernel/list/list-walk.queries.ts';

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

/** A tenant's messages; what they are about leads to an index of its own. */
export const messageList = list('listMessages', {
  from: 'webhook_messages m',
  row: LISTED,
  counted: 'apart',
  leads: ['entity'],
  filters: { event: equal('m.event'), entity: equal('m.entity') },
  sorts: { created_at: byTime('m.created_at') },
});

export type MessageRow = ValuesOf<typeof LISTED>;
export type TestRecord = Omit<ValuesOf<(typeof insertTest)['params']>, 'merchant_id' | 'livemode'>;

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
