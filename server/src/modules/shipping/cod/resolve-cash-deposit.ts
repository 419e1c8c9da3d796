import type { CashDeposit, Input, Operations } from '@cottontree/contract';
import type { DispatchCall } from '../../../kernel/call/call.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { operatorsOnly } from '../../../kernel/call/operators-only.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { PLATFORM_ID } from '../../../kernel/call/tenant.ts';
import { post, type Posting } from '../../ledger/index.ts';
import type { Shipping } from '../module.ts';
import { CASH_ACCOUNTS } from '../deliveries/cash-postings.ts';
import { changeDeposit, jobsOfDeposit, lockDeposit, type DepositRow } from './deposits.queries.ts';
import { moveCash } from './move-cash.ts';
import { presentCashDeposit } from './present-deposit.ts';
import { depositNotFound, readCash, requireDeposit } from './read-cash.ts';

/** Ends a dispute by a person who did not count: the merchants' cash is deposited whole, and what is missing stays on the courier. */
export async function resolveCashDeposit(
  { params, body }: Input<Operations['resolveCashDeposit']>,
  call: DispatchCall,
  module: Shipping,
): Promise<Reply<CashDeposit>> {
  operatorsOnly(call);
  return effect(
    module,
    { tenant: null, idempotency: call.idempotency },
    {
      work: async (tx) => {
        const row = requireDeposit(await lockDeposit(tx, params.id), {
          id: params.id,
          status: 'disputed',
          to: 'resolved',
        });
        if (row.counted_by === call.operator.id)
          throw new Failure(
            'SAME_PERSON',
            `You counted the deposit ${row.id}; another person must resolve its dispute.`,
          );
        const found = readCash(body.amount, row.currency);
        const now = module.world.now();
        for (const job of await jobsOfDeposit(tx, row.id)) await moveCash(tx, job, { to: 'deposited', now });
        await post(
          tx,
          { merchantId: PLATFORM_ID, livemode: row.livemode },
          differencePostings(row, found, now),
        );
        await changeDeposit(tx, {
          id: row.id,
          status: 'resolved',
          counted: found,
          counted_by: row.counted_by ?? '',
          counted_at: row.counted_at ?? now,
          count_note: row.count_note,
          resolved_by: call.operator.id,
          resolved_at: now,
          resolution: body.resolution,
        });
        const after = await lockDeposit(tx, row.id);
        if (!after) throw depositNotFound(row.id);
        return reply(presentCashDeposit(after));
      },
    },
  );
}

/** The office has less, or more, than the deliveries' cash says: the courier owes it, or nobody knows whose it is. */
function differencePostings(row: DepositRow, found: bigint, at: Date): readonly Posting[] {
  const difference = found - row.declared;
  if (difference === 0n) return [];
  const other = difference < 0n ? `courier_shortage:${row.driver_id}` : 'cash_surplus';
  const entries = [
    { account: CASH_ACCOUNTS.office, amount: difference },
    { account: other, amount: -difference },
  ];
  return [
    {
      id: `ltx_${row.id}_difference`,
      kind: difference < 0n ? 'cod.shortage' : 'cod.surplus',
      subject: row.id,
      currency: row.currency,
      at,
      entries,
    },
  ];
}
