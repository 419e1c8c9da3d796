import type { Input, Operations, User } from '@cottontree/contract';
import type { DispatchCall } from '../core/call.ts';
import { reply, type Reply } from '../core/reply.ts';
import { operatorRoleOnly } from '../core/operators-only.ts';
import { presentUser } from './present-user.ts';
import type { Accounts } from './open-accounts.ts';
import { userList } from './users.queries.ts';

/** Lists the people of the platform, newest first unless sorted otherwise. */
export async function listUsers(
  { query }: Input<Operations['listUsers']>,
  call: DispatchCall,
  { store }: Accounts,
): Promise<Reply<readonly User[]>> {
  operatorRoleOnly(call, 'see and change the people of the platform');
  const { rows, meta } = await userList.find(store.system.slow, { call, query });
  return reply(rows.map(presentUser), { meta });
}
