import { hasPaymentEnded, type Input, type Operations } from '@cottontree/contract';
import type { Call } from '../../../../kernel/call/call.ts';
import { Failure } from '../../../../kernel/call/failure.ts';
import { reply, type Reply } from '../../../../kernel/call/reply.ts';
import { paymentNotFound } from '../move-payment.ts';
import type { Payments } from '../../module.ts';
import { findPayment } from '../payments.queries.ts';
import { drawQrSvg } from './draw-qr.ts';
import { codeOf } from './with-code.ts';

/** The code that an open payment is paid by, as a picture. */
export async function getPaymentQr(
  { params }: Input<Operations['getPaymentQr']>,
  { tenant }: Call,
  module: Payments,
): Promise<Reply<Uint8Array>> {
  const row = await findPayment(module.store.of(tenant), { tenant, id: params.id });
  if (!row) throw paymentNotFound(params.id);
  if (hasPaymentEnded(row.status))
    throw new Failure(
      'STATE_CONFLICT',
      `The payment ${row.id} is ${row.status}; nobody can pay it by a code any more.`,
      { details: { from: row.status, to: 'requires_action', allowed: [] } },
    );
  return reply(drawQrSvg(await codeOf(module, row)), { fileName: `${row.id}.svg` });
}
