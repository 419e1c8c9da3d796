import {
  formatOptionalTime,
  formatTime,
  idRandomBytes,
  makeId,
  toMajor,
  type Data,
  type Input,
  type Invitation,
  type MemberRole,
  type Operations,
} from '@cottontree/contract';
import { keyIn, type Call, type OpenCall } from '../../../kernel/call/call.ts';
import { effect, type EffectCall } from '../../../kernel/effect/effect.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Runner } from '../../../store/index.ts';
import { readUserEmail } from '../create-user-account.ts';
import type { Accounts } from '../module.ts';
import { mayWrite } from '../throttle.ts';
import { readLimits, refuseLimitBeyond, refuseRoleBeyond } from './members.ts';
import { postLetter } from './letters.ts';
import { hashLinkToken, makeLink } from './links.ts';
import {
  findInvitation,
  findInvitationByToken,
  insertInvitation,
  invitationList,
  withdrawInvitationRecord,
  type InvitationRecord,
} from './links.queries.ts';
import { countMembers, isMember, lockMembers } from './memberships.queries.ts';
import { findPersonByEmail } from './people.queries.ts';

const DAY_MS = 86_400_000;
const INVITATION_MS = 7 * DAY_MS;
/** Members and open invitations of one merchant. */
const MEMBERS_MAX = 500;

export type InvitationToMake = {
  readonly merchant: { readonly id: string; readonly name: string };
  readonly email: string;
  readonly role: MemberRole;
  readonly refundMax: bigint | null;
  readonly by: { readonly id: string; readonly name: string };
};
export type MadeInvitation = {
  readonly id: string;
  readonly token: string;
  readonly link: string;
  readonly mailed: boolean;
};

/** Invites somebody, and answers the link, once. */
export async function createInvitation(
  { body }: Input<Operations['createInvitation']>,
  call: Call,
  module: Accounts,
): Promise<Reply<Data<Operations['createInvitation']>>> {
  const { caller } = call;
  const refundMax = readLimits(body.limits, caller) ?? null;
  const email = readUserEmail(body.email);
  refuseRoleBeyond(caller, body.role);
  refuseLimitBeyond(caller, refundMax);
  return effect(module, ofMerchant(call), {
    work: async (tx) => {
      const { member, merchant, keyId } = caller;
      const by = { id: keyId, name: member?.name ?? '' };
      const made = await invite(tx, module, { merchant, email, role: body.role, refundMax, by });
      const record = await findInvitation(tx, {
        merchant_id: merchant.id,
        id: made.id,
        now: module.world.systemNow(),
      });
      if (!record) throw invitationNotFound();
      const { link, token, mailed } = made;
      return reply({ ...presentInvitation(record), link, token, mailed });
    },
  });
}

/** In a transaction: invites somebody, in the place of earlier invitations to the same address. */
export async function invite(
  tx: Runner,
  module: Accounts,
  { merchant, email, role, refundMax, by }: InvitationToMake,
): Promise<MadeInvitation> {
  const now = module.world.systemNow();
  await lockMembers(tx, merchant.id);
  if (await isMember(tx, { merchant_id: merchant.id, email }))
    throw new Failure(
      'ALREADY_MEMBER',
      `Somebody who signs in with ${email} belongs to ${merchant.name} already.`,
    );
  if ((await countMembers(tx, { merchant_id: merchant.id, now })) >= MEMBERS_MAX)
    throw new Failure(
      'TOO_MANY_MEMBERS',
      `There are ${MEMBERS_MAX} members and open invitations already. Let somebody go, or withdraw an invitation.`,
      { details: { members_max: MEMBERS_MAX } },
    );
  const { token, hash, url } = makeLink(module, 'invitation');
  const id = makeId('ivt_', now.getTime(), module.world.randomBytes(idRandomBytes));
  const expiresAt = new Date(now.getTime() + INVITATION_MS);
  await insertInvitation(tx, {
    id,
    merchant_id: merchant.id,
    email,
    role,
    refund_max: refundMax,
    token_hash: hash,
    invited_by: by.id,
    inviter_name: by.name,
    created_at: now,
    expires_at: expiresAt,
  });
  const who = by.name === '' ? merchant.name : `${by.name} of ${merchant.name}`;
  const letter = {
    to: email,
    subject: `${merchant.name} invites you`,
    text: `${who} invites you to work with them on Cottontree, as ${role}.\n\nOpen this within 7 days to accept:\n${url}\n\nIf you do not know who that is, do nothing.\n`,
    expiresAt,
  };
  const mailed =
    (await mayWrite(tx, module, { to: email, merchantId: merchant.id })) &&
    (await postLetter(tx, module, letter));
  return { id, token, link: url, mailed };
}

/** Lists invitations, newest first unless sorted otherwise. */
export async function listInvitations(
  { query }: Input<Operations['listInvitations']>,
  call: Call,
  { store, world }: Accounts,
): Promise<Reply<readonly Invitation[]>> {
  const given = { merchant_id: call.tenant.merchantId, now: world.systemNow() };
  const { rows, meta } = await invitationList.find(store.system.reads, { call, query, given });
  return reply(rows.map(presentInvitation), { meta });
}

/** Ends an invitation that is open; its link opens nothing any more. */
export async function withdrawInvitation(
  { params }: Input<Operations['withdrawInvitation']>,
  { tenant, caller }: Call,
  { store, world }: Accounts,
): Promise<Reply<Invitation>> {
  const wanted = { merchant_id: tenant.merchantId, id: params.id, now: world.systemNow() };
  const found = await findInvitation(store.system, wanted);
  if (!found) throw invitationNotFound();
  refuseRoleBeyond(caller, found.role);
  if (!(await withdrawInvitationRecord(store.system, wanted))) throw invitationClosed();
  return reply(presentInvitation({ ...found, status: 'withdrawn' }));
}

/** Answers what an invitation is to, to whoever has its link. */
export async function getInvitation(
  { params }: Input<Operations['getInvitation']>,
  _call: OpenCall,
  module: Accounts,
): Promise<Reply<Data<Operations['getInvitation']>>> {
  const found = await openInvitation(module, params.token);
  return reply({
    email: found.email,
    merchant_id: found.merchant_id,
    merchant_name: found.merchant_name,
    role: found.role,
    inviter_name: found.inviter_name,
    has_account: (await findPersonByEmail(module.store.system, found.email)) !== undefined,
    expires_at: formatTime(found.expires_at),
  });
}

/** The invitation behind a token, while it can be accepted. */
export async function openInvitation({ store, world }: Accounts, token: string): Promise<InvitationRecord> {
  const hash = hashLinkToken('invitation', token);
  const now = world.systemNow();
  const found = hash && (await findInvitationByToken(store.system, { token_hash: hash, now }));
  if (!found) throw invitationNotFound();
  if (found.status !== 'open') throw invitationClosed();
  return found;
}

export function invitationClosed(): Failure {
  return new Failure(
    'INVITATION_CLOSED',
    'This invitation was accepted, withdrawn or replaced by a newer one, or it is older than 7 days. Ask to be invited again.',
  );
}

/** The same refusal for absent and another merchant's. */
function invitationNotFound(): Failure {
  return new Failure('INVITATION_NOT_FOUND', 'There is no such invitation.');
}

/** What people do for a merchant is the platform's own to remember; each merchant and mode has its keys apart. */
function ofMerchant({ idempotency, tenant }: Call): EffectCall {
  const space = `members:${tenant.merchantId}:${tenant.livemode ? 'live' : 'test'}`;
  return { tenant: null, idempotency: idempotency && { ...idempotency, key: keyIn(space, idempotency.key) } };
}

function presentInvitation(row: InvitationRecord): Invitation {
  return {
    id: row.id,
    email: row.email,
    role: row.role,
    limits: { refund_max: row.refund_max === null ? null : toMajor(row.refund_max, row.currency) },
    status: row.status,
    invited_by: row.invited_by,
    inviter_name: row.inviter_name,
    created_at: formatTime(row.created_at),
    expires_at: formatTime(row.expires_at),
    accepted_at: formatOptionalTime(row.accepted_at),
  };
}
