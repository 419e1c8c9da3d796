import type { Input, Operations, PaymentLink } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Payments } from '../open-payments.ts';
import { linkList } from './links.queries.ts';
import { presentLink } from './present-link.ts';

/** Lists a merchant's payment links, newest first unless sorted otherwise. */
export async function listPaymentLinks(
  { query }: Input<Operations['listPaymentLinks']>,
  call: Call,
  { store, settings }: Payments,
): Promise<Reply<readonly PaymentLink[]>> {
  const { tenant, now } = call;
  const { rows, meta } = await linkList.find(store.slow(tenant), { call, query, given: { now } });
  return reply(
    rows.map((row) => presentLink(row, { settings, now })),
    { meta },
  );
}
