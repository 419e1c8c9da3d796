import type { Input, Operations, Payout } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { listMeta, readPage, rowsWanted, shownRows } from '../../core/page.ts';
import { readOptionalTime } from '../../core/read-time.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Tenant } from '../../core/tenant.ts';
import type { Runner } from '../../store/index.ts';
import type { Payments } from '../open-payments.ts';
import { listPayoutRows, type PayoutRow } from './payouts.queries.ts';
import { presentPayout } from './present-payout.ts';

/** Lists a merchant's payouts, newest first unless sorted otherwise. */
export async function listPayouts(
  { query }: Input<Operations['listPayouts']>,
  call: Call,
  { store }: Payments,
): Promise<Reply<readonly Payout[]>> {
  const { tenant } = call;
  const updatedSince = readOptionalTime(query.updated_since, { path: 'updated_since', call });
  return pageOfPayouts({ runner: store.slow(tenant), reach: tenant, updatedSince, query }, presentPayout);
}

export type PayoutList = {
  readonly runner: Runner;
  readonly reach: Tenant | null;
  readonly updatedSince: Date | null;
  readonly query: Input<Operations['listDispatchPayouts']>['query'];
};

export async function pageOfPayouts<T>(
  { runner, reach, updatedSince, query }: PayoutList,
  present: (row: PayoutRow) => T,
): Promise<Reply<readonly T[]>> {
  const page = readPage(query);
  const { total, rows } = await listPayoutRows(runner, {
    reach,
    status: query.status ?? null,
    updatedSince,
    sort: query.sort ?? '-created_at',
    after: page.after,
    offset: page.offset,
    rowsMax: rowsWanted(page),
  });
  return reply(shownRows(page, rows).map(present), {
    meta: listMeta({ page, total, rows, positionOf: (row) => ({ at: row.created_at, id: row.id }) }),
  });
}
