import type { Context } from '../../kernel/call/context.ts';
import type { Hasher } from '../../kernel/secrets/hasher.ts';
import type { MemberCache } from './members/member-cache.ts';
import type { SessionCache } from './session-cache.ts';

/** What the operations of people and sessions share. */
export type Accounts = Context & {
  readonly sessions: SessionCache;
  readonly members: MemberCache;
  readonly hasher: Hasher;
  /** Whether there is a mail server; else links are handed on in other ways. */
  readonly mails: boolean;
  /** How letters go out; null: another process sends them. */
  readonly post: LetterPost | null;
};

/** Hands a letter to the mail server: whether it is done with, for good or ill, and need not be tried again. */
export type LetterPost = (letter: AccountLetter & { readonly id: string }) => Promise<boolean>;
export type AccountLetter = { readonly to: string; readonly subject: string; readonly text: string };
