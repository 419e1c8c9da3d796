import type { Input, MemberAccount, Operations } from '@cottontree/contract';
import type { OpenCall } from '../../../kernel/call/call.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { noteOwnAct, type OwnAct } from '../activity/note-act.ts';
import { issueSession, MEMBER_SESSION_MS } from '../issue-session.ts';
import type { Accounts } from '../module.ts';
import { throttled } from '../throttle.ts';
import { accountOf } from './account.ts';
import { findPersonByEmail, notePersonSignIn, type PersonRecord } from './people.queries.ts';
import { proveSecondFactor } from './second-factor.ts';

/** Signs a person in with e-mail address and password, and a code where the person wants one asked for. */
export async function signInMember(
  { body }: Input<Operations['signInMember']>,
  call: OpenCall,
  module: Accounts,
): Promise<Reply<MemberAccount>> {
  const { address } = call;
  const person = await whoHas(module, { email: body.email, password: body.password, address });
  if (person.totp_secret !== null)
    await proveSecondFactor(module, { person, sealed: person.totp_secret, code: body.code, address });
  return beginSession(module, { person, call, operation: 'signInMember', merchantId: null });
}

export type Tried = { readonly email: string; readonly password: string; readonly address: string };

/** Whose e-mail address and password these are; refuses alike whichever is wrong, and takes as long. */
export async function whoHas(module: Accounts, { email, password, address }: Tried): Promise<PersonRecord> {
  const named = email.normalize('NFC').trim().toLowerCase();
  const person = await throttled(
    module,
    { subject: personSubject(named), address, wrong: wrongPersonPassword },
    async () => {
      const found = (await findPersonByEmail(module.store.system, named)) ?? null;
      return (await module.hasher.matches(password, found?.password_hash ?? null)) ? found : null;
    },
  );
  if (!person) throw wrongPersonPassword(0);
  return person;
}

/** Begins a session, whose token only the cookie tells, and notes by what it began. */
export async function beginSession(
  module: Accounts,
  { person, ...act }: Omit<OwnAct, 'person'> & { readonly person: PersonRecord; readonly call: OpenCall },
): Promise<Reply<MemberAccount>> {
  const { system } = module.store;
  const { token } = await system.transaction(async (tx) => {
    await notePersonSignIn(tx, { id: person.id, at: module.world.systemNow() });
    await noteOwnAct(tx, module, { person, ...act });
    const { address, agent } = act.call;
    return issueSession(tx, module, { kind: 'member', subjectId: person.id, address, agent });
  });
  return reply(await accountOf(system, person), {
    cookie: { token, maxAgeSeconds: MEMBER_SESSION_MS / 1_000 },
  });
}

/** Whose guesses count together: those at one person's password, wherever it is asked for. */
export function personSubject(email: string): string {
  return `person ${email}`;
}

/** The one refusal for an e-mail address and a password that open nothing; as many tries are left whether anybody has the address or not. */
export function wrongPersonPassword(triesLeft: number, kept = false): Failure {
  const rest = triesLeft === 1 ? '1 try is' : `${triesLeft} tries are`;
  return new Failure(
    'INVALID_CREDENTIALS',
    `The e-mail address and the password do not belong together. Check both, or have a link sent that sets a new password. ${rest} left within 15 minutes.`,
    { details: { tries_left: triesLeft }, kept },
  );
}
