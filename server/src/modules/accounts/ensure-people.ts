import { createUserAccount } from './create-user-account.ts';
import { givePin, theOneWith } from './driver-pins.ts';
import type { Accounts } from './module.ts';
import { findUserByEmail, updateUserRecord } from './users.queries.ts';

export type People = {
  readonly operator: { readonly name: string; readonly email: string; readonly password: string };
  readonly couriers: { readonly phones: readonly string[]; readonly pin: string };
  /** Also where they can sign in already. */
  readonly anew: boolean;
};

/** Lets an operator and couriers sign in, as far as they cannot yet: a password or PIN that somebody has changed since stays. */
export async function ensurePeople(module: Accounts, { operator, couriers, anew }: People): Promise<void> {
  const { system } = module.store;
  const known = await findUserByEmail(system, operator.email);
  if (!known) await createUserAccount(module, { ...operator, role: 'operator' });
  else if (anew)
    await updateUserRecord(system, {
      id: known.id,
      name: null,
      role: null,
      status: null,
      password_hash: await module.hasher.hash(operator.password),
    });
  for (const phone of couriers.phones) {
    const driver = await theOneWith(system, phone);
    if (driver && (anew || driver.pin_hash === null))
      await givePin(module, { driver: driver.id, pin: couriers.pin });
  }
}
