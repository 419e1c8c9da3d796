import type { DispatchCall } from './call.ts';
import { Failure } from './failure.ts';

/** Refuses a merchant's key what concerns all merchants. */
export function operatorsOnly({ reach }: DispatchCall): void {
  if (reach !== null)
    throw new Failure(
      'OPERATORS_ONLY',
      "This concerns all merchants, so a merchant's key may not do it. Sign in as an operator of the platform.",
    );
}
