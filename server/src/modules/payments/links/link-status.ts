import type { PaymentLinkStatus } from '@cottontree/contract';
import { Failure } from '../../../kernel/call/failure.ts';
import type { LinkRow } from './links.queries.ts';

type Standing = Pick<
  LinkRow,
  'active' | 'max_uses' | 'uses' | 'in_flight' | 'expires_at' | 'inactive_message'
>;

/** What a link is at a moment: what cannot be undone by switching it goes first. */
export function statusOfLink(
  { active, max_uses: usesMax, uses, expires_at: expiresAt }: Standing,
  now: Date,
): PaymentLinkStatus {
  if (usesMax !== null && uses >= usesMax) return 'completed';
  if (expiresAt !== null && expiresAt <= now) return 'expired';
  return active ? 'active' : 'inactive';
}

/** Why nobody can begin to pay at a link now; null where somebody can. */
export function linkRefusal(link: Standing, now: Date): Failure | null {
  const status = statusOfLink(link, now);
  const said = link.inactive_message === null ? '' : ` ${link.inactive_message}`;
  if (status === 'expired')
    return new Failure('LINK_EXPIRED', `The payment link's time is over.${said}`, {
      details: { expired_at: link.expires_at?.toISOString() ?? null },
    });
  if (status === 'inactive') return new Failure('LINK_INACTIVE', `The payment link is switched off.${said}`);
  if (status === 'completed')
    return new Failure('LINK_USED_UP', `The payment link has been used as often as it may be.${said}`, {
      details: { in_flight: 0 },
    });
  if (link.max_uses === null || link.uses + link.in_flight < link.max_uses) return null;
  return new Failure(
    'LINK_USED_UP',
    'Somebody is paying with the last use of the payment link at this moment. If that payment does not succeed, the link can be used again.',
    { details: { in_flight: link.in_flight } },
  );
}
