import {
  operations,
  formatOptionalTime,
  formatTime,
  type Data,
  type Input,
  type Operations,
  type User,
} from '@cottontree/contract';
import { requireMatch, versionOf } from '../../kernel/change/if-match.ts';
import { refuseReadOnly } from '../../kernel/shape/read-only.ts';
import type { DispatchCall } from '../../kernel/call/call.ts';
import { effect } from '../../kernel/effect/effect.ts';
import { Failure } from '../../kernel/call/failure.ts';
import { operatorRoleOnly } from '../../kernel/call/operators-only.ts';
import { reply, type Reply } from '../../kernel/call/reply.ts';
import type { Runner } from '../../store/index.ts';
import { addUser, draftUser } from './create-user-account.ts';
import type { Accounts } from './module.ts';
import { readPassword } from './read-secrets.ts';
import { endSessions } from './sessions.queries.ts';
import { lockUsers, updateUserRecord, userList, type UserRecord } from './users.queries.ts';

/** Adds a person of the platform; a password made here is in the answer, once. */
export async function createUser(
  { body }: Input<Operations['createUser']>,
  call: DispatchCall,
  module: Accounts,
): Promise<Reply<Data<Operations['createUser']>>> {
  operatorRoleOnly(call, 'see and change the people of the platform');
  return effect(
    module,
    { tenant: null, idempotency: call.idempotency },
    {
      single: true,
      work: async (runner) => {
        const draft = await draftUser(module, body);
        const user = await addUser(runner, draft);
        return reply(
          { ...presentUser(user), password: draft.madePassword },
          { version: versionOfUser(user) },
        );
      },
    },
  );
}

/** Lists the people of the platform, newest first unless sorted otherwise. */
export async function listUsers(
  { query }: Input<Operations['listUsers']>,
  call: DispatchCall,
  { store }: Accounts,
): Promise<Reply<readonly User[]>> {
  operatorRoleOnly(call, 'see and change the people of the platform');
  const { rows, meta } = await userList.find(store.system.reads, { call, query });
  return reply(rows.map(presentUser), { meta });
}

type Body = Input<Operations['updateUser']>['body'];

/** Changes a person of the platform; one who is suspended or gets a new password is signed out everywhere. */
export async function updateUser(
  { params, body }: Input<Operations['updateUser']>,
  call: DispatchCall,
  module: Accounts,
): Promise<Reply<User>> {
  operatorRoleOnly(call, 'see and change the people of the platform');
  if (params.id === call.operator.id) refuseOwn(body);
  const passwordHash =
    body.password === undefined ? null : await module.hasher.hash(readPassword(body.password, 'password'));

  const user = await module.store.system.transaction(async (tx) => {
    await refuseFormerOrOther(tx, call, params.id);
    const changed = await updateUserRecord(tx, {
      id: params.id,
      name: body.name ?? null,
      role: body.role ?? null,
      status: body.status ?? null,
      password_hash: passwordHash,
    });
    if (!changed) throw new Failure('USER_NOT_FOUND', `There is no person ${params.id} of the platform.`);
    refuseReadOnly(operations.updateUser.readOnly, body, presentUser(changed));
    if (passwordHash !== null || changed.status === 'suspended')
      await endSessions(tx, { subjectId: changed.id, at: module.world.systemNow() });
    return changed;
  });
  module.sessions.forget(user.id);
  return reply(presentUser(user), { version: versionOfUser(user) });
}

function versionOfUser({ name, role, status }: Pick<UserRecord, 'name' | 'role' | 'status'>): string {
  return versionOf({ name, role, status });
}

/** Under the lock, so that of two operators who suspend each other at once one stays. */
async function refuseFormerOrOther(
  tx: Runner,
  { operator, ifMatch }: DispatchCall,
  otherId: string,
): Promise<void> {
  const locked = await lockUsers(tx, [operator.id, otherId]);
  const [caller, other] = [operator.id, otherId].map((wanted) => locked.find(({ id }) => id === wanted));
  if (caller?.status !== 'active' || caller.role !== 'operator')
    throw new Failure('OPERATORS_ONLY', 'You are no operator of the platform any more. Ask one of them.');
  if (other) requireMatch(ifMatch, { version: versionOfUser(other), what: `The person ${otherId}` });
}

/** So that somebody is always left who may undo it. */
function refuseOwn({ role, status, password }: Body): void {
  if (role === undefined && status === undefined && password === undefined) return;
  throw new Failure(
    'OWN_ACCOUNT',
    'You cannot change your own role, status or password here. Another operator can; your password you change with POST /v1/dispatch/password.',
  );
}

/** A person of the platform as answers show one; the database holds only known roles and statuses. */
export function presentUser({
  id,
  email,
  name,
  role,
  status,
  created_at,
  last_signed_in_at,
}: UserRecord): User {
  return {
    id,
    email,
    name,
    role,
    status,
    created_at: formatTime(created_at),
    last_signed_in_at: formatOptionalTime(last_signed_in_at),
  };
}
