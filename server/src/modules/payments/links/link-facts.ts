import { type Fact, newFact } from '../../../outbox/index.ts';
import { presentLink, type LinkView } from './present-link.ts';
import type { LinkRow } from './links.queries.ts';

export type LinkKind =
  | 'payment_link.created'
  | 'payment_link.updated'
  | 'payment_link.completed'
  | 'payment_link.expired';

/** What is told of a link as it stands: what getPaymentLink answers. `sequence` is that of the message. */
export function linkFact(
  row: LinkRow,
  { kind, sequence, view }: { readonly kind: LinkKind; readonly sequence: number; readonly view: LinkView },
): Fact {
  return newFact({ kind, sequence, at: view.now.toISOString(), facts: presentLink(row, view) });
}
