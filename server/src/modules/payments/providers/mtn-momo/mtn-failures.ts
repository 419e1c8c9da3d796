import type { PaymentFailureCode } from '@cottontree/contract';
import { textAt, type WireObject } from '../wire/fields.ts';

type Failure = { readonly code: PaymentFailureCode; readonly message: string };

/** MTN's reasons, in our words. Its own word for too little money is the one for everything it does not explain. */
const REASONS: Readonly<Record<string, Failure>> = Object.freeze({
  APPROVAL_REJECTED: { code: 'customer_rejected', message: 'The payer declined the request.' },
  EXPIRED: { code: 'expired', message: 'The payer did not confirm in time.' },
  NOT_ENOUGH_FUNDS: { code: 'insufficient_funds', message: 'There is not enough money in the wallet.' },
  PAYER_LIMIT_REACHED: { code: 'limit_exceeded', message: "The payer's limit is reached." },
  PAYER_NOT_FOUND: { code: 'account_not_found', message: 'The number has no MoMo wallet.' },
  PAYEE_NOT_FOUND: { code: 'account_not_found', message: 'The number has no MoMo wallet.' },
  INTERNAL_PROCESSING_ERROR: {
    code: 'provider_error',
    message: 'MTN could not take the money; most often there is not enough in the wallet.',
  },
});

/** Why a request ended; the reason comes as a word, or as an object with code and message. */
export function mtnFailure(json: WireObject): Failure {
  const word = textAt(json, 'reason', 'code') ?? textAt(json, 'reason') ?? '';
  return (
    REASONS[word] ?? {
      code: 'provider_error',
      message: `MTN MoMo says ${/^[A-Z_]{1,60}$/.test(word) ? word : 'that it failed'}.`,
    }
  );
}
