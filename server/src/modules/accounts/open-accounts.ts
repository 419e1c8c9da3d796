import type { Accounts } from './module.ts';
import type { Context } from '../../kernel/call/context.ts';
import { createHasher } from '../../kernel/secrets/hasher.ts';
import { createSessionBook } from './session-book.ts';

/** Opens the accounts room: tokens become people here. */
export function openAccounts(context: Context): Accounts {
  return {
    ...context,
    sessions: createSessionBook(context),
    hasher: createHasher(context.world.randomBytes),
  };
}
