import type { Input, MemberAccount, Operations } from '@cottontree/contract';
import type { OpenCall } from '../../../kernel/call/call.ts';
import { invalid } from '../../../kernel/call/failure.ts';
import type { Reply } from '../../../kernel/call/reply.ts';
import type { Accounts } from '../module.ts';
import { readPassword } from '../read-secrets.ts';
import { addMember, draftPerson } from './add-member.ts';
import { invitationClosed, openInvitation } from './invitations.ts';
import { acceptInvitationRecord, type InvitationRecord } from './links.queries.ts';
import { lockMembers } from './memberships.queries.ts';
import { findPersonByEmail, insertPerson, type NewPerson } from './people.queries.ts';
import { personWith } from './account.ts';
import { proveSecondFactor } from './second-factor.ts';
import { beginSession, whoHas } from './sign-in.ts';

type Accepting = {
  readonly invitation: InvitationRecord;
  readonly body: Input<Operations['acceptInvitation']>['body'];
  readonly address: string;
};
type Joining = { readonly personId: string; readonly draft: NewPerson | null };

/** Lets somebody belong to the merchant that invites, with an account that is there or a new one, and signs in. */
export async function acceptInvitation(
  { params, body }: Input<Operations['acceptInvitation']>,
  call: OpenCall,
  module: Accounts,
): Promise<Reply<MemberAccount>> {
  const { system } = module.store;
  const invitation = await openInvitation(module, params.token);
  const joining = await whoJoins(module, { invitation, body, address: call.address });
  await system.transaction(async (tx) => {
    await lockMembers(tx, invitation.merchant_id);
    if (!(await acceptInvitationRecord(tx, { id: invitation.id, now: module.world.systemNow() })))
      throw invitationClosed();
    // Somebody made an account with this address at the same moment, by another invitation: that is tried again with its password.
    if (joining.draft && !(await insertPerson(tx, joining.draft))) throw invitationClosed();
    await addMember(tx, module, {
      merchantId: invitation.merchant_id,
      personId: joining.personId,
      role: invitation.role,
      refundMax: invitation.refund_max,
    });
  });
  module.members.forget(joining.personId);
  const person = await personWith(system, joining.personId);
  const merchantId = invitation.merchant_id;
  return beginSession(module, { person, call, operation: 'acceptInvitation', merchantId });
}

async function whoJoins(module: Accounts, { invitation, body, address }: Accepting): Promise<Joining> {
  const { email } = invitation;
  if (await findPersonByEmail(module.store.system, email)) {
    const person = await whoHas(module, { email, password: body.password, address });
    if (person.totp_secret !== null)
      await proveSecondFactor(module, { person, sealed: person.totp_secret, code: body.code, address });
    return { personId: person.id, draft: null };
  }
  if (body.name === undefined) throw invalid({ path: 'name', message: 'is required for a new account' });
  const password = readPassword(body.password, 'password');
  const draft = await draftPerson(module, { name: body.name, email, password });
  return { personId: draft.id, draft };
}
