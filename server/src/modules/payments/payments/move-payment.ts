import type { Payments } from '../module.ts';
import type { PaymentKey } from './payments.queries.ts';
import { tellOwner } from './tell-owner.ts';
import { writeMove, type DecidePayment, type MovedPayment } from './write-move.ts';

export { paymentNotFound, type DecidePayment, type MovedPayment } from './write-move.ts';

/** Moves a payment as `decide` judges it; who owns what it is for is told of its end right after the commit. */
export async function movePayment(
  module: Payments,
  key: PaymentKey,
  decide: DecidePayment,
): Promise<MovedPayment> {
  const { row, changed, ended } = await writeMove(module, key, decide);
  if (ended) await tellOwner(module, key);
  return { row, changed };
}
