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

/** Refuses whoever of the platform does not have the role operator, and merchants' keys: `matter` is what only operators decide. */
export function operatorRoleOnly({ operator }: DispatchCall, matter: string): void {
  if (operator.role !== 'operator')
    throw new Failure('OPERATORS_ONLY', `Only people with the role operator ${matter}. Ask one of them.`);
}
