import { statement, type AnyStatement, type Shape, type ValuesOf } from '../../store/index.ts';
import { EARLIEST, LATEST, type BoundFilter } from './list-filters.queries.ts';
import { orNull } from './page-rows.ts';
import { keptTotal } from './list-totals.queries.ts';
import { ofAnother, type CursorPosition, type Page } from './page.ts';

/** What a list is sorted by: an expression over its rows that is never null; their id holds apart what is equal. */
export type SortOrder = { readonly key: string; readonly by: 'time' | 'text' };

/** By a time, kept to the millisecond: more than that a cursor does not carry. */
export function byTime(key: string): SortOrder {
  return { key, by: 'time' };
}

/** By a text of at most some eighty characters, for a cursor carries it. */
export function byText(key: string): SortOrder {
  return { key, by: 'text' };
}

/** What a list is read from; see `ListDeclaration`. */
export type Source = {
  readonly from: string;
  readonly of: 'tenant' | 'reach' | 'platform';
  readonly row: Shape;
  readonly select?: string;
  readonly joins?: string;
  readonly id?: string;
  readonly where?: string;
  readonly given: Shape;
  readonly filters: readonly (Pick<BoundFilter<unknown, unknown>, 'params' | 'sql' | 'optional' | 'given'> & {
    readonly field: string;
  })[];
  /** A field that is there whenever this is read. */
  readonly lead?: string;
  readonly counted?: 'apart' | 'kept';
  readonly scope?: string;
  /** Not narrowed: read from its beginning or behind a cursor, for which one plan is good for all who ask so; or anywhere in it. */
  readonly whole?: 'from its start' | 'anywhere';
};

/** One way through a list, and the statement that counts it and reads a page of it. */
export type Walk = {
  readonly order: SortOrder;
  readonly direction: 'ASC' | 'DESC';
  readonly text: AnyStatement;
};

const OWNERS = {
  tenant: { merchant_id: 'text', livemode: 'bool' },
  reach: { merchant_id: 'text?', livemode: 'bool?' },
  platform: {},
} as const;
const WINDOW = { rows_max: 'int4', offset: 'int4' } as const;
/**
 * As many as are read of a whole list at once: a number that stands in the statement lets one plan walk the index. PostgreSQL keeps that
 * plan while it takes a page for smaller by it than it is, and it takes any page for a tenth of what stands here: with 1,001 it planned
 * each page of ten million rows anew, which took longer than reading it.
 */
export const wholeRowsMax = 101;
const PLACES = {
  time: { place_at: 'timestamptz?', place_id: 'text?' },
  text: { place_text: 'text?', place_id: 'text?' },
} as const;
const STARTS = {
  time: { start_at: 'timestamptz', start_id: 'text' },
  text: { start_text: 'text?', start_id: 'text' },
} as const;

type Placed = { readonly place_at?: Date | null; readonly place_text?: string | null };
/** A row as a walk gives it: its place is null where it stands only for the total of a list that has nothing on the page. */
export type Walked = Placed & { readonly list_total: bigint; readonly place_id: string | null };

/** Declares the statement of one way through a list. */
export function walkOf(name: string, { order, direction }: Omit<Walk, 'text'>, source: Source): Walk {
  const fromStart = source.whole === 'from its start';
  const text = statement({
    name,
    params: {
      ...OWNERS[source.of],
      ...source.given,
      ...Object.assign({}, ...source.filters.map(({ params }) => params)),
      ...STARTS[order.by],
      ...(fromStart ? { rows_max: WINDOW.rows_max } : WINDOW),
    } as Shape,
    row: { list_total: 'int8', ...orNull(source.row), ...PLACES[order.by] } as Shape,
    sql: sqlOf({ order, direction }, source),
    ...(fromStart ? {} : { plannedAnew: true }),
  });
  return { order, direction, text };
}

/** Found, sorted and cut, and only then joined with what is shown beside it, where there is such. */
function sqlOf(way: Omit<Walk, 'text'>, source: Source): string {
  const place = placeOf(way.order);
  const alias = aliasOf(source);
  const { from, id = `${alias}.id` } = source;
  const where = whereOf(source, alias);
  const whole = source.select ?? columnsOf(source.row, alias);
  const picked = `${source.joins === undefined ? `${whole}, ` : ''}${way.order.key} AS ${place}, ${id} AS place_id`;
  const apart = source.counted !== undefined;
  const cut = apart
    ? `SELECT ${picked} FROM ${from} WHERE ${where} AND ${windowOf(way, way.order.key, id)}${limitOf(source)}`
    : `SELECT * FROM wanted WHERE ${windowOf(way, place, 'place_id')}${limitOf(source)}`;
  const found = source.whole === 'from its start' ? `SELECT * FROM (${cut}) most LIMIT :rows_max::int4` : cut;
  const page =
    source.joins === undefined
      ? `page AS (${found})`
      : // Each by itself (OFFSET 0): joined in one, what is shown would be worked out before it is known whether a row is on the page.
        `chosen AS (${found}), page AS (SELECT shown.*, here.${place}, here.place_id FROM chosen here CROSS JOIN LATERAL (SELECT ${whole} FROM ${from} ${source.joins} WHERE ${own(source, alias)} AND ${id} = here.place_id OFFSET 0) shown)`;
  return `WITH ${apart ? '' : `wanted AS MATERIALIZED (SELECT ${picked} FROM ${from} WHERE ${where}), `}${page}
          SELECT t.list_total, p.* FROM (${countOf(source, { apart, where })}) t LEFT JOIN page p ON true
          ORDER BY p.${place} ${way.direction}, p.place_id ${way.direction}`;
}

function countOf(
  source: Source,
  { apart, where }: { readonly apart: boolean; readonly where: string },
): string {
  if (source.whole && source.counted === 'kept') return keptTotal(source);
  return `SELECT count(*) AS list_total FROM ${apart ? `${source.from} WHERE ${where}` : 'wanted'}`;
}

function placeOf({ by }: SortOrder): 'place_at' | 'place_text' {
  return by === 'time' ? 'place_at' : 'place_text';
}

function aliasOf({ from }: Source): string {
  const alias = /^\w+ (\w+)/.exec(from)?.[1];
  if (alias === undefined) throw new Error(`A list is from a table and its alias, not from ${from}.`);
  return alias;
}

function columnsOf(row: Shape, alias: string): string {
  return Object.keys(row)
    .map((column) => `${alias}.${column}`)
    .join(', ');
}

/** The rows that are the caller's to see. */
function own({ of }: Source, alias: string): string {
  if (of === 'tenant') return `${alias}.merchant_id = :merchant_id AND ${alias}.livemode = :livemode`;
  if (of === 'platform') return 'true';
  return `(:merchant_id::text IS NULL OR ${alias}.merchant_id = :merchant_id) AND (:livemode::bool IS NULL OR ${alias}.livemode = :livemode)`;
}

function whereOf(source: Source, alias: string): string {
  const narrowed = source.filters.flatMap(
    ({ field, sql, given }) => (field === source.lead ? given : sql) ?? [],
  );
  return [own(source, alias), ...(source.where === undefined ? [] : [source.where]), ...narrowed].join(
    ' AND ',
  );
}

/** What stands behind the place where the page begins, as much of it as the page takes. */
function windowOf({ order, direction }: Omit<Walk, 'text'>, key: string, id: string): string {
  const beyond = direction === 'ASC' ? '>' : '<';
  const behind =
    order.by === 'time'
      ? `(${key}, ${id}) ${beyond} (:start_at::timestamptz, :start_id::text)`
      : `(:start_text::text IS NULL OR (${key}, ${id}) ${beyond} (:start_text, :start_id::text))`;
  return `${behind} ORDER BY ${key} ${direction}, ${id} ${direction}`;
}

function limitOf({ whole }: Source): string {
  return whole === 'from its start'
    ? ` LIMIT ${wholeRowsMax}`
    : ' LIMIT :rows_max::int4 OFFSET :offset::int4';
}

/** The same list with nothing to narrow it; null where it is more than a list without its filters, or no index finds its page. */
export function wholeOf(source: Source): Source | null {
  if (source.counted === 'kept') return { ...source, given: givenUnnarrowed(source), filters: [] };
  const isPlain =
    source.of === 'tenant' &&
    source.counted === 'apart' &&
    Object.keys(source.given).length === 0 &&
    source.filters.every(({ optional }) => optional);
  return isPlain ? { ...source, filters: [] } : null;
}

/** What is given and not for a filter alone. */
function givenUnnarrowed({ given, where = '', select = '' }: Source): Shape {
  const used = new Set([...`${where} ${select}`.matchAll(/:([a-z_]+)/g)].map(([, name]) => name));
  return Object.fromEntries(Object.entries(given).filter(([name]) => used.has(name)));
}

/** Behind what a page begins: the row that the walk has come to, or nothing. */
export function startOf({ order, direction }: Walk, { after }: Page): ValuesOf<Shape> {
  if (after !== null && (after.text !== undefined) !== (order.by === 'text')) throw ofAnother();
  const start_id = after?.id ?? '';
  if (order.by === 'text') return { start_text: after?.text ?? null, start_id };
  return { start_at: after?.at ?? (direction === 'ASC' ? EARLIEST : LATEST), start_id };
}

/** Where a row stands. */
export function placeOfRow(row: Walked): CursorPosition {
  const id = row.place_id ?? '';
  return row.place_at ? { at: row.place_at, id } : { at: new Date(0), id, text: row.place_text ?? '' };
}
