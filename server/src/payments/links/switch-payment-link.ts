import type { Input, Operations, PaymentLink } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { effect } from '../../core/effect.ts';
import type { Reply } from '../../core/reply.ts';
import type { Payments } from '../open-payments.ts';
import { changePaymentLink } from './change-payment-link.ts';

/** Switches a payment link on; one that is on is answered as it is. */
export function activatePaymentLink(
  { params }: Input<Operations['activatePaymentLink']>,
  call: Call,
  room: Payments,
): Promise<Reply<PaymentLink>> {
  return switchLink(room, call, { id: params.id, active: true });
}

/** Switches a payment link off; one that is off is answered as it is. */
export function deactivatePaymentLink(
  { params }: Input<Operations['deactivatePaymentLink']>,
  call: Call,
  room: Payments,
): Promise<Reply<PaymentLink>> {
  return switchLink(room, call, { id: params.id, active: false });
}

async function switchLink(
  room: Payments,
  call: Call,
  { id, active }: { readonly id: string; readonly active: boolean },
): Promise<Reply<PaymentLink>> {
  return effect<PaymentLink>(room, call, {
    work: (runner) =>
      changePaymentLink({ room, call, runner }, id, (row) =>
        row.active === active ? null : { ...row, active, updated_at: call.now },
      ),
  });
}
