import type { Input, Operations, PublicPaymentLink } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Payments } from '../open-payments.ts';
import { linkNotFound } from './get-payment-link.ts';
import { findLinkBySlug } from './links.queries.ts';
import { presentPublicLink } from './present-link.ts';

/** Reads a link of the key's merchant as its payers see it. */
export async function getPublicPaymentLink(
  { params }: Input<Operations['getPublicPaymentLink']>,
  { tenant, now }: Call,
  room: Payments,
): Promise<Reply<PublicPaymentLink>> {
  const row = await findLinkBySlug(room.store.of(tenant), params.slug);
  if (!row || row.livemode !== tenant.livemode) throw linkNotFound(params.slug);
  return reply(presentPublicLink(row, { settings: room.settings, now, merchantName: row.merchant_name }));
}
