import {
  formatMoney,
  operations,
  covers,
  formatOptionalTime,
  formatTime,
  memberRoleScopes,
  toMajor,
  type Currency,
  type Deleted,
  type Input,
  type Member,
  type MemberRole,
  type Operations,
} from '@cottontree/contract';
import { requireMatch, versionOf } from '../../../kernel/change/if-match.ts';
import { changesNothing } from '../../../kernel/change/change.ts';
import { refuseReadOnly } from '../../../kernel/shape/read-only.ts';
import type { Call, Caller } from '../../../kernel/call/call.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Runner } from '../../../store/index.ts';
import { readMoney } from '../../../kernel/money/read-figures.ts';
import type { Accounts } from '../module.ts';
import {
  countOwnersOf,
  deleteMembership,
  findMember,
  lockMembers,
  memberList,
  updateMembership,
  type MemberRecord,
} from './memberships.queries.ts';

/** Lists who belongs to the merchant, by name unless sorted otherwise. */
export async function listMembers(
  { query }: Input<Operations['listMembers']>,
  call: Call,
  { store }: Accounts,
): Promise<Reply<readonly Member[]>> {
  const given = { merchant_id: call.tenant.merchantId };
  const { rows, meta } = await memberList.find(store.system.reads, { call, query, given });
  return reply(
    rows.map((row) => presentMember(row, call.caller.merchant.currency)),
    { meta },
  );
}

/** Changes what a member may do; it holds on every node within seconds. */
export async function updateMember(
  { params, body }: Input<Operations['updateMember']>,
  { caller, tenant, ifMatch }: Call,
  module: Accounts,
): Promise<Reply<Member>> {
  const wanted = { merchant_id: tenant.merchantId, id: params.id };
  const limits = readLimits(body.limits, caller);
  const member = await module.store.system.transaction(async (tx) => {
    const found = await lockedMember(tx, wanted);
    requireMatch(ifMatch, { version: versionOfMember(found), what: `The member ${found.id}` });
    refuseReadOnly(operations.updateMember.readOnly, body, presentMember(found, caller.merchant.currency));
    refuseRoleBeyond(caller, found.role);
    const role = body.role ?? found.role;
    const refundMax = limits === undefined ? found.refund_max : limits;
    refuseRoleBeyond(caller, role);
    if (limits !== undefined) refuseLimitBeyond(caller, refundMax);
    if (role !== 'owner') await refuseLastOwner(tx, found, tenant.merchantId);
    if (changesNothing({ role, refund_max: refundMax }, found)) return found;
    const updated_at = module.world.systemNow();
    await updateMembership(tx, { ...wanted, role, refund_max: refundMax, updated_at });
    return { ...found, role, refund_max: refundMax, updated_at };
  });
  module.members.forget(member.person_id);
  return reply(presentMember(member, caller.merchant.currency), { version: versionOfMember(member) });
}

function versionOfMember({ role, refund_max }: MemberRecord): string {
  return versionOf({ role, refund_max: String(refund_max) });
}

/** Lets a member go; the person may do nothing here any more within seconds. */
export async function removeMember(
  { params }: Input<Operations['removeMember']>,
  { caller, tenant }: Call,
  module: Accounts,
): Promise<Reply<Deleted>> {
  const wanted = { merchant_id: tenant.merchantId, id: params.id };
  const gone = await module.store.system.transaction(async (tx) => {
    const found = await lockedMember(tx, wanted);
    refuseRoleBeyond(caller, found.role);
    await refuseLastOwner(tx, found, tenant.merchantId);
    await deleteMembership(tx, wanted);
    return found;
  });
  module.members.forget(gone.person_id);
  return reply({ id: params.id, deleted: true as const });
}

async function lockedMember(
  tx: Runner,
  wanted: { readonly merchant_id: string; readonly id: string },
): Promise<MemberRecord> {
  await lockMembers(tx, wanted.merchant_id);
  const found = await findMember(tx, wanted);
  if (found) return found;
  throw new Failure('MEMBER_NOT_FOUND', `There is no member ${wanted.id}.`);
}

/** Under the lock, so that of two owners who let each other go one stays. */
async function refuseLastOwner(tx: Runner, { role }: MemberRecord, merchantId: string): Promise<void> {
  if (role !== 'owner' || (await countOwnersOf(tx, merchantId)) > 1) return;
  throw new Failure(
    'LAST_OWNER',
    'This is the last owner of the merchant. Make another member an owner first.',
  );
}

function presentMember(row: MemberRecord, currency: Currency): Member {
  return {
    id: row.id,
    person_id: row.person_id,
    name: row.name,
    email: row.email,
    role: row.role,
    limits: { refund_max: row.refund_max === null ? null : toMajor(row.refund_max, currency) },
    second_factor: row.second_factor,
    last_signed_in_at: formatOptionalTime(row.last_signed_in_at),
    created_at: formatTime(row.created_at),
    updated_at: formatTime(row.updated_at),
  };
}

/** Refuses to give somebody a role, or to change or take one, that may do what the caller may not. */
export function refuseRoleBeyond({ scopes, member }: Caller, role: MemberRole): void {
  const missing = memberRoleScopes[role].filter((scope) => !covers(scopes, scope));
  if (missing.length === 0) return;
  const who = member ? `The role ${member.role}` : 'This key';
  throw new Failure(
    'INSUFFICIENT_SCOPE',
    `${who} lacks rights of the role ${role}, and can neither give nor take it: ${missing.join(', ')}. Ask an owner.`,
    { details: { scope: missing[0], missing } },
  );
}

/** Refuses a limit beyond the caller's own, by which somebody could widen their own by way of another. */
export function refuseLimitBeyond({ member, merchant }: Caller, refundMax: bigint | null): void {
  const own = member?.refundMax ?? null;
  if (own === null || (refundMax !== null && refundMax <= own)) return;
  throw new Failure(
    'MEMBER_LIMIT_EXCEEDED',
    `You may refund at most ${formatMoney(own, merchant.currency)} at once, and let nobody refund more. Ask an owner.`,
    {
      details: {
        limit: 'refund_max',
        allowed: toMajor(own, merchant.currency),
        asked: refundMax === null ? null : toMajor(refundMax, merchant.currency),
        currency: merchant.currency,
      },
    },
  );
}

type LimitsBody = { readonly refund_max?: number | string | null };

/** The limit that a request names; undefined where it names none. */
export function readLimits(limits: LimitsBody | undefined, { merchant }: Caller): bigint | null | undefined {
  const asked = limits?.refund_max;
  if (asked === undefined || asked === null) return asked;
  return readMoney(asked, { path: 'limits.refund_max', currency: merchant.currency });
}
