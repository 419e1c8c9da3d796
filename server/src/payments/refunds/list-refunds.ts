import type { Input, Operations, Refund, Sort } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { listMeta, readPage, rowsWanted, shownRows, type PageInput } from '../../core/page.ts';
import { readOptionalTime } from '../../core/read-time.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Tenant } from '../../core/tenant.ts';
import type { Payments } from '../open-payments.ts';
import { presentRefund } from './present-refund.ts';
import { listRefundRows, type RefundsWanted } from './refunds.queries.ts';

/** Lists a merchant's refunds, newest first unless sorted otherwise. */
export async function listRefunds(
  { query }: Input<Operations['listRefunds']>,
  call: Call,
  room: Payments,
): Promise<Reply<readonly Refund[]>> {
  const updatedSince = readOptionalTime(query.updated_since, { path: 'updated_since', call });
  return pageOfRefunds(room, call.tenant, {
    query,
    status: query.status ?? null,
    paymentId: query.payment_id ?? null,
    updatedSince,
  });
}

type Wanted = Pick<RefundsWanted, 'status' | 'paymentId' | 'updatedSince'> & {
  readonly query: PageInput & { readonly sort?: Sort | undefined };
};

export async function pageOfRefunds(
  { store }: Payments,
  tenant: Tenant,
  { query, ...wanted }: Wanted,
): Promise<Reply<readonly Refund[]>> {
  const page = readPage(query);
  const { total, rows } = await listRefundRows(store.slow(tenant), tenant, {
    ...wanted,
    sort: query.sort ?? '-created_at',
    after: page.after,
    offset: page.offset,
    rowsMax: rowsWanted(page),
  });
  return reply(shownRows(page, rows).map(presentRefund), {
    meta: listMeta({ page, total, rows, positionOf: (row) => ({ at: row.created_at, id: row.id }) }),
  });
}
