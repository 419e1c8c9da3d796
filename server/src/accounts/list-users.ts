import type { Input, Operations, User } from '@cottontree/contract';
import type { DispatchCall } from '../core/call.ts';
import { listMeta, readPage, rowsWanted, shownRows } from '../core/page.ts';
import { operatorRoleOnly } from '../core/operators-only.ts';
import { reply, type Reply } from '../core/reply.ts';
import type { Accounts } from './open-accounts.ts';
import { presentUser } from './present-user.ts';
import { countUsers, listUserRecords } from './users.queries.ts';

/** Lists the people of the platform, newest first. */
export async function listUsers(
  { query }: Input<Operations['listUsers']>,
  call: DispatchCall,
  { store }: Accounts,
): Promise<Reply<User[]>> {
  operatorRoleOnly(call, 'see and change the people of the platform');
  const page = readPage(query, 'by page');
  const rows = await listUserRecords(store.system.slow, { limit: rowsWanted(page), skip: page.offset });
  const total = rows[0]?.total ?? (await countUsers(store.system.slow));
  return reply(shownRows(page, rows).map(presentUser), { meta: listMeta({ page, total, rows }) });
}
