import type { Input, Operations, StockLevel } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Pos } from '../module.ts';
import { ensureDefaultLocation } from '../settings/default-location.ts';
import { levelList } from './inventory.queries.ts';
import { presentLevel } from './present-stock.ts';

/** Lists what is where. */
export async function listInventory(
  { query }: Input<Operations['listInventory']>,
  call: Call,
  { store }: Pos,
): Promise<Reply<readonly StockLevel[]>> {
  const { tenant, now } = call;
  if (query.location_id === undefined) await ensureDefaultLocation(store.of(tenant), tenant, now);
  const { rows, meta } = await levelList.find(store.reads(tenant), { call, query });
  return reply(rows.map(presentLevel), { meta });
}
