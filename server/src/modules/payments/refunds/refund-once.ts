import { createHash } from 'node:crypto';
import { encodeId, type Refund } from '@cottontree/contract';
import { constraintOf } from '../../../store/index.ts';
import type { PaymentPort } from '../payments/payment-port.ts';
import type { Payments } from '../module.ts';
import { beginRefund } from './begin-refund.ts';
import { presentRefund } from './present-refund.ts';
import { pursueRefund } from './pursue-refund.ts';
import { findRefund } from './refunds.queries.ts';

type Wanted = Parameters<PaymentPort['refund']>[1];

const ID_BYTES = 16;

/** Sends money back for another module; a repeated key finds the first refund, because its id follows from the key. */
export async function refundOnce(
  module: Payments,
  tenant: Parameters<PaymentPort['refund']>[0],
  { paymentId, amountMinor, reason, key, at }: Wanted,
): Promise<Refund> {
  const runner = module.store.of(tenant);
  const id = refundIdFor(paymentId, key);
  if (!(await findRefund(runner, { tenant, id }))) {
    await beginRefund(
      { module, runner, tenant },
      { id, paymentId, amountOf: () => amountMinor, reason, metadata: {}, at },
    ).catch((error: unknown) => {
      if (constraintOf(error) !== 'refunds_pkey') throw error;
    });
  }
  return presentRefund(await pursueRefund(module, { tenant, id }));
}

function refundIdFor(paymentId: string, key: string): string {
  const bytes = createHash('sha256').update(`${paymentId}:${key}`).digest().subarray(0, ID_BYTES);
  return encodeId('re_', bytes);
}
