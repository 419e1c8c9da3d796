import { covers, type Scope } from '@cottontree/contract';
import type { Caller } from './call.ts';
import { Failure } from './failure.ts';

/** Refuses a field that wants more than its operation does, unless the caller has the scope, or one that does instead. */
export function requireScope(
  { scopes }: Pick<Caller, 'scopes'>,
  field: string,
  [scope, ...others]: readonly [Scope, ...Scope[]],
): void {
  if ([scope, ...others].some((one) => covers(scopes, one))) return;
  throw new Failure(
    'INSUFFICIENT_SCOPE',
    `${field} needs the scope ${scope}. Give the key that scope, use another key, or leave the field as it is.`,
    { details: { scope } },
  );
}
