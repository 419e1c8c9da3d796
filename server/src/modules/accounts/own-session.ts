import type { DispatchCall } from '../../kernel/call/call.ts';
import { Failure } from '../../kernel/call/failure.ts';

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
