import { requestMethods, statusClasses } from '@cottontree/contract';
import { equal, from, several, until } from '../../kernel/list/list-filters.queries.ts';
import { list } from '../../kernel/list/list.queries.ts';
import { byTime } from '../../kernel/list/list-walk.queries.ts';
import { orNull } from '../../kernel/list/page-rows.ts';
import { keyOf, type Tenant } from '../../kernel/call/tenant.ts';
import { statement, type Runner, type ValuesOf } from '../../store/index.ts';

const COLUMNS = {
  merchant_ids: 'text[]',
  livemodes: 'bool[]',
  ats: 'timestamptz[]',
  ids: 'text[]',
  operations: 'text[]',
  methods: 'text[]',
  paths: 'text[]',
  statuses: 'int4[]',
  codes: 'text[]',
  durations_ms: 'float8[]',
  key_ids: 'text[]',
  session_ids: 'text[]',
  person_ids: 'text[]',
  person_names: 'text[]',
  requests: 'int4[]',
} as const;
const NAMES =
  'merchant_id, livemode, at, id, operation, method, path, status, code, duration_ms, key_id, session_id, person_id, person_name, requests';

/** Reads of one minute come in several batches and from several nodes: they add up in one row. */
const add = statement({
  name: 'requestLog.add',
  params: COLUMNS,
  row: {},
  sql: `INSERT INTO request_log AS l (${NAMES})
        SELECT u.a, u.b, u.c, u.d, u.e, u.f, u.g, u.h, nullif(u.i, ''), u.j, u.k, nullif(u.l, ''), nullif(u.m, ''), nullif(u.n, ''), u.o
        FROM unnest(:merchant_ids::text[], :livemodes::bool[], :ats::timestamptz[], :ids::text[], :operations::text[], :methods::text[], :paths::text[], :statuses::int[], :codes::text[], :durations_ms::float8[], :key_ids::text[], :session_ids::text[], :person_ids::text[], :person_names::text[], :requests::int[])
          AS u(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o) ORDER BY 1, 2, 3, 4
        ON CONFLICT (merchant_id, livemode, at, id) DO UPDATE SET requests = l.requests + excluded.requests,
          duration_ms = (l.duration_ms * l.requests + excluded.duration_ms * excluded.requests) / (l.requests + excluded.requests)`,
});

const BODIES = {
  merchant_ids: 'text[]',
  livemodes: 'bool[]',
  ats: 'timestamptz[]',
  ids: 'text[]',
  queries: 'text[]',
  requests: 'text[]',
  requests_cut: 'bool[]',
  responses: 'text[]',
  responses_cut: 'bool[]',
} as const;

const addBodies = statement({
  name: 'requestLog.addBodies',
  params: BODIES,
  row: {},
  sql: `INSERT INTO request_bodies (merchant_id, livemode, at, id, query, request, request_cut, response, response_cut)
        SELECT * FROM unnest(:merchant_ids::text[], :livemodes::bool[], :ats::timestamptz[], :ids::text[], :queries::text[], :requests::text[], :requests_cut::bool[], :responses::text[], :responses_cut::bool[])
        ORDER BY 1, 2, 3, 4 ON CONFLICT DO NOTHING`,
});

const ROW = {
  id: 'text',
  at: 'timestamptz',
  livemode: 'bool',
  operation: 'text',
  method: 'text',
  path: 'text',
  status: 'int4',
  code: 'text?',
  duration_ms: 'float8',
  requests: 'int4',
  key_id: 'text',
  session_id: 'text?',
  person_id: 'text?',
  person_name: 'text?',
} as const;
const SHOWN = Object.keys(ROW)
  .map((name) => `l.${name}`)
  .join(', ');
const KEPT = orNull({
  query: 'text',
  request: 'text',
  request_cut: 'bool',
  response: 'text',
  response_cut: 'bool',
});

const find = statement({
  name: 'requestLog.find',
  params: { merchant_id: 'text', livemode: 'bool', id: 'text' },
  row: { ...ROW, ...KEPT },
  sql: `SELECT ${SHOWN}, ${Object.keys(KEPT)
    .map((name) => `b.${name}`)
    .join(', ')}
        FROM request_log l LEFT JOIN request_bodies b ON b.merchant_id = l.merchant_id AND b.livemode = l.livemode AND b.at = l.at AND b.id = l.id
        WHERE l.merchant_id = :merchant_id AND l.livemode = :livemode AND l.id = :id ORDER BY l.at DESC LIMIT 1`,
});

/** A tenant's requests: writes and refusals one by one, successful reads by the minute. */
export const requestList = list('listRequests', {
  from: 'request_log l',
  row: ROW,
  // What a caller gave as X-Request-Id may be longer than a cursor carries.
  id: 'md5(l.id)',
  counted: 'apart',
  filters: {
    status: several(`(l.status / 100)::text || 'xx'`, statusClasses),
    method: several('l.method', requestMethods),
    operation: equal('l.operation'),
    key_id: equal('l.key_id'),
    person_id: equal('l.person_id'),
    code: equal('l.code'),
    created_from: from('l.at'),
    created_to: until('l.at'),
  },
  sorts: { created_at: byTime('l.at') },
});

/** Rows of the request log, column by column; a text of '' is none. */
export type RequestRows = ValuesOf<typeof COLUMNS>;
/** The bodies of some of them, column by column. */
export type BodyRows = ValuesOf<typeof BODIES>;
export type RequestRow = ValuesOf<typeof ROW>;
export type WholeRequestRow = ValuesOf<(typeof find)['row']>;

/** Writes rows of which no two have the same merchant, mode, time and id. */
export async function addRequests(system: Runner, rows: RequestRows): Promise<void> {
  await system.run(add, rows);
}

export async function addRequestBodies(system: Runner, rows: BodyRows): Promise<void> {
  await system.run(addBodies, rows);
}

/** The last request of this id, with what was sent and answered as far as that is kept. */
export async function findRequest(
  runner: Runner,
  tenant: Tenant,
  id: string,
): Promise<WholeRequestRow | undefined> {
  return (await runner.run(find, { ...keyOf(tenant), id }))[0];
}
