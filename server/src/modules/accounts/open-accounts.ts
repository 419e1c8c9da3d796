import type { Accounts, LetterPost } from './module.ts';
import type { Context } from '../../kernel/call/context.ts';
import { createHasher } from '../../kernel/secrets/hasher.ts';
import { createMemberCache } from './members/member-cache.ts';
import { createSessionCache } from './session-cache.ts';

/** `mails`: letters are written for a node that has `post` to send. */
export type AccountParts = { readonly post?: LetterPost | null; readonly mails?: boolean };

/** Opens the accounts module: tokens become people here. */
export function openAccounts(
  context: Context,
  { post = null, mails = post !== null }: AccountParts = {},
): Accounts {
  return {
    ...context,
    sessions: createSessionCache(context),
    members: createMemberCache(context),
    hasher: createHasher(context.world.randomBytes),
    mails,
    post,
  };
}
