import type { Input, Operations, Refund } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Payments } from '../open-payments.ts';
import { presentRefund } from './present-refund.ts';
import { refundList } from './refunds.queries.ts';

/** Lists a merchant's refunds, newest first unless sorted otherwise. */
export async function listRefunds(
  { query }: Input<Operations['listRefunds']>,
  call: Call,
  { store }: Payments,
): Promise<Reply<readonly Refund[]>> {
  const { rows, meta } = await refundList.find(store.slow(call.tenant), { call, query });
  return reply(rows.map(presentRefund), { meta });
}
