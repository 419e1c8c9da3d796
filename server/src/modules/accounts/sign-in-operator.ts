import {
  formatTime,
  roleScopes,
  type Data,
  type Input,
  type Operations,
  type SignedInUser,
} from '@cottontree/contract';
import type { OpenCall } from '../../kernel/call/call.ts';
import type { Failure } from '../../kernel/call/failure.ts';
import { reply, type Reply } from '../../kernel/call/reply.ts';
import { issueSession } from './issue-session.ts';
import type { Accounts } from './module.ts';
import { wrongPassword } from './refuse-credentials.ts';
import { OPERATOR_SESSION_MS } from './session-life.ts';
import { throttled } from './throttle.ts';
import { findUserByEmail, noteUserSignIn, type UserSecret } from './users.queries.ts';

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
export function userSubject(email: string): string {
  return `user ${email}`;
}

export function presentSignedIn({ id, name, email, role }: UserSecret): SignedInUser {
  return { id, name, email, role };
}
