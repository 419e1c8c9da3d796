import type { Context } from '../../kernel/call/context.ts';
import type { Hasher } from '../../kernel/secrets/hasher.ts';
import type { MemberCache } from './members/member-cache.ts';
import type { SessionCache } from './session-cache.ts';

/** What the operations of people and sessions share. */
export type Accounts = Context & {
  readonly sessions: SessionCache;
  readonly members: MemberCache;
  readonly hasher: Hasher;
};
