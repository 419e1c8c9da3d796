import type { Input, Operations, User } from '@cottontree/contract';
import type { DispatchCall } from '../core/call.ts';
import { Failure } from '../core/failure.ts';
import { operatorRoleOnly } from '../core/operators-only.ts';
import { reply, type Reply } from '../core/reply.ts';
import type { Accounts } from './open-accounts.ts';
import { presentUser } from './present-user.ts';
import { readPassword } from './read-secrets.ts';
import { endSessions } from './sessions.queries.ts';
import { updateUserRecord } from './users.queries.ts';

type Body = Input<Operations['updateUser']>['body'];

/** Changes a person of the platform; one who is suspended or gets a new password is signed out everywhere. */
export async function updateUser(
  { params, body }: Input<Operations['updateUser']>,
  call: DispatchCall,
  room: Accounts,
): Promise<Reply<User>> {
  operatorRoleOnly(call, 'see and change the people of the platform');
  if (params.id === call.operator.id) refuseOwn(body);
  const passwordHash =
    body.password === undefined ? null : await room.hasher.hash(readPassword(body.password, 'password'));

  const user = await room.store.system.transaction(async (tx) => {
    const changed = await updateUserRecord(tx, {
      id: params.id,
      name: body.name ?? null,
      role: body.role ?? null,
      status: body.status ?? null,
      password_hash: passwordHash,
    });
    if (!changed) throw new Failure('USER_NOT_FOUND', `There is no person ${params.id} of the platform.`);
    if (passwordHash !== null || changed.status === 'suspended')
      await endSessions(tx, { subjectId: changed.id, at: room.world.systemNow() });
    return changed;
  });
  room.sessions.forget(user.id);
  return reply(presentUser(user));
}

/** So that somebody is always left who may undo it. */
function refuseOwn({ role, status, password }: Body): void {
  if (role === undefined && status === undefined && password === undefined) return;
  throw new Failure(
    'OWN_ACCOUNT',
    'You cannot change your own role, status or password here. Another operator can; your password you change with POST /v1/dispatch/password.',
  );
}
