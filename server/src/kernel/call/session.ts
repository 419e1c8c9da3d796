import type { Scope, UserRole } from '@cottontree/contract';
import type { DriverCall, MemberCall } from './call.ts';
import { Failure } from './failure.ts';

export type DriverSession = {
  readonly kind: 'driver';
  readonly id: string;
  readonly driver: DriverCall['driver'];
};

export type OperatorSession = {
  readonly kind: 'operator';
  readonly id: string;
  readonly user: { readonly id: string; readonly name: string; readonly role: UserRole };
  readonly scopes: readonly Scope[];
};

export type MemberSession = {
  readonly kind: 'member';
  readonly id: string;
  readonly person: MemberCall['person'];
};

/** Who stands behind a token that opens. */
export type Session = DriverSession | OperatorSession | MemberSession;

/** Refuses what the role of a session's person does not allow; couriers have none, for what they call asks for no scope. */
export function requireScope(session: Session, scope: Scope | null): void {
  if (scope === null || session.kind !== 'operator' || session.scopes.includes(scope)) return;
  throw new Failure(
    'INSUFFICIENT_SCOPE',
    `The role ${session.user.role} lacks the right ${scope}. Ask an operator of the platform to do it, or to change your role.`,
    { details: { scope } },
  );
}

/** Whose session it is: the field under which they are named in the program's own log, and their id. */
export function personOf(session: Session): {
  readonly field: 'driver' | 'user' | 'person';
  readonly id: string;
} {
  if (session.kind === 'member') return { field: 'person', id: session.person.id };
  return session.kind === 'driver'
    ? { field: 'driver', id: session.driver.id }
    : { field: 'user', id: session.user.id };
}
