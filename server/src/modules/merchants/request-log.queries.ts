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
  requests: 'int4[]',
} as const;
const NAMES =
  'merchant_id, livemode, at, id, operation, method, path, status, code, duration_ms, key_id, requests';

/** Reads of one minute come in several batches and from several nodes: they add up in one row. */
const add = statement({
  name: 'requestLog.add',
  params: COLUMNS,
  row: {},
  sql: `INSERT INTO request_log AS l (${NAMES})
        SELECT u.a, u.b, u.c, u.d, u.e, u.f, u.g, u.h, nullif(u.i, ''), u.j, u.k, u.l
        FROM unnest(:merchant_ids::text[], :livemodes::bool[], :ats::timestamptz[], :ids::text[], :operations::text[], :methods::text[], :paths::text[], :statuses::int[], :codes::text[], :durations_ms::float8[], :key_ids::text[], :requests::int[])
          AS u(a, b, c, d, e, f, g, h, i, j, k, l) ORDER BY 1, 2, 3, 4
        ON CONFLICT (merchant_id, livemode, at, id) DO UPDATE SET requests = l.requests + excluded.requests,
          duration_ms = (l.duration_ms * l.requests + excluded.duration_ms * excluded.requests) / (l.requests + excluded.requests)`,
});

/** Rows of the request log, column by column; a code of '' is none. */
export type RequestRows = ValuesOf<typeof COLUMNS>;

/** Writes rows of which no two have the same merchant, mode, time and id. */
export async function addRequests(system: Runner, rows: RequestRows): Promise<void> {
  await system.run(add, rows);
}
