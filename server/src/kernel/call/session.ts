import type { Scope, UserRole } from '@cottontree/contract';
import type { DriverCall } from './call.ts';

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

/** Who stands behind a token that opens. */
export type Session = DriverSession | OperatorSession;
