import { Failure, type FailureOptions } from '../../kernel/call/failure.ts';

/** The one message for phone and PIN that open nothing: it tells nothing about which is wrong, or whether anybody has the phone. */
export function wrongPin(options: FailureOptions = {}): Failure {
  return new Failure(
    'INVALID_CREDENTIALS',
    'The phone and the PIN do not belong together. Check both; a dispatcher can set a new PIN.',
    options,
  );
}

/** The one message for an e-mail address and a password that open nothing. */
export function wrongPassword(options: FailureOptions = {}): Failure {
  return new Failure(
    'INVALID_CREDENTIALS',
    'The e-mail address and the password do not belong together. Check both; an operator of the platform can set a new password.',
    options,
  );
}
