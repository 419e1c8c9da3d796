import type { MemberRole } from '@cottontree/contract';
import type { Runner } from '../../../store/index.ts';
import { readUserEmail } from '../create-user-account.ts';
import type { Accounts } from '../module.ts';
import { invite, type MadeInvitation } from './invitations.ts';
import { makeReset } from './passwords.ts';
import { findPersonByEmail } from './people.queries.ts';
import { endTotp, putRecoveryCodes } from './second-factor.queries.ts';

/** Invites somebody as whoever runs the server, in a transaction. */
export function inviteFromHere(
  tx: Runner,
  module: Accounts,
  {
    merchant,
    email,
    role,
  }: {
    readonly merchant: { readonly id: string; readonly name: string };
    readonly email: string;
    readonly role: MemberRole;
  },
): Promise<MadeInvitation> {
  const by = { id: 'operator', name: '' };
  return invite(tx, module, { merchant, email: readUserEmail(email), role, refundMax: null, by });
}

/** A link that sets a new password, as whoever runs the server makes it; null where nobody has the address. */
export function resetFromHere(
  module: Accounts,
  { email, endsSecondFactor }: { readonly email: string; readonly endsSecondFactor: boolean },
): Promise<{ readonly link: string; readonly mailed: boolean } | null> {
  const named = readUserEmail(email);
  return module.store.system.transaction(async (tx) => {
    const person = await findPersonByEmail(tx, named);
    if (person && endsSecondFactor) {
      await endTotp(tx, { id: person.id });
      await putRecoveryCodes(tx, { person_id: person.id, hashes: [] });
    }
    return makeReset(tx, module, named);
  });
}
