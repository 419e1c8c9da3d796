import type { Input, Operations, Refund } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { Failure } from '../../core/failure.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Payments } from '../open-payments.ts';
import { presentRefund } from './present-refund.ts';
import { findRefund } from './refunds.queries.ts';

/** Reads a refund. */
export async function getRefund(
  { params }: Input<Operations['getRefund']>,
  { tenant }: Call,
  { store }: Payments,
): Promise<Reply<Refund>> {
  const row = await findRefund(store.of(tenant), { tenant, id: params.id });
  if (!row) throw new Failure('REFUND_NOT_FOUND', `There is no refund ${params.id.slice(0, 64)}.`);
  return reply(presentRefund(row), { version: String(row.version) });
}
