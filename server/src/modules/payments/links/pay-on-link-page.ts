import type { Payment } from '@cottontree/contract';
import { Failure } from '../../../kernel/call/failure.ts';
import type { Payments } from '../module.ts';
import { startLinkPayment, type LinkStart } from './start-link-payment.ts';

/** Each waits two seconds for the answer, and a provider has ten for its own. */
const LOOKS_MAX = 6;

/** As `startLinkPayment`, for a form in a browser: sent twice, both get the one payment, where a program is told to ask again. */
export async function payOnLinkPage(module: Payments, start: LinkStart): Promise<Payment> {
  for (let looks = 1; ; looks += 1) {
    try {
      return (await startLinkPayment(module, start)).data;
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'IDEMPOTENCY_IN_PROGRESS' || looks === LOOKS_MAX)
        throw error;
    }
  }
}
