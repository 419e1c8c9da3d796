import type { PaymentLink } from '@cottontree/contract';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { LinkRow } from './links.queries.ts';
import { presentLink, type LinkView } from './present-link.ts';

/** The answer that shows one link. Payments and time change it without a new version, so they stand in its tag behind it. */
export function replyLink(row: LinkRow, view: LinkView): Reply<PaymentLink> {
  const data = presentLink(row, view);
  return reply(data, { version: `${row.version}.${row.uses}.${row.in_flight}.${data.status}` });
}
