import type { Input, Operations, Settlement } from '@cottontree/contract';
import type { Call, DispatchCall } from '../../../kernel/call/call.ts';
import { operatorsOnly } from '../../../kernel/call/operators-only.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { presentSettlement } from './present-settlement.ts';
import type { Shipping } from '../module.ts';
import { platformSettlementList, settlementList } from './settlements.queries.ts';

/** Lists what was paid out of the merchant's cash on delivery, newest first unless sorted otherwise. */
export async function listSettlements(
  { query }: Input<Operations['listSettlements']>,
  call: Call,
  { store }: Shipping,
): Promise<Reply<readonly Settlement[]>> {
  const { rows, meta } = await settlementList.find(store.reads(call.tenant), { call, query });
  return reply(rows.map(presentSettlement), { meta });
}

/** The same of all merchants, for the platform's people. */
export async function listDispatchSettlements(
  { query }: Input<Operations['listDispatchSettlements']>,
  call: DispatchCall,
  { store }: Shipping,
): Promise<Reply<readonly Settlement[]>> {
  operatorsOnly(call);
  const { rows, meta } = await platformSettlementList.find(store.system.reads, { call, query });
  return reply(rows.map(presentSettlement), { meta });
}
