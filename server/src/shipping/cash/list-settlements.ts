import type { Input, Operations, Settlement } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { listMeta, readPage, rowsWanted, shownRows } from '../../core/page.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Shipping } from '../open-shipping.ts';
import { presentSettlement } from './present-settlement.ts';
import { listSettlementRows } from './settlements.queries.ts';

/** Lists what was paid out of the merchant's cash on delivery, newest first. */
export async function listSettlements(
  { query }: Input<Operations['listSettlements']>,
  { tenant }: Call,
  room: Shipping,
): Promise<Reply<readonly Settlement[]>> {
  const page = readPage(query, 'by page');
  const { total, rows } = await listSettlementRows(room.store.slow(tenant), tenant, {
    offset: page.offset,
    rowsMax: rowsWanted(page),
  });
  return reply(shownRows(page, rows).map(presentSettlement), { meta: listMeta({ page, total, rows }) });
}
