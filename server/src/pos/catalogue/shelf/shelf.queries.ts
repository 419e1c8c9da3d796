import { orNull, splitTotal } from '../../../core/page-rows.ts';
import { keyOf, type Tenant } from '../../../core/tenant.ts';
import {
  json,
  statement,
  type Runner,
  type Shape,
  type ValuesOf,
  type JsonObject,
} from '../../../store/index.ts';

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
export type ShelfFilter = {
  readonly words: string | null;
  readonly isActive: boolean | null;
  readonly updatedSince: Date | null;
  readonly within: string | null;
  readonly rowsMax: number;
  readonly offset: number;
};

/** What of a row can change. */
export type Settable<Row extends ShelfStamps> = Omit<Row, keyof ShelfStamps>;

export type ShelfQueries<Row extends ShelfStamps> = {
  readonly insert: (runner: Runner, tenant: Tenant, row: Row) => Promise<void>;
  readonly find: (runner: Runner, tenant: Tenant, id: string) => Promise<Row | undefined>;
  /** Those that are there, in no order. */
  readonly findAll: (runner: Runner, tenant: Tenant, ids: readonly string[]) => Promise<readonly Row[]>;
  readonly list: (
    runner: Runner,
    tenant: Tenant,
    filter: ShelfFilter,
  ) => Promise<{ readonly total: number; readonly rows: readonly Row[] }>;
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
  /** By which column `within` narrows a list. */ readonly within?: string;
};

/** What is asked of one of the catalogue's smaller tables. */
export function shelfQueries<Row extends ShelfStamps & ShelfFields>(shelf: ShelfTable): ShelfQueries<Row> {
  const { insert, change } = writesOf(shelf);
  const { findAll, list } = readsOf(shelf);
  return {
    insert: async (runner, tenant, row) =>
      void (await runner.run(insert, { ...keyOf(tenant), ...valuesOf(row) })),
    find: async (runner, tenant, id) =>
      rowsOf<Row>(await runner.run(findAll, { ...keyOf(tenant), ids: [id] }))[0],
    findAll: async (runner, tenant, ids) => rowsOf<Row>(await runner.run(findAll, { ...keyOf(tenant), ids })),
    async list(runner, tenant, { words, isActive, updatedSince, within, rowsMax, offset }) {
      const listed = await runner.run(list, {
        ...keyOf(tenant),
        words: words && `%${words.replaceAll(/[\\%_]/g, '\\$&')}%`,
        is_active: isActive,
        updated_since: updatedSince,
        within,
        rows_max: rowsMax,
        offset,
      });
      const { total, rows } = splitTotal<ValuesOf<Shape>>(listed, 'id');
      return { total, rows: rowsOf<Row>(rows) };
    },
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

function readsOf({ table, columns, within }: ShelfTable) {
  const shape: Shape = { ...STAMPS, ...COMMON, ...columns };
  const findAll = statement({
    name: `${table}.find`,
    params: { merchant_id: 'text', livemode: 'bool', ids: 'text[]' },
    row: shape,
    sql: `SELECT ${Object.keys(shape).join(', ')} FROM ${table} WHERE merchant_id = :merchant_id AND livemode = :livemode AND id = ANY (:ids) AND deleted_at IS NULL`,
  });
  const list = statement({
    name: `${table}.list`,
    params: {
      merchant_id: 'text',
      livemode: 'bool',
      words: 'text?',
      is_active: 'bool?',
      updated_since: 'timestamptz?',
      within: 'text?',
      rows_max: 'int4',
      offset: 'int4',
    },
    row: { total: 'int8', ...orNull(shape) },
    sql: `WITH matched AS (
            SELECT ${Object.keys(shape).join(', ')} FROM ${table}
            WHERE merchant_id = :merchant_id AND livemode = :livemode AND deleted_at IS NULL AND (:words::text IS NULL OR name ILIKE :words) AND (:is_active::bool IS NULL OR is_active = :is_active) AND (:updated_since::timestamptz IS NULL OR updated_at >= :updated_since)
              AND (:within::text IS NULL OR ${within ?? 'NULL'} = :within)
          )
          SELECT t.total, m.* FROM (SELECT count(*) AS total FROM matched) t LEFT JOIN (SELECT * FROM matched ORDER BY position, lower(name), id LIMIT :rows_max OFFSET :offset) m ON true ORDER BY m.position, lower(m.name), m.id`,
  });
  return { findAll, list };
}

/** A row has exactly the columns that its table was declared with. */
function valuesOf(row: object): ValuesOf<Shape> {
  return row as ValuesOf<Shape>;
}

/** The statements select exactly the columns of the row. */
function rowsOf<Row>(rows: readonly object[]): readonly Row[] {
  return rows as readonly Row[];
}
