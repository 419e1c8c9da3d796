import type { Context } from '../core/context.ts';
import { createHasher, type Hasher } from '../core/hasher.ts';
import { createSessionBook, type SessionBook } from './session-book.ts';

/** What the operations of people and sessions share. */
export type Accounts = Context & { readonly sessions: SessionBook; readonly hasher: Hasher };

/** Opens the accounts room: tokens become people here. */
export function openAccounts(context: Context): Accounts {
  return {
    ...context,
    sessions: createSessionBook(context),
    hasher: createHasher(context.world.randomBytes),
  };
}
