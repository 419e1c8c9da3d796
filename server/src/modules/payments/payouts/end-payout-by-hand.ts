import type { DispatchPayout, Input, Operations } from '@cottontree/contract';
import type { DispatchCall } from '../../../kernel/call/call.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { operatorsOnly } from '../../../kernel/call/operators-only.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Runner } from '../../../store/index.ts';
import type { Payments } from '../module.ts';
import { changePayout, findAnyPayout, type PayoutRow } from './payouts.queries.ts';
import { payoutNotFound, presentDispatchPayout } from './present-payout.ts';
import { endedPayout, type PayoutEnd } from './pursue-payout.ts';

/** Notes that an operator has paid; one that is noted already is answered as it is. */
export function markPayoutPaid(
  { params, body }: Input<Operations['markPayoutPaid']>,
  call: DispatchCall,
  module: Payments,
): Promise<Reply<DispatchPayout>> {
  return endByHand(module, call, {
    id: params.id,
    end: { status: 'paid', at: call.now, providerRef: null, reference: body.reference, failure: null },
  });
}

/** Notes that a payout cannot be paid: the money is available again. */
export function failPayout(
  { params, body }: Input<Operations['failPayout']>,
  call: DispatchCall,
  module: Payments,
): Promise<Reply<DispatchPayout>> {
  return endByHand(module, call, {
    id: params.id,
    end: {
      status: 'failed',
      at: call.now,
      providerRef: null,
      reference: null,
      failure: { code: 'declined', message: body.reason },
    },
  });
}

async function endByHand(
  module: Payments,
  call: DispatchCall,
  { id, end }: { readonly id: string; readonly end: PayoutEnd },
): Promise<Reply<DispatchPayout>> {
  operatorsOnly(call);
  return effect<DispatchPayout>(
    module,
    { tenant: null, idempotency: call.idempotency },
    { work: async (runner) => reply(presentDispatchPayout(await write(runner, id, end))) },
  );
}

async function write(runner: Runner, id: string, end: PayoutEnd): Promise<PayoutRow> {
  const row = await findAnyPayout(runner, id);
  if (!row) throw payoutNotFound(id);
  if (row.status === end.status && row.by_hand) return row;
  if (row.status !== 'pending' || !row.by_hand) throw conflict(row, end.status);
  const changed = await changePayout(
    runner,
    { tenant: { merchantId: row.merchant_id, livemode: row.livemode }, id },
    endedPayout(row, end),
  );
  if (!changed) throw conflict((await findAnyPayout(runner, id)) ?? row, end.status);
  return changed;
}

function conflict({ id, status, by_hand: byHand, provider }: PayoutRow, to: PayoutEnd['status']): Failure {
  const why = byHand ? `is ${status}` : `is paid by ${provider} itself, which tells how it ended`;
  return new Failure('STATE_CONFLICT', `The payout ${id} ${why}; it cannot be marked ${to}.`, {
    details: { from: status, to, allowed: [] },
  });
}
