import { keyOf, type Tenant } from '../../../../kernel/call/tenant.ts';
import {
  json,
  statement,
  type Runner,
  type Shape,
  type ValuesOf,
  type JsonObject,
} from '../../../../store/index.ts';
import { flag, search, since } from '../../../../kernel/list/list-filters.queries.ts';
import { byText, byTime } from '../../../../kernel/list/list-walk.queries.ts';

const KEY = { merchant_id: 'text', livemode: 'bool', id: 'text' } as const;
const COMMON = { name: 'text', is_active: 'bool', position: 'int4', metadata: json<JsonObject>() } as const;
const STAMPS = { id: 'text', version: 'int4', created_at: 'timestamptz', updated_at: 'timestamptz' } as const;

/** What every row of a shelf has. */
export type ShelfStamps = {
  readonly id: string;
  readonly version: number;
  readonly created_at: Date;
  readonly updated_at: Date;
};
export type ShelfFields = {
  readonly name: string;
  readonly is_active: boolean;
  readonly position: number;
  readonly metadata: JsonObject;
};

/** What of a row can change. */
export type Settable<Row extends ShelfStamps> = Omit<Row, keyof ShelfStamps>;

export type ShelfQueries<Row extends ShelfStamps> = {
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

export type ShelfTable = {
  readonly table: string;
  /** Beside those that all have. */ readonly columns: Shape;
};

/** What is asked of one of the catalogue's smaller tables. */
export function shelfQueries<Row extends ShelfStamps & ShelfFields>(shelf: ShelfTable): ShelfQueries<Row> {
  const { insert, change } = writesOf(shelf);
  const findAll = findAllOf(shelf);
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

function writesOf({ table, columns }: ShelfTable) {
  const settable: Shape = { ...COMMON, ...columns };
  const names = Object.keys(settable);
  const insert = statement({
    name: `${table}.insert`,
    params: { ...KEY, created_at: 'timestamptz', ...settable } as Shape,
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
      ...settable,
    } as Shape,
    row: { id: 'text' },
    sql: `UPDATE ${table} SET version = version + 1, updated_at = :updated_at, deleted_at = :deleted_at, ${names.map((name) => `${name} = :${name}`).join(', ')}
          WHERE merchant_id = :merchant_id AND livemode = :livemode AND id = :id AND version = :version AND deleted_at IS NULL RETURNING id`,
  });
  return { insert, change };
}

function findAllOf({ table, columns }: ShelfTable) {
  const shape: Shape = { ...STAMPS, ...COMMON, ...columns };
  return statement({
    name: `${table}.find`,
    params: { merchant_id: 'text', livemode: 'bool', ids: 'text[]' },
    row: shape,
    sql: `SELECT ${Object.keys(shape).join(', ')} FROM ${table} WHERE merchant_id = :merchant_id AND livemode = :livemode AND id = ANY (:ids) AND deleted_at IS NULL`,
  });
}

/** What is asked of each of these lists, and how. */
export const shelfFilters = {
  q: search('t.name'),
  is_active: flag('t.is_active'),
  updated_since: since('t.updated_at'),
} as const;
const SORTED_BY = 'lower(left(t.name, 60))';

/** The list of one of the catalogue's smaller tables, but for its filters. */
export function shelfSource<const Columns extends Shape>(table: string, columns: Columns) {
  return {
    from: `${table} t`,
    row: { ...STAMPS, ...COMMON, ...columns },
    where: 't.deleted_at IS NULL',
    sorts: {
      position: byText(`to_char(t.position, 'FM0000000') || ' ' || ${SORTED_BY}`),
      name: byText(SORTED_BY),
      created_at: byTime('t.created_at'),
    },
  } as const;
}

/** A row has exactly the columns that its table was declared with. */
function valuesOf(row: object): ValuesOf<Shape> {
  return row as ValuesOf<Shape>;
}

/** The statements select exactly the columns of the row. */
function rowsOf<Row>(rows: readonly object[]): readonly Row[] {
  return rows as readonly Row[];
}
