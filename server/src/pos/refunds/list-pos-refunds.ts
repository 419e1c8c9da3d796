import type { Input, Operations, SaleRefund } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { listMeta, readPage, rowsWanted, shownRows, type PageInput } from '../../core/page.ts';
import { readTime } from '../../core/read-time.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Tenant } from '../../core/tenant.ts';
import type { Pos } from '../open-pos.ts';
import { presentSaleRefund } from './present-refund.ts';
import { listRefundRows, type RefundsWanted } from './refunds.queries.ts';

export type RefundFilter = Omit<RefundsWanted, 'after' | 'offset' | 'rowsMax'>;

const EARLIEST = new Date('0001-01-01T00:00:00Z');
const LATEST = new Date('9999-12-31T00:00:00Z');

/** Of any sale and status, made at any time. */
export const EVERY_REFUND: RefundFilter = Object.freeze({
  saleId: null,
  status: null,
  locationId: null,
  sessionId: null,
  createdFrom: EARLIEST,
  createdTo: LATEST,
});

/** Lists a merchant's refunds of sales, newest first. */
export async function listPosRefunds(
  { query }: Input<Operations['listPosRefunds']>,
  call: Call,
  room: Pos,
): Promise<Reply<readonly SaleRefund[]>> {
  const createdFrom =
    query.created_from === undefined
      ? EARLIEST
      : readTime(query.created_from, { path: 'created_from', call });
  const createdTo =
    query.created_to === undefined ? LATEST : readTime(query.created_to, { path: 'created_to', call });
  const filter = {
    saleId: null,
    status: query.status ?? null,
    locationId: query.location_id ?? null,
    sessionId: query.cash_session_id ?? null,
    createdFrom,
    createdTo,
  };
  return pageOfRefunds(room, call.tenant, { query, filter });
}

export async function pageOfRefunds(
  { store }: Pos,
  tenant: Tenant,
  { query, filter }: { readonly query: PageInput; readonly filter: RefundFilter },
): Promise<Reply<readonly SaleRefund[]>> {
  const page = readPage(query);
  const { total, rows } = await listRefundRows(store.slow(tenant), tenant, {
    after: page.after,
    offset: page.offset,
    rowsMax: rowsWanted(page),
    ...filter,
  });
  return reply(shownRows(page, rows).map(presentSaleRefund), {
    meta: listMeta({ page, total, rows, positionOf: (row) => ({ at: row.created_at, id: row.id }) }),
  });
}
