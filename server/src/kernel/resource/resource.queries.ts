import { keyOf, type Tenant } from '../call/tenant.ts';
import { statement, type Runner, type Shape, type ValuesOf } from '../../store/index.ts';

const KEY = { merchant_id: 'text', livemode: 'bool', id: 'text' } as const;
export const STAMPS = {
  id: 'text',
  version: 'int4',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
} as const;

/** What every row has. */
export type ResourceStamps = {
  readonly id: string;
  readonly version: number;
  readonly created_at: Date;
  readonly updated_at: Date;
};
/** What of a row can change. */
export type Settable<Row extends ResourceStamps> = Omit<Row, keyof ResourceStamps>;

export type ResourceQueries<Row extends ResourceStamps> = {
  readonly insert: (runner: Runner, tenant: Tenant, row: Row) => Promise<void>;
  readonly find: (runner: Runner, tenant: Tenant, id: string) => Promise<Row | undefined>;
  /** Those that are there, in no order. */
  readonly findAll: (runner: Runner, tenant: Tenant, ids: readonly string[]) => Promise<readonly Row[]>;
  /** False where the row is no longer of the version that was read. */
  readonly change: (
    runner: Runner,
    tenant: Tenant,
    change: { readonly before: Row; readonly after: Row; readonly deletedAt: Date | null },
  ) => Promise<boolean>;
};

export type ResourceTable = {
  readonly table: string;
  /** Beside those that every row has: all of them can change. */ readonly columns: Shape;
};

/** The statements of a table whose rows are made, read, changed on the version that was read, and marked as deleted. */
export function resourceQueries<Row extends ResourceStamps>(table: ResourceTable): ResourceQueries<Row> {
  const { insert, change } = writesOf(table);
  const findAll = findAllOf(table);
  return {
    insert: async (runner, tenant, row) =>
      void (await runner.run(insert, { ...keyOf(tenant), ...valuesOf(row) })),
    find: async (runner, tenant, id) =>
      rowsOf<Row>(await runner.run(findAll, { ...keyOf(tenant), ids: [id] }))[0],
    findAll: async (runner, tenant, ids) => rowsOf<Row>(await runner.run(findAll, { ...keyOf(tenant), ids })),
    change: async (runner, tenant, { before, after, deletedAt }) =>
      (
        await runner.run(change, {
          ...keyOf(tenant),
          ...valuesOf(after),
          version: before.version,
          deleted_at: deletedAt,
        })
      ).length === 1,
  };
}

function writesOf({ table, columns }: ResourceTable) {
  const names = Object.keys(columns);
  const insert = statement({
    name: `${table}.insert`,
    params: { ...KEY, created_at: 'timestamptz', ...columns } as Shape,
    row: {},
    sql: `INSERT INTO ${table} (merchant_id, livemode, id, version, created_at, updated_at, ${names.join(', ')}) VALUES (:merchant_id, :livemode, :id, 1, :created_at, :created_at, ${names.map((name) => `:${name}`).join(', ')})`,
  });
  const change = statement({
    name: `${table}.change`,
    params: {
      ...KEY,
      version: 'int4',
      updated_at: 'timestamptz',
      deleted_at: 'timestamptz?',
      ...columns,
    } as Shape,
    row: { id: 'text' },
    sql: `UPDATE ${table} SET version = version + 1, updated_at = :updated_at, deleted_at = :deleted_at, ${names.map((name) => `${name} = :${name}`).join(', ')}
          WHERE merchant_id = :merchant_id AND livemode = :livemode AND id = :id AND version = :version AND deleted_at IS NULL RETURNING id`,
  });
  return { insert, change };
}

function findAllOf({ table, columns }: ResourceTable) {
  const shape: Shape = { ...STAMPS, ...columns };
  return statement({
    name: `${table}.find`,
    params: { merchant_id: 'text', livemode: 'bool', ids: 'text[]' },
    row: shape,
    sql: `SELECT ${Object.keys(shape).join(', ')} FROM ${table} WHERE merchant_id = :merchant_id AND livemode = :livemode AND id = ANY (:ids) AND deleted_at IS NULL`,
  });
}

/** A row has exactly the columns that its table was declared with. */
function valuesOf(row: object): ValuesOf<Shape> {
  return row as ValuesOf<Shape>;
}

/** The statements select exactly the columns of the row. */
function rowsOf<Row>(rows: readonly object[]): readonly Row[] {
  return rows as readonly Row[];
}
