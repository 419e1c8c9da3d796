import {
  formatTime,
  roleScopes,
  type Data,
  type Input,
  type Operations,
  type SignedInUser,
} from '@cottontree/contract';
import type { DispatchCall, OpenCall } from '../../kernel/call/call.ts';
import type { Failure } from '../../kernel/call/failure.ts';
import { reply, type Reply } from '../../kernel/call/reply.ts';
import { effect } from '../../kernel/effect/effect.ts';
import type { Tx } from '../../store/index.ts';
import { issueSession, OPERATOR_SESSION_MS } from './issue-session.ts';
import type { Accounts } from './module.ts';
import { proveInTurn } from './prove-in-turn.ts';
import { throttled, throttledWithin, wrongPassword } from './throttle.ts';
import {
  findUser,
  findUserByEmail,
  noteUserSignIn,
  updateUserRecord,
  type UserSecret,
} from './users.queries.ts';
import { ownSession } from './sessions.ts';
import { endSessionRecord, endSessions } from './sessions.queries.ts';
import { readPassword } from './read-secrets.ts';

/** Signs a person of the platform in with e-mail address and password. */
export async function signInOperator(
  { body }: Input<Operations['signInOperator']>,
  call: OpenCall,
  module: Accounts,
): Promise<Reply<Data<Operations['signInOperator']>>> {
  const { token, ...shown } = await beginWork(body, call, module);
  return reply({ token, ...shown });
}

/** The same on a page of ours, whose cookie alone holds the token: no script of that page can read it. */
export async function signInOperatorOnPage(
  { body }: Input<Operations['signInOperatorOnPage']>,
  call: OpenCall,
  module: Accounts,
): Promise<Reply<Data<Operations['signInOperatorOnPage']>>> {
  const { token, ...shown } = await beginWork(body, call, module);
  return reply(shown, { cookie: { token, maxAgeSeconds: OPERATOR_SESSION_MS / 1_000 } });
}

type Credentials = Input<Operations['signInOperator']>['body'];

async function beginWork(
  body: Credentials,
  { address, agent }: OpenCall,
  module: Accounts,
): Promise<Data<Operations['signInOperator']>> {
  const { system } = module.store;
  const email = body.email.toLowerCase();
  const wrong = (triesLeft: number): Failure => wrongPassword({ details: { tries_left: triesLeft } });
  const user = await throttled(module, { subject: userSubject(email), address, wrong }, async () => {
    const found = await findUserByEmail(system, email);
    const may = found?.status === 'active' ? found : null;
    return (await module.hasher.matches(body.password, may?.password_hash ?? null)) ? may : null;
  });
  if (!user) throw wrongPassword();
  const session = await system.transaction(async (tx) => {
    await noteUserSignIn(tx, { id: user.id, at: module.world.systemNow() });
    return issueSession(tx, module, { kind: 'operator', subjectId: user.id, address, agent });
  });
  const shown = presentSignedIn(user);
  return {
    token: session.token,
    expires_at: formatTime(session.expiresAt),
    user: shown,
    scopes: [...roleScopes[shown.role]],
  };
}

/** Whose guesses count together: those at one person's password, wherever it is asked for. */
function userSubject(email: string): string {
  return `user ${email}`;
}

function presentSignedIn({ id, name, email, role }: UserSecret): SignedInUser {
  return { id, name, email, role };
}

/** Ends the session that asks, on every node within seconds. */
export async function signOutOperator(
  _input: Input<Operations['signOutOperator']>,
  call: DispatchCall,
  module: Accounts,
): Promise<Reply<Data<Operations['signOutOperator']>>> {
  const { userId, sessionId } = ownSession(call);
  const ended = await effect(
    module,
    { tenant: null, idempotency: call.idempotency },
    {
      single: true,
      work: async (runner) => {
        await endSessionRecord(runner, { subjectId: userId, id: sessionId, at: module.world.systemNow() });
        return reply({ signed_out: true as const });
      },
    },
  );
  module.sessions.forget(userId);
  return { ...ended, cookie: null };
}

/** Answers who is signed in as a person of the platform, and with what rights. */
export async function getOperatorAccount(
  _input: Input<Operations['getOperatorAccount']>,
  call: DispatchCall,
  { store }: Accounts,
): Promise<Reply<Data<Operations['getOperatorAccount']>>> {
  const { userId } = ownSession(call);
  const found = await findUser(store.system, userId);
  if (!found) throw new Error(`The user ${userId} went away while signed in.`);
  const shown = presentSignedIn(found);
  return reply({ ...shown, scopes: [...roleScopes[shown.role]] });
}

/** Gives somebody who knows the password another one; the person's other sessions end. */
export async function changePassword(
  { body }: Input<Operations['changePassword']>,
  call: DispatchCall,
  module: Accounts,
): Promise<Reply<Data<Operations['changePassword']>>> {
  const { userId, sessionId } = ownSession(call);
  const password = readPassword(body.new_password, 'new_password');
  const change = async (tx: Tx): Promise<Reply<Data<Operations['changePassword']>>> => {
    const user = await findUser(tx, userId);
    if (!user) throw wrongPassword();
    // A session that was stolen guesses no more than anybody else.
    await throttledWithin(tx, module, {
      subject: userSubject(user.email),
      address: userId,
      // Read when it is this one's turn: of several that know the same password, the first changes it.
      judge: async () =>
        module.hasher.matches(body.password, (await findUser(tx, userId))?.password_hash ?? null),
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
  };
  const changed = await proveInTurn(userId, () =>
    effect(module, { tenant: null, idempotency: call.idempotency }, { work: change }),
  );
  module.sessions.forget(userId);
  return changed;
}
