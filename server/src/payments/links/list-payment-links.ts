import type { Input, Operations, PaymentLink } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { listMeta, readPage, rowsWanted, shownRows } from '../../core/page.ts';
import { readOptionalTime } from '../../core/read-time.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Payments } from '../open-payments.ts';
import { listLinkRows } from './links.queries.ts';
import { presentLink } from './present-link.ts';

/** Lists a merchant's payment links, newest first unless sorted otherwise. */
export async function listPaymentLinks(
  { query }: Input<Operations['listPaymentLinks']>,
  call: Call,
  { store, settings }: Payments,
): Promise<Reply<readonly PaymentLink[]>> {
  const { tenant, now } = call;
  const page = readPage(query);
  const updatedSince = readOptionalTime(query.updated_since, { path: 'updated_since', call });
  const { total, rows } = await listLinkRows(store.slow(tenant), tenant, {
    status: query.status ?? null,
    now,
    q: query.q ?? null,
    updatedSince,
    sort: query.sort ?? '-created_at',
    after: page.after,
    offset: page.offset,
    rowsMax: rowsWanted(page),
  });
  return reply(
    shownRows(page, rows).map((row) => presentLink(row, { settings, now })),
    { meta: listMeta({ page, total, rows, positionOf: (row) => ({ at: row.created_at, id: row.id }) }) },
  );
}
