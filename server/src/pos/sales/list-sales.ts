import {
  covers,
  saleStatuses,
  type Input,
  type Operations,
  type Sale,
  type SaleStatus,
} from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { Failure, invalid } from '../../core/failure.ts';
import { listMeta, readPage, rowsWanted, shownRows } from '../../core/page.ts';
import { readOptionalTime } from '../../core/read-time.ts';
import { reply, type Reply } from '../../core/reply.ts';
import { orderOf } from '../list-order.ts';
import type { Pos } from '../open-pos.ts';
import { listSaleRows, type SaleFilter } from './list-sales.queries.ts';
import { presentSale } from './present-sale.ts';

type Listed = Input<Operations['listSales']>;

/** Lists sales, newest first unless sorted otherwise. */
export async function listSales({ query }: Listed, call: Call, room: Pos): Promise<Reply<readonly Sale[]>> {
  refuseBrowsing(query, call);
  const page = readPage(query);
  const { total, rows } = await listSaleRows(room.store.slow(call.tenant), call.tenant, {
    filter: filterOf(query, call),
    order: orderOf(query.sort),
    after: page.after,
    offset: page.offset,
    rowsMax: rowsWanted(page),
  });
  const shown = shownRows(page, rows).map((row) => presentSale(row, room));
  return reply(shown, {
    meta: listMeta({ page, total, rows, positionOf: (row) => ({ at: row.created_at, id: row.id }) }),
  });
}

/** Who signed in at a till looks up a sale by its number, or those of a drawer; all of them only who may see reports. */
function refuseBrowsing({ q, cash_session_id }: Listed['query'], { caller }: Call): void {
  if (
    caller.session === null ||
    q !== undefined ||
    cash_session_id !== undefined ||
    covers(caller.scopes, 'reports:read')
  )
    return;
  throw new Failure(
    'INSUFFICIENT_SCOPE',
    'This session may look up sales by their number (q) or those of one drawer (cash_session_id). To list all, somebody with the permission reports has to sign in.',
    { details: { scope: 'reports:read' } },
  );
}

function filterOf(query: Listed['query'], call: Call): SaleFilter {
  const time = (text: string | undefined, path: string): Date | null =>
    readOptionalTime(text, { path, call });
  return {
    statuses: query.status === undefined ? null : readStatuses(query.status),
    location_id: query.location_id ?? null,
    terminal_id: query.terminal_id ?? null,
    staff_id: query.staff_id ?? null,
    customer_id: query.customer_id ?? null,
    cash_session_id: query.cash_session_id ?? null,
    flagged: query.flagged ?? null,
    number_text: query.q ?? null,
    number: digitsAtEnd(query.q ?? ''),
    created_from: time(query.created_from, 'created_from'),
    created_to: time(query.created_to, 'created_to'),
    updated_since: time(query.updated_since, 'updated_since'),
    flag: query.flag ?? null,
  };
}

/** Numbers may stand anywhere in what people read; most patterns end with them. */
function digitsAtEnd(text: string): bigint | null {
  const digits = /(\d{1,18})\D*$/.exec(text)?.[1];
  return digits === undefined ? null : BigInt(digits);
}

function readStatuses(text: string): readonly SaleStatus[] {
  const words = [...new Set(text.split(',').map((word) => word.trim()))];
  const unknown = words.find((word) => !isStatus(word));
  if (unknown === undefined) return words.filter(isStatus);
  throw invalid({
    path: 'status',
    message: `must be one or several of ${saleStatuses.join(', ')}, with commas between; "${unknown}" is none of them`,
  });
}

function isStatus(word: string): word is SaleStatus {
  return saleStatuses.some((status) => status === word);
}
