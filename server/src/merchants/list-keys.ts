import type { ApiKey, Input, Operations } from '@cottontree/contract';
import type { Call } from '../core/call.ts';
import { listMeta, readPage, rowsWanted, shownRows } from '../core/page.ts';
import { reply, type Reply } from '../core/reply.ts';
import { countKeys, listKeyRecords } from './keys.queries.ts';
import type { Merchants } from './open-merchants.ts';
import { presentKey } from './present-key.ts';

/** Lists the keys of the caller's mode, revoked ones included, newest first. */
export async function listKeys(
  { query }: Input<Operations['listKeys']>,
  { tenant }: Call,
  { store }: Merchants,
): Promise<Reply<ApiKey[]>> {
  const page = readPage(query, 'by page');
  const rows = await listKeyRecords(store.slow(tenant), tenant, {
    limit: rowsWanted(page),
    skip: page.offset,
  });
  const total = rows[0]?.total ?? (await countKeys(store.slow(tenant), tenant));
  return reply(
    shownRows(page, rows).map(({ total: _total, ...record }) => presentKey(record)),
    { meta: listMeta({ page, total, rows }) },
  );
}
