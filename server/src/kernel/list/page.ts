import type { ListMeta } from '@cottontree/contract';
import { Failure, invalid } from '../call/failure.ts';

/** A row's place in a list: its sort key (a time, to the millisecond, or a text) and its id. */
export type CursorPosition = { readonly at: Date; readonly id: string; readonly text?: string };

/** The part of a list that a request asks for: `limit` items from `offset`, or those that follow `after`. */
export type Page = {
  readonly page: number;
  readonly limit: number;
  readonly offset: number;
  readonly after: CursorPosition | null;
};

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
const cursorText = /^(\d{1,15})\.(\d{1,15})\.([\w-]{1,64})(?:\.([\w-]{0,500}))?$/;

/**
 * Reads `page` (from 1), `limit` and `cursor`, which replaces `page`.
 * PAGE_TOO_DEEP beyond 100,000 items, VALIDATION_ERROR for a cursor that no list gave out.
 */
export function readPage(query: PageInput, walk: 'by cursor' | 'by page' = 'by cursor'): Page {
  const { page = 1, limit = limitDefault, cursor } = query;
  if (cursor !== undefined) return { ...readCursor(cursor), limit, offset: 0 };
  if (page * limit > pagedItemsMax) throw tooDeep({ page, limit, walk });
  return { page, limit, offset: (page - 1) * limit, after: null };
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
export function listMeta<Row>({ page: { page, limit }, total, rows, positionOf }: Listed<Row>): ListMeta {
  const meta = { page, limit, total, has_next_page: rows.length > limit };
  if (positionOf === undefined) return meta;
  const last = meta.has_next_page ? rows[limit - 1] : undefined;
  return { ...meta, next_cursor: last === undefined ? null : writeCursor(page + 1, positionOf(last)) };
}

function writeCursor(page: number, { at, id, text }: CursorPosition): string {
  const sorted = text === undefined ? '' : `.${Buffer.from(text).toString('base64url')}`;
  return Buffer.from(`${page}.${at.getTime()}.${id}${sorted}`).toString('base64url');
}

function readCursor(cursor: string): { readonly page: number; readonly after: CursorPosition } {
  const bytes = Buffer.from(cursor, 'base64url');
  const [, page, moment, id, text] = cursorText.exec(bytes.toString('latin1')) ?? [];
  const sorted = text === undefined ? {} : { text: Buffer.from(text, 'base64url').toString() };
  if (
    id === undefined ||
    Number(moment) > momentMax ||
    bytes.toString('base64url') !== cursor ||
    sorted.text?.includes('\0')
  ) {
    throw invalid({ path: 'cursor', message: 'must be meta.next_cursor of the page before, unchanged' });
  }
  return { page: Number(page), after: { at: new Date(Number(moment)), id, ...sorted } };
}

function tooDeep({
  page,
  limit,
  walk,
}: {
  readonly page: number;
  readonly limit: number;
  readonly walk: 'by cursor' | 'by page';
}): Failure {
  const advice =
    walk === 'by cursor'
      ? 'walk on with cursor, which is meta.next_cursor of the page before'
      : 'narrow the list with its filters; it has no cursor';
  return new Failure(
    'PAGE_TOO_DEEP',
    `page ${page} with limit ${limit} reaches beyond item ${pagedItemsMax}; ${advice}.`,
    { details: { page, limit, items_max: pagedItemsMax } },
  );
}
