import type { Input, Operations, Payout } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Payments } from '../open-payments.ts';
import { findPayout } from './payouts.queries.ts';
import { payoutNotFound, presentPayout } from './present-payout.ts';

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
