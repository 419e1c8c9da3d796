import type { PaymentLink } from '@cottontree/contract';
import { change } from '../../core/change.ts';
import type { Call } from '../../core/call.ts';
import type { Reply } from '../../core/reply.ts';
import type { Runner } from '../../store/index.ts';
import type { Payments } from '../open-payments.ts';
import { requireLink } from './get-payment-link.ts';
import { linkFact } from './link-facts.ts';
import { changeLink, type LinkRow, type LinkTerms } from './links.queries.ts';
import { replyLink } from './reply-link.ts';

/** What a link is to say; null where it says so already. */
export type DecideLink = (row: LinkRow) => LinkTerms | null;

/** Reads the link, lets `decide` judge it, and writes its decision if nobody was faster; else reads and decides again. */
export async function changePaymentLink(
  { room, call, runner }: { readonly room: Payments; readonly call: Call; readonly runner: Runner },
  id: string,
  decide: DecideLink,
): Promise<Reply<PaymentLink>> {
  const key = { tenant: call.tenant, id };
  const view = { settings: room.settings, now: call.now };
  const link = { tooMany: 'requests change this payment link', read: () => requireLink(runner, key) };
  return change(link, async (row) => {
    const terms = decide(row);
    if (terms === null) return replyLink(row, view);
    const after = { ...row, ...terms };
    const expiryTold = row.expiry_told && terms.expires_at?.getTime() === row.expires_at?.getTime();
    const changed = await changeLink(runner, key, {
      version: row.version,
      terms,
      expiryTold,
      facts: [linkFact(after, { kind: 'payment_link.updated', sequence: row.sequence + 1, view })],
    });
    return changed && replyLink(changed, view);
  });
}
