import type { CashDeposit, Input, Operations } from '@cottontree/contract';
import type { DispatchCall } from '../../core/call.ts';
import { operatorsOnly } from '../../core/operators-only.ts';
import { listMeta, readPage, rowsWanted, shownRows } from '../../core/page.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Shipping } from '../open-shipping.ts';
import { listDepositRows } from './deposits.queries.ts';
import { presentCashDeposit } from './present-deposit.ts';

/** Lists what couriers have handed in, newest first. */
export async function listCashDeposits(
  { query }: Input<Operations['listCashDeposits']>,
  call: DispatchCall,
  room: Shipping,
): Promise<Reply<readonly CashDeposit[]>> {
  operatorsOnly(call);
  const page = readPage(query, 'by page');
  const { total, rows } = await listDepositRows(room.store.system.slow, {
    status: query.status ?? null,
    driver_id: query.driver_id ?? null,
    rows_max: rowsWanted(page),
    offset: page.offset,
  });
  return reply(shownRows(page, rows).map(presentCashDeposit), { meta: listMeta({ page, total, rows }) });
}
