import {
  operations,
  memberRoleScopes,
  toMajor,
  type Data,
  type Input,
  type MemberAccount,
  type Membership,
  type Operations,
} from '@cottontree/contract';
import { requireMatch, versionOf, versionShown, versionsOf } from '../../../kernel/change/if-match.ts';
import { refuseReadOnly } from '../../../kernel/shape/read-only.ts';
import type { MemberCall } from '../../../kernel/call/call.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Runner } from '../../../store/index.ts';
import type { Accounts } from '../module.ts';
import { endSessionRecord } from '../sessions.queries.ts';
import { membershipsOf, type MembershipRecord } from './memberships.queries.ts';
import { lockPerson } from './passkeys.queries.ts';
import { findPerson, updatePerson, type PersonRecord } from './people.queries.ts';

/** Answers who is signed in, and where the person belongs. */
export async function getMemberAccount(
  _input: Input<Operations['getMemberAccount']>,
  { person }: MemberCall,
  { store }: Accounts,
): Promise<Reply<MemberAccount>> {
  return shown(await accountOf(store.system, await personWith(store.system, person.id)));
}

/** Where the person belongs is none of what a change may overwrite. */
function shown(account: MemberAccount): Reply<MemberAccount> {
  return reply(account, { version: versionShown(editableOf(account), account) });
}

function editableOf({ name, locale }: Pick<PersonRecord, 'name' | 'locale'>) {
  return { name, locale };
}

/** Changes what the person alone decides: name and language. */
export async function updateMemberAccount(
  { body }: Input<Operations['updateMemberAccount']>,
  { person, ifMatch }: MemberCall,
  { store, members, sessions }: Accounts,
): Promise<Reply<MemberAccount>> {
  const { readOnly } = operations.updateMemberAccount;
  if (readOnly.some((field) => Object.hasOwn(body, field)))
    refuseReadOnly(readOnly, body, await accountOf(store.system, await personWith(store.system, person.id)));
  await store.system.transaction(async (tx) => {
    await lockPerson(tx, person.id);
    const before = editableOf(await personWith(tx, person.id));
    requireMatch(versionsOf(ifMatch), { version: versionOf(before), what: 'Your account' });
    await updatePerson(tx, {
      id: person.id,
      name: body.name ?? null,
      locale: body.locale ?? null,
      password_hash: null,
    });
  });
  // Sessions know the name as well, for the list of what was done.
  sessions.forget(person.id);
  members.forget(person.id);
  return shown(await accountOf(store.system, await personWith(store.system, person.id)));
}

/** Ends the session that asks, on every node within seconds, and takes the cookie back. */
export async function signOutMember(
  _input: Input<Operations['signOutMember']>,
  call: MemberCall,
  module: Accounts,
): Promise<Reply<Data<Operations['signOutMember']>>> {
  const { person, sessionId } = call;
  const ended = await effect(
    module,
    { tenant: null, idempotency: call.idempotency },
    {
      single: true,
      work: async (runner) => {
        await endSessionRecord(runner, { subjectId: person.id, id: sessionId, at: module.world.systemNow() });
        return reply({ signed_out: true as const });
      },
    },
  );
  module.sessions.forget(person.id);
  return { ...ended, cookie: null };
}

/** Somebody who is signed in, and so is there. */
export async function personWith(system: Runner, id: string): Promise<PersonRecord> {
  const found = await findPerson(system, id);
  if (!found) throw new Error(`The person ${id} went away while signed in.`);
  return found;
}

/** An account as its owner sees it. */
export async function accountOf(system: Runner, person: PersonRecord): Promise<MemberAccount> {
  const memberships = await membershipsOf(system, person.id);
  return {
    id: person.id,
    name: person.name,
    email: person.email,
    locale: person.locale,
    totp_enabled: person.totp_secret !== null,
    recovery_codes: person.recovery_codes,
    passkeys: person.passkeys,
    memberships: memberships.map(presentMembership),
  };
}

function presentMembership(row: MembershipRecord): Membership {
  return {
    id: row.id,
    merchant_id: row.merchant_id,
    merchant_name: row.merchant_name,
    store_name: row.store_name,
    currency: row.currency,
    time_zone: row.time_zone,
    role: row.role,
    scopes: [...memberRoleScopes[row.role]],
    limits: { refund_max: row.refund_max === null ? null : toMajor(row.refund_max, row.currency) },
    helpers: row.helpers,
  };
}
