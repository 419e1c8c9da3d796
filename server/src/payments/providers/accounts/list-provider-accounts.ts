import type { Input, Operations, ProviderAccount } from '@cottontree/contract';
import type { Call } from '../../../core/call.ts';
import { listMeta, readPage, rowsWanted, shownRows } from '../../../core/page.ts';
import { reply, type Reply } from '../../../core/reply.ts';
import type { Payments } from '../../open-payments.ts';
import { presentProviderAccount } from './present-provider-account.ts';
import { listAccounts } from './provider-accounts.queries.ts';

/** Lists the accounts of the caller's mode, in the order in which they are tried. */
export async function listProviderAccounts(
  { query }: Input<Operations['listProviderAccounts']>,
  { tenant }: Call,
  room: Payments,
): Promise<Reply<readonly ProviderAccount[]>> {
  const page = readPage(query, 'by page');
  const { total, rows } = await listAccounts(room.store.slow(tenant), tenant, {
    rowsMax: rowsWanted(page),
    offset: page.offset,
  });
  return reply(
    shownRows(page, rows).map((record) => presentProviderAccount(record, room.settings.publicUrl)),
    { meta: listMeta({ page, total, rows }) },
  );
}
