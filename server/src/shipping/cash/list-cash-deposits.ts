import type { CashDeposit, Input, Operations } from '@cottontree/contract';
import type { DispatchCall } from '../../core/call.ts';
import { reply, type Reply } from '../../core/reply.ts';
import { operatorsOnly } from '../../core/operators-only.ts';
import { presentCashDeposit } from './present-deposit.ts';
import type { Shipping } from '../open-shipping.ts';
import { depositList } from './deposits.queries.ts';

/** Lists what couriers have handed in, newest first unless sorted otherwise. */
export async function listCashDeposits(
  { query }: Input<Operations['listCashDeposits']>,
  call: DispatchCall,
  { store }: Shipping,
): Promise<Reply<readonly CashDeposit[]>> {
  operatorsOnly(call);
  const { rows, meta } = await depositList.find(store.system.slow, { call, query });
  return reply(rows.map(presentCashDeposit), { meta });
}
