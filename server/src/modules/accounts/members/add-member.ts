import { idRandomBytes, makeId, type MemberRole } from '@cottontree/contract';
import type { Runner } from '../../../store/index.ts';
import type { Accounts } from '../module.ts';
import { insertMembership } from './memberships.queries.ts';
import { findPersonByEmail, insertPerson, updatePerson, type NewPerson } from './people.queries.ts';

type PersonToBe = { readonly name: string; readonly email: string; readonly password: string };

/** A new person as one is stored, who signs in with this password. */
export async function draftPerson(
  { world, hasher }: Accounts,
  { name, email, password }: PersonToBe,
): Promise<NewPerson> {
  const now = world.systemNow();
  return {
    id: makeId('prs_', now.getTime(), world.randomBytes(idRandomBytes)),
    email,
    name,
    locale: 'en',
    password_hash: await hasher.hash(password),
    created_at: now,
  };
}

/** Adds a person; whoever asks has looked that nobody has the address. */
export async function addPerson(runner: Runner, module: Accounts, person: PersonToBe): Promise<string> {
  const draft = await draftPerson(module, person);
  if (!(await insertPerson(runner, draft)))
    throw new Error(`Somebody has the e-mail address of ${draft.id} already.`);
  return draft.id;
}

type MemberToBe = {
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

type OwnerToBe = {
  readonly merchantId: string;
  readonly name: string;
  readonly email: string;
  readonly password: string;
  /** The password is set also where the person has another. */
  readonly anew: boolean;
};

/** Lets somebody in as an owner of a merchant; a password that was changed since stays. */
export async function ensureOwner(
  module: Accounts,
  { merchantId, name, email, password, anew }: OwnerToBe,
): Promise<void> {
  const { system } = module.store;
  const known = await findPersonByEmail(system, email);
  if (known && anew)
    await updatePerson(system, {
      id: known.id,
      name: null,
      locale: null,
      password_hash: await module.hasher.hash(password),
    });
  const personId = known?.id ?? (await addPerson(system, module, { name, email, password }));
  await addMember(system, module, { merchantId, personId, role: 'owner', refundMax: null });
}
