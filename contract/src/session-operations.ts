import { covers, type Scope } from './scopes.ts';
import { widgetScopes } from './pos/staff/words.ts';

const sessionScopes = Object.values(widgetScopes).flat();

/** What an operation says of who may call it. */
type Callers = {
  readonly by?: string;
  readonly sessions?: 'always' | 'never';
  readonly scope: Scope | null;
};

/** Whether a session of a widget or a till may call the operation, given the scope. */
export function takesSessions({ by, sessions, scope }: Callers): boolean {
  if (by !== undefined || sessions === 'never') return false;
  return sessions === 'always' || (scope !== null && covers(sessionScopes, scope));
}
