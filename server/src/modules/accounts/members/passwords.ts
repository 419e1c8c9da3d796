import type { Data, Input, OpenSession, Operations } from '@cottontree/contract';
import type { MemberCall, OpenCall } from '../../../kernel/call/call.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Runner, Tx } from '../../../store/index.ts';
import { noteOwnAct } from '../activity/note-act.ts';
import type { Accounts } from '../module.ts';
import { proveInTurn } from '../prove-in-turn.ts';
import { readPassword } from '../read-secrets.ts';
import { presentSession } from '../present-session.ts';
import { endSessionRecord, endSessions, memberSessionList } from '../sessions.queries.ts';
import { throttledAlways, throttledWithin } from '../throttle.ts';
import { personWith } from './account.ts';
import { postLetter } from './letters.ts';
import { hashLinkToken, makeLink } from './links.ts';
import { dropResetsOf, insertPasswordReset, takePasswordReset } from './links.queries.ts';
import { updatePerson, type PersonRecord } from './people.queries.ts';
import { personSubject, wrongPersonPassword } from './sign-in.ts';

const RESET_MS = 3_600_000;

/** Gives somebody who knows the password another one; the person's other sessions end. */
export async function changeMemberPassword(
  { body }: Input<Operations['changeMemberPassword']>,
  call: MemberCall,
  module: Accounts,
): Promise<Reply<Data<Operations['changeMemberPassword']>>> {
  const password = readPassword(body.new_password, 'new_password');
  const changed = await effectByPassword(module, { call, password: body.password }, async (tx, { id }) => {
    await setPassword(tx, module, { personId: id, password });
    await endSessions(tx, { subjectId: id, butId: call.sessionId, at: module.world.systemNow() });
    return reply({ changed: true as const });
  });
  module.sessions.forget(call.person.id);
  return changed;
}

type Proving = { readonly call: MemberCall; readonly password: string };

/** Does in one transaction what wants the password of the session's person, one request of that person at a time. */
export function effectByPassword<T>(
  module: Accounts,
  proving: Proving,
  work: (tx: Tx, person: PersonRecord) => Promise<Reply<T>>,
): Promise<Reply<T>> {
  const { person, idempotency } = proving.call;
  return proveInTurn(person.id, () =>
    effect(
      module,
      { tenant: null, idempotency },
      { work: async (tx) => work(tx, await provePassword(tx, module, proving)) },
    ),
  );
}

/** In a transaction: whoever asks knows the password of the session's person. A session that was stolen guesses no more than anybody else. */
async function provePassword(
  tx: Runner,
  module: Accounts,
  { call, password }: Proving,
): Promise<PersonRecord> {
  const person = await personWith(tx, call.person.id);
  await throttledWithin(tx, module, {
    subject: personSubject(person.email),
    address: call.address,
    // Read when it is this one's turn: of several that know the same password, the first changes it.
    judge: async () => module.hasher.matches(password, (await personWith(tx, person.id)).password_hash),
    wrong: (triesLeft) => wrongPersonPassword(triesLeft, true),
  });
  return person;
}

/** Sends a link that sets a new password to whoever has the address; the answer is the same if nobody has. */
export async function requestPasswordReset(
  { body }: Input<Operations['requestPasswordReset']>,
  { address }: OpenCall,
  module: Accounts,
): Promise<Reply<Data<Operations['requestPasswordReset']>>> {
  const email = body.email.normalize('NFC').trim().toLowerCase();
  await throttledAlways(module, { subject: `reset ${email}`, address });
  if (module.mails)
    await module.store.system.transaction(async (tx) => {
      await makeReset(tx, module, email);
    });
  return reply({ requested: true as const });
}

/** In a transaction: a link that sets somebody's password, and whether it goes by mail; null where nobody has the address. */
export async function makeReset(
  tx: Runner,
  module: Accounts,
  email: string,
): Promise<{ readonly link: string; readonly mailed: boolean } | null> {
  const now = module.world.systemNow();
  const expiresAt = new Date(now.getTime() + RESET_MS);
  const { hash, url } = makeLink(module, 'password-reset');
  const person = await insertPasswordReset(tx, {
    token_hash: hash,
    email,
    created_at: now,
    expires_at: expiresAt,
  });
  if (!person) return null;
  const mailed = await postLetter(tx, module, {
    to: email,
    subject: 'Set a new password',
    text: `${person.name},\n\nopen this within an hour to set a new password for Cottontree:\n${url}\n\nIf you did not ask for it, do nothing: your password stays as it is.\n`,
    expiresAt,
  });
  return { link: url, mailed };
}

/** Sets a new password for whoever has a link that was sent; all sessions of the person end. */
export async function resetPassword(
  { body }: Input<Operations['resetPassword']>,
  call: OpenCall,
  module: Accounts,
): Promise<Reply<Data<Operations['resetPassword']>>> {
  const password = readPassword(body.new_password, 'new_password');
  const hash = hashLinkToken('password-reset', body.token);
  const now = module.world.systemNow();
  const personId = await module.store.system.transaction(async (tx) => {
    const taken = hash && (await takePasswordReset(tx, { token_hash: hash, now }));
    if (!taken)
      throw new Failure(
        'RESET_LINK_CLOSED',
        'This link is not known, was used before, or is older than an hour. Have a new one sent.',
      );
    await setPassword(tx, module, { personId: taken, password });
    await endSessions(tx, { subjectId: taken, at: now });
    const person = await personWith(tx, taken);
    await noteOwnAct(tx, module, { operation: 'resetPassword', person, call, merchantId: null });
    return taken;
  });
  module.sessions.forget(personId);
  return reply({ changed: true as const });
}

async function setPassword(
  tx: Runner,
  { hasher }: Accounts,
  { personId, password }: { readonly personId: string; readonly password: string },
): Promise<void> {
  const password_hash = await hasher.hash(password);
  await updatePerson(tx, { id: personId, name: null, locale: null, password_hash });
  await dropResetsOf(tx, personId);
}

/** Lists the sessions of whoever asks that open now, newest first unless sorted otherwise. */
export async function listMemberSessions(
  { query }: Input<Operations['listMemberSessions']>,
  call: MemberCall,
  { store, world }: Accounts,
): Promise<Reply<readonly OpenSession[]>> {
  const given = { subject_id: call.person.id, now: world.systemNow() };
  const { rows, meta } = await memberSessionList.find(store.system.reads, { call, query, given });
  return reply(
    rows.map((row) => presentSession(row, call.sessionId)),
    { meta },
  );
}

/** Ends one of the sessions of whoever asks, on every node within seconds. */
export async function endMemberSession(
  { params }: Input<Operations['endMemberSession']>,
  { person }: MemberCall,
  module: Accounts,
): Promise<Reply<Data<Operations['endMemberSession']>>> {
  const at = module.world.systemNow();
  if (!(await endSessionRecord(module.store.system, { subjectId: person.id, id: params.id, at })))
    throw new Failure('SESSION_NOT_FOUND', `You have no open session ${params.id}.`);
  module.sessions.forget(person.id);
  return reply({ id: params.id, ended: true as const });
}

/** Ends all sessions of whoever asks but this one, on every node within seconds. */
export async function endOtherMemberSessions(
  _input: Input<Operations['endOtherMemberSessions']>,
  { person, sessionId }: MemberCall,
  module: Accounts,
): Promise<Reply<Data<Operations['endOtherMemberSessions']>>> {
  const at = module.world.systemNow();
  const ended = await endSessions(module.store.system, { subjectId: person.id, butId: sessionId, at });
  module.sessions.forget(person.id);
  return reply({ ended });
}
