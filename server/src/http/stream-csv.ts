import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { Operation } from '@cottontree/contract';
import type { FastifyReply } from 'fastify';
import type { Reply } from '../kernel/call/reply.ts';
import { guardFormulas } from '../kernel/csv/guard-formulas.ts';

const PAGE_ROWS = 100;
/** A report is one page of thousands; after so many rows of it others get their turn. */
const ROWS_A_TURN = 100;

type CsvSource = {
  readonly operation: Operation;
  readonly query: object;
  readonly next: (query: object) => Promise<Reply<unknown>>;
};

/** The whole list as CSV, walked by cursor, or by pages where a list has none, so that neither side ever holds more than one page. */
export async function streamCsv(reply: FastifyReply, source: CsvSource): Promise<FastifyReply> {
  const columns = Object.keys((source.operation.answer as { properties?: object }).properties ?? {});
  const first = await source.next({ ...source.query, page: 1, limit: PAGE_ROWS });
  async function* pages(): AsyncGenerator<string> {
    let page = first;
    yield* textsOf(page.data as object[], columns);
    for (let ask = following(page); ask !== null; ask = following(page)) {
      page = await source.next({ ...source.query, ...ask, limit: PAGE_ROWS });
      // A report is one page, whichever is asked for.
      if (ask.page !== undefined && page.meta?.page !== ask.page) return;
      yield* textsOf(page.data as object[], columns, false);
    }
  }
  return reply
    .code(200)
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${source.operation.id}.csv"`)
    .send(Readable.from(pages()));
}

async function* textsOf(
  rows: readonly object[],
  columns: readonly string[],
  headed = true,
): AsyncGenerator<string> {
  for (let from = 0; from === 0 || from < rows.length; from += ROWS_A_TURN) {
    if (from > 0) await setImmediate();
    const text = toCsv(rows.slice(from, from + ROWS_A_TURN), columns);
    yield headed && from === 0 ? text : text.slice(text.indexOf('\r\n') + 2);
  }
}

/** Where the list goes on; null at its end. */
function following({
  meta,
}: Reply<unknown>): { readonly page: number | undefined; readonly cursor?: string } | null {
  if (meta?.next_cursor) return { page: undefined, cursor: meta.next_cursor };
  return meta?.next_cursor === undefined && meta?.has_next_page === true ? { page: meta.page + 1 } : null;
}

/** Rows as CSV (RFC 4180) under a header of their keys; nested values are JSON in their cell. */
function toCsv(rows: readonly object[], columns: readonly string[]): string {
  const lines = rows.map((row) =>
    columns.map((column) => cell((row as Record<string, unknown>)[column])).join(','),
  );
  return `${[columns.join(','), ...lines].join('\r\n')}\r\n`;
}

/** One cell; text that a spreadsheet would run as a formula is made harmless by a leading quote. */
function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const harmless = guardFormulas(text);
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
