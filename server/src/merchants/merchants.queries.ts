import { statement, type Runner, type ValuesOf } from '../store/index.ts';

const ROW = {
  id: 'text',
  name: 'text',
  email: 'text',
  country: 'text',
  store_name: 'text',
  time_zone: 'text',
  currency: 'text',
  status: 'text',
  reads_per_second: 'int4',
  writes_per_second: 'int4',
  created_at: 'timestamptz',
} as const;
const COLUMNS = Object.keys(ROW).join(', ');

const insert = statement({
  name: 'merchants.insert',
  params: ROW,
  row: ROW,
  sql: `INSERT INTO merchants (${COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING ${COLUMNS}`,
});

const update = statement({
  name: 'merchants.update',
  params: {
    id: 'text',
    name: 'text?',
    email: 'text?',
    store_name: 'text?',
    time_zone: 'text?',
    status: 'text?',
    reads_per_second: 'int4?',
    writes_per_second: 'int4?',
  },
  row: ROW,
  sql: `UPDATE merchants SET name = coalesce($2, name), email = coalesce($3, email), store_name = coalesce($4, store_name), time_zone = coalesce($5, time_zone),
          status = coalesce($6, status), reads_per_second = coalesce($7, reads_per_second), writes_per_second = coalesce($8, writes_per_second)
        WHERE id = $1 RETURNING ${COLUMNS}`,
});

const find = statement({
  name: 'merchants.find',
  params: { id: 'text' },
  row: ROW,
  sql: `SELECT ${COLUMNS} FROM merchants WHERE id = $1`,
});

const list = statement({
  name: 'merchants.list',
  params: {},
  row: ROW,
  sql: `SELECT ${COLUMNS} FROM merchants ORDER BY created_at, id`,
});

const some = statement({
  name: 'merchants.any',
  params: {},
  row: { found: 'bool' },
  sql: 'SELECT EXISTS (SELECT FROM merchants) AS found',
});

export type MerchantRecord = ValuesOf<typeof ROW>;
export type MerchantChange = ValuesOf<(typeof update)['params']>;

export async function insertMerchant(
  system: Runner,
  merchant: MerchantRecord,
): Promise<MerchantRecord | undefined> {
  return (await system.run(insert, merchant))[0];
}

/** Changes what is not null; undefined when there is no such merchant. */
export async function updateMerchantRecord(
  system: Runner,
  change: MerchantChange,
): Promise<MerchantRecord | undefined> {
  return (await system.run(update, change))[0];
}

export async function findMerchant(system: Runner, id: string): Promise<MerchantRecord | undefined> {
  return (await system.run(find, { id }))[0];
}

/** Every merchant, oldest first. */
export async function listMerchants(system: Runner): Promise<readonly MerchantRecord[]> {
  return system.run(list, {});
}

export async function hasMerchants(system: Runner): Promise<boolean> {
  return (await system.run(some, {}))[0]?.found ?? false;
}
