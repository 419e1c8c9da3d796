import { covers, memberRoleScopes, toMajor, type MemberRole } from '@cottontree/contract';
import type { Caller } from '../../../kernel/call/call.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { readMoney } from '../../../kernel/money/read-figures.ts';

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
    `You may refund at most ${toMajor(own, merchant.currency)} ${merchant.currency} at once, and let nobody refund more. Ask an owner.`,
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

export type LimitsBody = { readonly refund_max?: number | string | null };

/** The limit that a request names; undefined where it names none. */
export function readLimits(limits: LimitsBody | undefined, { merchant }: Caller): bigint | null | undefined {
  const asked = limits?.refund_max;
  if (asked === undefined || asked === null) return asked;
  return readMoney(asked, { path: 'limits.refund_max', currency: merchant.currency });
}
