import { covers } from './scopes.ts';
import type { Operation } from './operation.ts';
import { widgetScopes } from './pos/staff/words.ts';

const sessionScopes = Object.values(widgetScopes).flat();

/** Whether a session of a widget or a till may call the operation, given the scope. */
export function takesSessions({ by, sessions, scope }: Operation): boolean {
  if (by !== undefined || sessions === 'never') return false;
  return sessions === 'always' || (scope !== null && covers(sessionScopes, scope));
}
