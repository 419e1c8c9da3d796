import type { Input, Operations, Refund, Sort } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { listMeta, readPage, rowsWanted, shownRows, type PageInput } from '../../core/page.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Tenant } from '../../core/tenant.ts';
import type { Payments } from '../open-payments.ts';
import { presentRefund } from './present-refund.ts';
import { listRefundRows } from './refunds.queries.ts';

/** Lists a merchant's refunds, newest first unless sorted otherwise. */
export async function listRefunds({ query }: Input<Operations['listRefunds']>, { tenant }: Call, room: Payments): Promise<Reply<readonly Refund[]>> {
  return pageOfRefunds(room, tenant, { query, status: query.status ?? null, paymentId: query.payment_id ?? null });
}

export async function pageOfRefunds({ store }: Payments, tenant: Tenant, { query, status, paymentId }: { readonly query: PageInput & { readonly sort?: Sort | undefined }; readonly status: string | null; readonly paymentId: string | null }): Promise<Reply<readonly Refund[]>> {
  const page = readPage(query);
  const { total, rows } = await listRefundRows(store.slow(tenant), tenant, { status, paymentId, sort: query.sort ?? '-created_at', after: page.after, offset: page.offset, rowsMax: rowsWanted(page) });
  return reply(shownRows(page, rows).map(presentRefund), { meta: listMeta({ page, total, rows, positionOf: (row) => ({ at: row.created_at, id: row.id }) }) });
}
