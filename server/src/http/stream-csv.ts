import { Readable } from 'node:stream';
import type { Operation } from '@cottontree/contract';
import type { FastifyReply } from 'fastify';
import type { Reply } from '../core/reply.ts';
import { toCsv } from './csv.ts';

const PAGE_ROWS = 100;

export type CsvSource = {
  readonly operation: Operation;
  readonly query: object;
  readonly next: (query: object) => Promise<Reply<unknown>>;
};

/** The whole list as CSV, walked by cursor, so that neither side ever holds more than one page. */
export async function streamCsv(reply: FastifyReply, source: CsvSource): Promise<FastifyReply> {
  const columns = Object.keys((source.operation.answer as { properties?: object }).properties ?? {});
  const first = await source.next({ ...source.query, page: 1, limit: PAGE_ROWS });
  async function* pages(): AsyncGenerator<string> {
    let page = first;
    yield toCsv(page.data as object[], columns);
    while (page.meta?.next_cursor) {
      page = await source.next({ ...source.query, page: undefined, limit: PAGE_ROWS, cursor: page.meta.next_cursor });
      const text = toCsv(page.data as object[], columns);
      yield text.slice(text.indexOf('\r\n') + 2);
    }
  }
  return reply.code(200).header('content-type', 'text/csv; charset=utf-8').header('content-disposition', `attachment; filename="${source.operation.id}.csv"`).send(Readable.from(pages()));
}
