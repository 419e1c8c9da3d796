import type { DispatchCall } from '../core/call.ts';
import { Failure } from '../core/failure.ts';

/** The person of the platform who calls, and the session; a merchant's key has neither. */
export function ownSession({ sessionId, operator }: DispatchCall): {
  readonly userId: string;
  readonly sessionId: string;
} {
  if (sessionId !== null) return { userId: operator.id, sessionId };
  throw new Failure(
    'OPERATORS_ONLY',
    "A merchant's key has no account of the platform. Sign in with POST /v1/dispatch/login.",
  );
}

/** Refuses whoever does not have the role operator. */
export function operatorRoleOnly(call: DispatchCall): void {
  if (call.operator.role === 'operator') return;
  throw new Failure(
    'OPERATORS_ONLY',
    'Only people with the role operator see and change the people of the platform. Ask one of them.',
  );
}
