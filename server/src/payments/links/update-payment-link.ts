import { operations, type Input, type Operations, type PaymentLink } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { invalid } from '../../core/failure.ts';
import { requireMatch, versionsOf } from '../../core/if-match.ts';
import { refuseReadOnly } from '../../core/read-only.ts';
import type { Reply } from '../../core/reply.ts';
import type { Payments } from '../open-payments.ts';
import { constraintOf } from '../../store/index.ts';
import { changePaymentLink } from './change-payment-link.ts';
import { presentLink } from './present-link.ts';
import { readTerms } from './read-terms.ts';

/** Changes what a payment link says, for those who pay from now on. */
export async function updatePaymentLink(
  { params, body }: Input<Operations['updatePaymentLink']>,
  call: Call,
  room: Payments,
): Promise<Reply<PaymentLink>> {
  return changePaymentLink({ room, call, runner: room.store.of(call.tenant) }, params.id, (row) => {
    requireMatch(versionsOf(call.ifMatch), { version: row.version, what: `The payment link ${row.id}` });
    refuseReadOnly(
      operations.updatePaymentLink.readOnly,
      body,
      presentLink(row, { settings: room.settings, now: call.now }),
    );
    const terms = readTerms({
      body,
      before: row,
      type: row.type,
      currency: row.currency,
      call,
      updatedAt: call.now,
    });
    if (terms.max_uses !== null && terms.max_uses < row.uses + row.in_flight)
      throw tooFewUses(row.uses, row.in_flight);
    return terms;
  }).catch((error: unknown) => {
    // Somebody began to pay in between.
    throw constraintOf(error) === 'payment_links_not_overused' ? tooFewUses(null, null) : error;
  });
}

function tooFewUses(uses: number | null, inFlight: number | null): Error {
  const gone =
    uses === null || inFlight === null
      ? 'are used or under way'
      : `are used (${uses}) and under way (${inFlight})`;
  return invalid({ path: 'max_uses', message: `must not be fewer than ${gone}` });
}
