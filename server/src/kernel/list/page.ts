import { createHash } from 'node:crypto';
import type { ListMeta } from '@cottontree/contract';
import { Failure, invalid } from '../call/failure.ts';
import { canonicalJson } from '../effect/canonical-json.ts';

/** A row's place in a list: its sort key (a time, to the millisecond, or a text) and its id. */
export type CursorPosition = { readonly at: Date; readonly id: string; readonly text?: string };

/** The part of a list that a request asks for: `limit` items from `offset`, or those that follow `after`. */
export type Page = {
  readonly page: number;
  readonly limit: number;
  readonly offset: number;
  readonly after: CursorPosition | null;
  /** What the cursors of this list in this order, narrowed like this, bear; 0: it has none. */
  readonly mark: number;
};

/** Through what a cursor leads: a list in one order, and by what it is narrowed (what is undefined narrows nothing). */
export type Way = { readonly order: string; readonly narrowed: Readonly<Record<string, unknown>> };

export type PageInput = {
  readonly page?: number | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
};

/** How far `page` reaches, in items; beyond it skipping costs more than a request may. */
export const pagedItemsMax = 100_000;
const limitDefault = 20;
/** The last millisecond that four digits of a year can write. */
const momentMax = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
/**
 * A cursor's first number is its page, behind a mark of the list in its order and one of what narrows it. Versions before wrote the page
 * alone, or behind the first mark, and read this as a large one, so that nodes of all go on with each other's cursors. Of two lists one in
 * a hundred thousand has the mark of the other, of two ways to narrow one in ten thousand.
 */
const marksFrom = 10_000_000_000;
const marksMax = 99_999;
const narrowedFrom = 1_000_000;
const narrowedMax = 9_999;
const cursorText = /^(\d{1,15})\.(\d{1,15})\.([\w-]{1,64})(?:\.([\w-]{0,500}))?$/;

/**
 * Reads `page` (from 1), `limit` and `cursor`, which replaces `page`; `way` is null where the list has no cursor.
 * PAGE_TOO_DEEP beyond 100,000 items, VALIDATION_ERROR for a cursor that was not given out on this way.
 */
export function readPage(query: PageInput, way: Way | null): Page {
  const { page = 1, limit = limitDefault, cursor } = query;
  const mark = way === null ? 0 : markOf(way);
  if (cursor !== undefined) return { ...readCursor(cursor, mark), limit, offset: 0, mark };
  if (page * limit > pagedItemsMax) throw tooDeep({ page, limit, hasCursor: way !== null });
  return { page, limit, offset: (page - 1) * limit, after: null, mark };
}

/** Both marks, before a page: the same in every version. */
function markOf({ order, narrowed }: Way): number {
  const given = Object.fromEntries(Object.entries(narrowed).filter(([, value]) => value !== undefined));
  return numberOf(order, marksMax) * marksFrom + numberOf(canonicalJson(given), narrowedMax) * narrowedFrom;
}

/** From 1 to `most`. */
function numberOf(text: string, most: number): number {
  return 1 + (createHash('sha256').update(text).digest().readUInt32BE() % most);
}

/** How many rows to ask the database for: one more than is shown, which tells whether more follows. */
export function rowsWanted(page: Page): number {
  return page.limit + 1;
}

/** The rows that the page shows, of those that were asked for. */
export function shownRows<Row>(page: Page, rows: readonly Row[]): readonly Row[] {
  return rows.slice(0, page.limit);
}

export type Listed<Row> = {
  readonly page: Page;
  /** Every item of the list, on whatever page. */
  readonly total: number;
  /** As many as `rowsWanted` said, or all that are left. */
  readonly rows: readonly Row[];
  /** Where a row stands, in lists that can be walked by cursor. */
  readonly positionOf?: (row: Row) => CursorPosition;
};

/** Where a list stands; `next_cursor` is there in lists that can be walked by cursor, null at their end. */
export function listMeta<Row>({
  page: { page, limit, mark },
  total,
  rows,
  positionOf,
}: Listed<Row>): ListMeta {
  const meta = { page, limit, total, has_next_page: rows.length > limit };
  if (positionOf === undefined) return meta;
  const last = meta.has_next_page ? rows[limit - 1] : undefined;
  return {
    ...meta,
    next_cursor: last === undefined ? null : writeCursor(mark + nextPage(page), positionOf(last)),
  };
}

/** At the last that a cursor can write, pages are no longer counted. */
const nextPage = (page: number): number => Math.min(page + 1, narrowedFrom - 1);

function writeCursor(page: number, { at, id, text }: CursorPosition): string {
  const sorted = text === undefined ? '' : `.${Buffer.from(text).toString('base64url')}`;
  return Buffer.from(`${page}.${at.getTime()}.${id}${sorted}`).toString('base64url');
}

function readCursor(cursor: string, mark: number): { readonly page: number; readonly after: CursorPosition } {
  const bytes = Buffer.from(cursor, 'base64url');
  const [, marked, moment, id, text] = cursorText.exec(bytes.toString('latin1')) ?? [];
  const sorted = text === undefined ? {} : { text: Buffer.from(text, 'base64url').toString() };
  if (
    id === undefined ||
    Number(moment) > momentMax ||
    bytes.toString('base64url') !== cursor ||
    sorted.text?.includes('\0')
  ) {
    throw invalid({ path: 'cursor', message: 'must be meta.next_cursor of the page before, unchanged' });
  }
  const [of, own] = [marksIn(Number(marked)), marksIn(mark)];
  if (of.order !== 0 && of.order !== own.order) throw ofAnother();
  if (of.narrowed !== 0 && of.narrowed !== own.narrowed) throw ofAnother();
  return { page: of.page, after: { at: new Date(Number(moment)), id, ...sorted } };
}

function marksIn(marked: number): {
  readonly order: number;
  readonly narrowed: number;
  readonly page: number;
} {
  return {
    order: Math.floor(marked / marksFrom),
    narrowed: Math.floor((marked % marksFrom) / narrowedFrom),
    page: marked % narrowedFrom,
  };
}

/** The refusal of a cursor that another list gave out, or this one in another order or narrowed otherwise. */
export function ofAnother(): Failure {
  return invalid({
    path: 'cursor',
    message:
      'must be meta.next_cursor of the page before, of the same list, in the same sort and with the same filters',
  });
}

function tooDeep({
  page,
  limit,
  hasCursor,
}: {
  readonly page: number;
  readonly limit: number;
  readonly hasCursor: boolean;
}): Failure {
  const advice = hasCursor
    ? 'walk on with cursor, which is meta.next_cursor of the page before'
    : 'narrow the list with its filters; it has no cursor';
  return new Failure(
    'PAGE_TOO_DEEP',
    `page ${page} with limit ${limit} reaches beyond item ${pagedItemsMax}; ${advice}.`,
    { details: { page, limit, items_max: pagedItemsMax } },
  );
}
