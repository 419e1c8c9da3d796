import type { Data, Input, Operations } from '@cottontree/contract';
import type { DispatchCall } from '../../kernel/call/call.ts';
import { effect } from '../../kernel/effect/effect.ts';
import { reply, type Reply } from '../../kernel/call/reply.ts';
import type { Accounts } from './module.ts';
import { ownSession } from './own-session.ts';
import { readPassword } from './read-secrets.ts';
import { wrongPassword } from './refuse-credentials.ts';
import { endSessions } from './sessions.queries.ts';
import { userSubject } from './sign-in-operator.ts';
import { throttledWithin } from './throttle.ts';
import { findUser, updateUserRecord } from './users.queries.ts';

/** Gives somebody who knows the password another one; the person's other sessions end. */
export async function changePassword(
  { body }: Input<Operations['changePassword']>,
  call: DispatchCall,
  module: Accounts,
): Promise<Reply<Data<Operations['changePassword']>>> {
  const { userId, sessionId } = ownSession(call);
  const password = readPassword(body.new_password, 'new_password');
  const changed = await effect(
    module,
    { tenant: null, idempotency: call.idempotency },
    {
      work: async (tx) => {
        const user = await findUser(tx, userId);
        if (!user) throw wrongPassword();
        // A session that was stolen guesses no more than anybody else.
        await throttledWithin(tx, module, {
          subject: userSubject(user.email),
          address: userId,
          judge: () => module.hasher.matches(body.password, user.password_hash),
          wrong: () => wrongPassword({ kept: true }),
        });
        await updateUserRecord(tx, {
          id: userId,
          name: null,
          role: null,
          status: null,
          password_hash: await module.hasher.hash(password),
        });
        await endSessions(tx, { subjectId: userId, butId: sessionId, at: module.world.systemNow() });
        return reply({ changed: true as const });
      },
    },
  );
  module.sessions.forget(userId);
  return changed;
}
