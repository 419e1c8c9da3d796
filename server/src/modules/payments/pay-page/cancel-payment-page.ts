import { cancelOpenPayment } from '../payments/cancel-open-payment.ts';
import type { Payments } from '../module.ts';
import type { PaymentPage } from './open-payment-page.ts';

/** Ends a payment because its payer does not want to pay. One that is under way already stays as it is. */
export async function cancelPaymentPage(module: Payments, { row, now }: PaymentPage): Promise<void> {
  await cancelOpenPayment(module, row, now);
}
