import type { Input, Operations, PaymentLink } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import type { Reply } from '../../../kernel/call/reply.ts';
import type { Runner } from '../../../store/index.ts';
import type { Payments } from '../module.ts';
import { findLink, type LinkKey, type LinkRow } from './links.queries.ts';
import { replyLink } from './present-link.ts';

/** Reads a payment link. */
export async function getPaymentLink(
  { params }: Input<Operations['getPaymentLink']>,
  { tenant, now }: Call,
  module: Payments,
): Promise<Reply<PaymentLink>> {
  const row = await requireLink(module.store.of(tenant), { tenant, id: params.id });
  return replyLink(row, { settings: module.settings, now });
}

export async function requireLink(runner: Runner, key: LinkKey): Promise<LinkRow> {
  const row = await findLink(runner, key);
  if (!row) throw linkNotFound(key.id);
  return row;
}

export function linkNotFound(name: string): Failure {
  return new Failure('PAYMENT_LINK_NOT_FOUND', `There is no payment link ${name.slice(0, 64)}.`);
}
