import { operations, type Input, type ListMeta, type Operation, type Operations } from '@cottontree/contract';
import type { Runner, Shape, ValuesOf } from '../../store/index.ts';
import type { AnyCall, CallOf } from '../call/call.ts';
import type { BoundFilter, Filter } from './list-filters.queries.ts';
import {
  placeOfRow,
  startOf,
  walkOf,
  wholeOf,
  wholeRowsMax,
  type SortOrder,
  type Source,
  type Walk,
  type Walked,
} from './list-walk.queries.ts';
import { checkKeptTotal } from './list-totals.queries.ts';
import { listMeta, readPage, rowsWanted, shownRows, type Page, type PageInput } from './page.ts';
import { keyOf } from '../call/tenant.ts';

type ListId = {
  [Id in keyof Operations]: Operations[Id] extends { readonly list: true } ? Id : never;
}[keyof Operations];
type QueryOf<Id extends ListId> = Input<Operations[Id]>['query'];
type PageField = 'page' | 'limit' | 'cursor' | 'sort';
type SortOf<Id extends ListId> =
  QueryOf<Id> extends { readonly sort?: infer Sort } ? Exclude<Sort, undefined> : never;
/** Every order goes both ways; it has the name of the way that is without a minus. */
type OrderOf<Id extends ListId> = Exclude<SortOf<Id>, `-${string}`> & string;

export type ListDeclaration<Id extends ListId, Row extends Shape, Given extends Shape> = {
  /** The table with its alias, and what its filters need joined to it. */
  readonly from: string;
  /** Whose rows: the caller's own; those within a dispatcher's reach; or the platform's, of which all are everybody's who may ask. */
  readonly of?: 'reach' | 'platform';
  /** What is read of a row, and where that stands if not in columns of the table. */
  readonly row: Row;
  readonly select?: string;
  /** What only the rows of the page are joined with: they are found first, and alone read whole. */
  readonly joins?: string;
  /** The table's column `id`, if left out. */
  readonly id?: string;
  /** What holds of every row, by `given`, which a request does not name as a filter. */
  readonly where?: string;
  readonly given?: Given;
  /** How each field of the query narrows the list. */
  readonly filters: {
    readonly [Field in Exclude<keyof QueryOf<Id>, PageField>]-?: Filter<
      Exclude<QueryOf<Id>[Field], undefined>,
      CallOf<Id>
    >;
  };
  readonly sorts: { readonly [Name in OrderOf<Id>]: SortOrder };
  /** Fields that lead to an index of their own: the first of them that is there chooses the statement. */
  readonly leads?: readonly (Exclude<keyof QueryOf<Id>, PageField> & string)[];
  /** What its statements are named by where one operation has two lists: the operation's id, if left out. */
  readonly name?: string;
  /**
   * Counted by itself, where an index answers that and another finds the page; else what is counted is what the page is cut from. Kept
   * is what writers of the table add up by its triggers (`list_totals`): while nothing narrows the list, nobody counts it.
   */
  readonly counted?: 'apart' | 'kept';
  /** The column, and the parameter of the same name, that say what within the merchant a kept list is of: `event_id`. */
  readonly scope?: string;
};

type Exactly<Query, Id extends ListId> = Query &
  QueryOf<Id> & { readonly [Field in Exclude<keyof Query, keyof QueryOf<Id>>]: never };
type Asked<Id extends ListId, Query, Given extends Shape> = {
  readonly call: CallOf<Id>;
  readonly query: Exactly<Query, Id>;
} & (keyof Given extends never ? object : { readonly given: ValuesOf<Given> });

export type List<Id extends ListId, Row extends Shape, Given extends Shape> = {
  /** The page that the query asks for, how many there are in all, of the same snapshot, and what the answer says of both. */
  readonly find: <Query>(
    runner: Runner,
    asked: Asked<Id, Query, Given>,
  ) => Promise<{ readonly rows: readonly ValuesOf<Row>[]; readonly total: number; readonly meta: ListMeta }>;
};

/**
 * Declares what an operation lists, once: from it follow the statements, one for each order, the reading of the query, page and
 * cursor, and `meta`. The compiler wants a filter for each field of the operation's query, and no other.
 */
export function list<
  const Id extends ListId,
  const Row extends Shape,
  const Given extends Shape = Record<never, never>,
>(id: Id, declared: ListDeclaration<Id, Row, Given>): List<Id, Row, Given> {
  const filters = boundFilters(declared.filters);
  const ownSort = namedSorts(id).default;
  const { sorts, given = {}, name = id, ...table } = declared;
  const of: Source['of'] = declared.of ?? 'tenant';
  const source: Source = { ...table, of, given, filters };
  const leads: readonly string[] = declared.leads ?? [];
  const unled = walksOf(id, { name, sorts, source });
  const led = new Map(
    leads.map((lead) => [lead, walksOf(id, { name: `${name}.${lead}`, sorts, source: { ...source, lead } })]),
  );
  const whole = wholeWalksOf(id, { name, sorts, source });
  if (source.counted === 'kept') checkKeptTotal(source);
  return {
    async find(runner, asked) {
      const query: Query = asked.query;
      const given = 'given' in asked ? asked.given : {};
      const page = readPage(query, {
        order: `${id} ${query.sort ?? ownSort}`,
        narrowed: {
          ...textsOf(given),
          ...Object.fromEntries(filters.map(({ field }) => [field, query[field]])),
        },
      });
      const lead = leads.find((field) => query[field] !== undefined);
      const isNarrowed = filters.some(({ field }) => query[field] !== undefined);
      const walk =
        (isNarrowed ? null : whole(query.sort, page)) ?? (led.get(lead ?? '') ?? unled)(query.sort);
      const read = filters.map((filter) => filter.read(query[filter.field], asked.call));
      const rows = await runner.run(walk.text, {
        ...ownerOf(of, asked.call),
        ...given,
        ...Object.assign({}, ...read),
        ...startOf(walk, page),
        rows_max: rowsWanted(page),
        offset: page.offset,
      });
      return pageOf<Row>(page, rows as readonly Walked[]);
    },
  };
}

type Query = PageInput & { readonly sort?: string } & Readonly<Record<string, unknown>>;
type Bound = BoundFilter<unknown, AnyCall> & { readonly field: string };

/** What a list is of, as the event of its path: moments and what is read of fields go with the time. */
function textsOf(given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => typeof value === 'string'));
}

/** The declaration holds a filter for each field that takes what the contract lets through there. */
function boundFilters(filters: object): readonly Bound[] {
  return Object.entries(filters as Readonly<Record<string, Filter<unknown, AnyCall>>>).map(
    ([field, filter]) => ({ field, ...filter(field) }),
  );
}

/** Whether it is read from the beginning or behind a cursor, and not in one go. */
function fitsWhole(page: Page): boolean {
  return page.offset === 0 && rowsWanted(page) <= wholeRowsMax;
}

/**
 * The walks through all of a list. From the start those in orders by time: one by text begins anywhere or behind a text, for which no one
 * plan is good. Anywhere where that saves counting.
 */
function wholeWalksOf(
  id: ListId,
  { name, sorts, source }: WalksInput,
): (sort: string | undefined, page: Page) => Walk | null {
  const whole = wholeOf(source);
  if (whole === null) return () => null;
  const byTime = Object.fromEntries(Object.entries(sorts).filter(([, { by }]) => by === 'time'));
  const { named, walks } = declaredWalks(id, {
    name: `${name}.whole`,
    sorts: byTime,
    source: { ...whole, whole: 'from its start' },
  });
  const anywhere =
    source.counted === 'kept'
      ? declaredWalks(id, { name: `${name}.all`, sorts, source: { ...whole, whole: 'anywhere' } }).walks
      : null;
  return (sort = named.default, page) =>
    (fitsWhole(page) ? walks.get(sort) : null) ?? anywhere?.get(sort) ?? null;
}

/** The walk of each order that the contract names; without a name, of the one in which the list stands by itself. */
function walksOf(id: ListId, input: WalksInput): (sort: string | undefined) => Walk {
  const { named, walks } = declaredWalks(id, input);
  for (const sort of named.enum)
    if (!walks.has(sort)) throw new Error(`${id} has no order ${sort.replace('-', '')}.`);
  return (sort = named.default) => {
    const walk = walks.get(sort);
    if (!walk) throw new Error(`${id} has no order ${sort}.`);
    return walk;
  };
}

type WalksInput = {
  readonly name: string;
  readonly sorts: Readonly<Record<string, SortOrder>>;
  readonly source: Source;
};

/** The orders that the contract names, and that in which the list stands by itself. */
function namedSorts(id: ListId): { readonly enum: string[]; readonly default: string } {
  const declared: Operation = operations[id];
  return declared.query?.properties['sort'] as { readonly enum: string[]; readonly default: string };
}

function declaredWalks(id: ListId, { name, sorts, source }: WalksInput) {
  const named = namedSorts(id);
  const walks = new Map<string, Walk>();
  for (const sort of named.enum) {
    const [, minus, field = ''] = /^(-?)(.*)$/.exec(sort) ?? [];
    const order = sorts[field];
    if (order === undefined) continue;
    walks.set(sort, walkOf(`${name}.${sort}`, { order, direction: minus ? 'DESC' : 'ASC' }, source));
  }
  return { named, walks };
}

/** Whose rows the statement is to read. */
function ownerOf(of: Source['of'], call: AnyCall): ValuesOf<Shape> {
  if (of === 'platform') return {};
  if (of === 'tenant' && 'tenant' in call) return keyOf(call.tenant);
  if (of === 'reach' && 'reach' in call)
    return { merchant_id: call.reach?.merchantId ?? null, livemode: call.reach?.livemode ?? null };
  throw new Error(`A list of the ${of} is asked for by a call that names none.`);
}

function pageOf<Row extends Shape>(page: Page, rows: readonly Walked[]) {
  const total = Number(rows[0]?.list_total ?? 0n);
  const found = rows.filter(({ place_id }) => place_id !== null);
  return {
    total,
    rows: shownRows(page, found) as unknown as readonly ValuesOf<Row>[],
    meta: listMeta({ page, total, rows: found, positionOf: placeOfRow }),
  };
}
