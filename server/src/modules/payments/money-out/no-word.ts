import type { PaymentFailure } from '@cottontree/contract';

/** Of money about which the provider has told nothing that counts. */
export const NO_WORD = Object.freeze({ state: 'unknown', ref: null, failure: null, raw: '' } as const);

/** Of money about which nobody can be asked any more: the credentials of a removed account are erased after a week of asking. */
export const ACCOUNT_GONE = Object.freeze({
  state: 'failed',
  ref: null,
  failure: Object.freeze({
    code: 'provider_error',
    message:
      'The provider account was removed before the provider had told how this ended. Look there whether the money has gone before you send it again.',
  }),
  raw: '',
} as const);

/** Of what failed without a word why. */
export const NO_REASON: PaymentFailure = Object.freeze({
  code: 'provider_error',
  message: 'The provider gave no reason.',
});
