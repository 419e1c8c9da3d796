import type { Accounts } from './module.ts';
import type { Context } from '../../kernel/call/context.ts';
import { createHasher } from '../../kernel/secrets/hasher.ts';
import { createMemberCache } from './members/member-cache.ts';
import { createSessionCache } from './session-cache.ts';

/** Opens the accounts module: tokens become people here. */
export function openAccounts(context: Context): Accounts {
  return {
    ...context,
    sessions: createSessionCache(context),
    members: createMemberCache(context),
    hasher: createHasher(context.world.randomBytes),
  };
}
