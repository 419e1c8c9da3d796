import { idRandomBytes, makeId, type MemberRole } from '@cottontree/contract';
import type { Runner } from '../../../store/index.ts';
import type { Accounts } from '../module.ts';
import { insertMembership } from './memberships.queries.ts';
import { insertPerson } from './people.queries.ts';

/** A new person, who signs in with this password; refuses nothing: whoever asks has looked that nobody has the address. */
export async function addPerson(
  runner: Runner,
  { world, hasher }: Accounts,
  person: { readonly name: string; readonly email: string; readonly password: string },
): Promise<string> {
  const now = world.systemNow();
  const id = makeId('prs_', now.getTime(), world.randomBytes(idRandomBytes));
  const added = await insertPerson(runner, {
    id,
    email: person.email,
    name: person.name,
    locale: 'en',
    password_hash: await hasher.hash(person.password),
    created_at: now,
  });
  if (!added) throw new Error(`Somebody has the e-mail address of ${id} already.`);
  return id;
}

export type MemberToBe = {
  readonly merchantId: string;
  readonly personId: string;
  readonly role: MemberRole;
  readonly refundMax: bigint | null;
};

/** Lets a person belong to a merchant; null where the person did before. */
export async function addMember(
  runner: Runner,
  { world }: Accounts,
  { merchantId, personId, role, refundMax }: MemberToBe,
): Promise<string | null> {
  const now = world.systemNow();
  const id = makeId('mbr_', now.getTime(), world.randomBytes(idRandomBytes));
  const added = await insertMembership(runner, {
    id,
    merchant_id: merchantId,
    person_id: personId,
    role,
    refund_max: refundMax,
    created_at: now,
  });
  return added ? id : null;
}
