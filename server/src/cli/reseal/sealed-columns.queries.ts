import { statement, type Runner, type Shape, type Statement } from '../../store/index.ts';
import { SEALED_COLUMNS, type RowKey, type SealedColumn } from './sealed-columns.ts';

/** Statements for one column, whose types are those of its table's key. */
type Statements = {
  readonly take: Statement<Shape, Shape>;
  readonly put: Statement<Shape, Shape>;
  readonly count: Statement<Shape, { readonly key_id: 'text'; readonly rows: 'int8' }>;
};

const KEY_ID = (column: string): string => `substring(${column} FROM 1 FOR 4)`;

/** The next rows after a key that are sealed under another key than the current one. */
function takeOf({ table, column, key }: SealedColumn): Statements['take'] {
  const names = Object.keys(key);
  return statement<Shape, Shape>({
    name: `reseal.take.${table}.${column}`,
    params: { ...key, key_id: 'bytea', rows_max: 'int4' },
    row: { ...key, sealed: 'bytea' },
    sql: `SELECT ${names.join(', ')}, ${column} AS sealed FROM ${table}
          WHERE (${names.join(', ')}) > (${names.map((name) => `:${name}`).join(', ')}) AND ${column} IS NOT NULL AND octet_length(${column}) > 4 AND ${KEY_ID(column)} <> :key_id
          ORDER BY ${names.join(', ')} LIMIT :rows_max`,
  });
}

/** Takes effect only where the value is still what was opened, so that whoever writes meanwhile wins. */
function putOf({ table, column, key, print }: SealedColumn): Statements['put'] {
  const names = Object.keys(key);
  const lists = Object.fromEntries(
    Object.entries(key).map(([name, type]) => [`${name}_list`, `${type}[]`]),
  ) as Shape;
  const params: Shape = {
    ...lists,
    formers: 'bytea[]',
    fresh: 'bytea[]',
    ...(print ? { prints: 'bytea[]' } : {}),
  };
  const given = Object.entries(params).map(([name, type]) => `:${name}::${type}`);
  return statement<Shape, Shape>({
    name: `reseal.put.${table}.${column}`,
    params,
    row: { put: 'int4' },
    sql: `UPDATE ${table} AS t SET ${column} = g.fresh${print ? `, ${print.column} = ${print.kept?.('g.print') ?? 'g.print'}` : ''} FROM unnest(${given.join(', ')}) AS g(${[...names, 'former', 'fresh', ...(print ? ['print'] : [])].join(', ')})
          WHERE ${names.map((name) => `t.${name} = g.${name}`).join(' AND ')} AND t.${column} = g.former RETURNING 1 AS put`,
  });
}

function countOf({ table, column }: SealedColumn): Statements['count'] {
  return statement({
    name: `reseal.count.${table}.${column}`,
    params: {},
    row: { key_id: 'text', rows: 'int8' },
    sql: `SELECT encode(${KEY_ID(column)}, 'hex') AS key_id, count(*) AS rows FROM ${table} WHERE ${column} IS NOT NULL AND octet_length(${column}) > 4 GROUP BY 1`,
  });
}

const STATEMENTS: ReadonlyMap<SealedColumn, Statements> = new Map(
  SEALED_COLUMNS.map((column) => [
    column,
    { take: takeOf(column), put: putOf(column), count: countOf(column) },
  ]),
);

export type SealedRow = RowKey & { readonly sealed: Buffer };
export type Resealed = {
  readonly key: RowKey;
  readonly former: Buffer;
  readonly fresh: Buffer;
  readonly print: Buffer | null;
};

function statementsOf(column: SealedColumn): Statements {
  const found = STATEMENTS.get(column);
  if (!found) throw new Error(`Nobody declared ${column.table}.${column.column}.`);
  return found;
}

/** Rows after a key, in its order, that are not sealed under the current secret key. */
export async function takeFormer(
  system: Runner,
  column: SealedColumn,
  { after, keyId, rowsMax }: { readonly after: RowKey; readonly keyId: string; readonly rowsMax: number },
): Promise<readonly SealedRow[]> {
  const values = { ...after, key_id: Buffer.from(keyId, 'hex'), rows_max: rowsMax };
  return asRows(await system.run(statementsOf(column).take, values as never));
}

/** How many of the rows took their new value. */
export async function putResealed(
  system: Runner,
  column: SealedColumn,
  rows: readonly Resealed[],
): Promise<number> {
  const lists = Object.fromEntries(
    Object.keys(column.key).map((name) => [`${name}_list`, rows.map(({ key }) => key[name])]),
  );
  const values = {
    ...lists,
    formers: rows.map(({ former }) => former),
    fresh: rows.map(({ fresh }) => fresh),
    ...(column.print ? { prints: rows.map(({ print }) => print) } : {}),
  };
  return (await system.run(statementsOf(column).put, values as never)).length;
}

/** How many values of a column each secret key has sealed. */
export async function countByKey(runner: Runner, column: SealedColumn): Promise<ReadonlyMap<string, number>> {
  return new Map(
    (await runner.run(statementsOf(column).count, {} as never)).map(({ key_id, rows }) => [
      key_id,
      Number(rows),
    ]),
  );
}

/** Holds because the statement's row is the key and the sealed value. */
function asRows(rows: readonly object[]): readonly SealedRow[] {
  return rows as readonly SealedRow[];
}
