import type { CashDeposit, Input, Operations } from '@cottontree/contract';
import type { DispatchCall } from '../../../kernel/call/call.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { operatorsOnly } from '../../../kernel/call/operators-only.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Shipping } from '../module.ts';
import { changeDeposit, depositList, jobsOfDeposit, lockDeposit } from './deposits.queries.ts';
import { moveCash } from './move-cash.ts';
import { presentCashDeposit } from './present-deposit.ts';
import { depositNotFound, readCash, requireDeposit } from './read-cash.ts';

/** Lists what couriers have handed in, newest first unless sorted otherwise. */
export async function listCashDeposits(
  { query }: Input<Operations['listCashDeposits']>,
  call: DispatchCall,
  { store }: Shipping,
): Promise<Reply<readonly CashDeposit[]>> {
  operatorsOnly(call);
  const { rows, meta } = await depositList.find(store.system.reads, { call, query });
  return reply(rows.map(presentCashDeposit), { meta });
}

/** Counts what a courier declared: where both agree its cash is deposited, else all of it is disputed and nothing moves. */
export async function countCashDeposit(
  { params, body }: Input<Operations['countCashDeposit']>,
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
          status: 'declared',
          to: 'counted',
        });
        const counted = readCash(body.amount, row.currency);
        const now = module.world.now();
        const agree = counted === row.declared;
        for (const job of await jobsOfDeposit(tx, row.id))
          await moveCash(tx, job, { to: agree ? 'deposited' : 'disputed', now });
        await changeDeposit(tx, {
          id: row.id,
          status: agree ? 'counted' : 'disputed',
          counted,
          counted_by: call.operator.id,
          counted_at: now,
          count_note: body.note ?? null,
          resolved_by: null,
          resolved_at: null,
          resolution: null,
        });
        const after = await lockDeposit(tx, row.id);
        if (!after) throw depositNotFound(row.id);
        return reply(presentCashDeposit(after));
      },
    },
  );
}
