import type { Accounts } from '../module.ts';
import { addMember, addPerson } from './add-member.ts';
import { findPersonByEmail, updatePerson } from './people.queries.ts';

export type OwnerToBe = {
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
