import type { DispatchPayout, Input, Operations, Payout } from '@cottontree/contract';
import type { Call, DispatchCall } from '../../../kernel/call/call.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Payments } from '../module.ts';
import { findPayout, payoutList, reachedPayoutList } from './payouts.queries.ts';
import { payoutNotFound, presentDispatchPayout, presentPayout } from './present-payout.ts';

/** Lists the payouts within reach, newest first unless sorted otherwise. */
export async function listDispatchPayouts(
  { query }: Input<Operations['listDispatchPayouts']>,
  call: DispatchCall,
  { store }: Payments,
): Promise<Reply<readonly DispatchPayout[]>> {
  const { rows, meta } = await reachedPayoutList.find(store.system.reads, { call, query });
  return reply(rows.map(presentDispatchPayout), { meta });
}

/** Lists a merchant's payouts, newest first unless sorted otherwise. */
export async function listPayouts(
  { query }: Input<Operations['listPayouts']>,
  call: Call,
  { store }: Payments,
): Promise<Reply<readonly Payout[]>> {
  const { rows, meta } = await payoutList.find(store.reads(call.tenant), { call, query });
  return reply(rows.map(presentPayout), { meta });
}

/** Reads a payout. */
export async function getPayout(
  { params }: Input<Operations['getPayout']>,
  { tenant }: Call,
  { store }: Payments,
): Promise<Reply<Payout>> {
  const row = await findPayout(store.of(tenant), { tenant, id: params.id });
  if (!row) throw payoutNotFound(params.id);
  return reply(presentPayout(row), { version: String(row.version) });
}
