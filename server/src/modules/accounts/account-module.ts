import type { Context } from '../../kernel/call/context.ts';
import type { Violation } from '../../kernel/call/failure.ts';
import { moduleOf } from '../../kernel/call/module.ts';
import type { Loop } from '../../kernel/running/loop.ts';
import { createHasher } from '../../kernel/secrets/hasher.ts';
import { runChecks, type Runner } from '../../store/index.ts';
import { dropActs } from './activity/activity.queries.ts';
import { sendLetters } from './members/letters.ts';
import { dropLinks } from './members/links.queries.ts';
import { createMemberCache } from './members/member-cache.ts';
import type { Accounts, LetterPost } from './module.ts';
import { createSessionCache } from './session-cache.ts';
import { dropSessions } from './sessions.queries.ts';
import { dropTries } from './sign-in-tries.queries.ts';
import { WINDOW_MS } from './throttle.ts';
import { accountChecks } from './verify-accounts.queries.ts';
import * as operations from './operations.ts';

export const accountModule = moduleOf<Accounts>()({
  operations,
  answering: sessionLoops,
  loops: accountLoops,
  verify: verifyAccounts,
});

const NOTE_EVERY_MS = 10_000;
const DROP_EVERY_MS = 600_000;
const LETTERS_EVERY_MS = 1_000;
/** An invitation stays in the list for as long after its end; links that set a password are of no use by then. */
const LINKS_KEPT_MS = 30 * 24 * 3_600_000;
const DROPPED_ROWS_MAX = 1_000;
/** An ended session stays a while, for questions afterwards. */
const KEPT_MS = 90 * 24 * 3_600_000;

/** Long enough to answer who changed a thing in the year before the last. */
const ACTIVITY_KEPT_MS = 731 * 24 * 3_600_000;

/** What every node that answers requests must run: it alone knows which sessions it saw. */
function sessionLoops({ sessions }: Accounts): readonly Loop[] {
  return [{ name: 'accounts.noteUse', everyMs: NOTE_EVERY_MS, turn: () => sessions.noteUse().then(() => 0) }];
}

/** What any one node does for all. */
function accountLoops(module: Accounts): readonly Loop[] {
  const { store, world } = module;
  const before = (ageMs: number): Date => new Date(world.systemNow().getTime() - ageMs);
  return [
    {
      name: 'accounts.dropSessions',
      everyMs: DROP_EVERY_MS,
      irrevocable: true,
      turn: () => dropSessions(store.system.slow, before(KEPT_MS), DROPPED_ROWS_MAX),
    },
    { name: 'accounts.sendLetters', everyMs: LETTERS_EVERY_MS, turn: () => sendLetters(module) },
    {
      name: 'accounts.dropLinks',
      everyMs: DROP_EVERY_MS,
      irrevocable: true,
      turn: () => dropLinks(store.system.slow, { before: before(LINKS_KEPT_MS), rows_max: DROPPED_ROWS_MAX }),
    },
    {
      name: 'accounts.dropActivity',
      everyMs: DROP_EVERY_MS,
      irrevocable: true,
      turn: () => dropActs(store.system.slow, before(ACTIVITY_KEPT_MS), DROPPED_ROWS_MAX),
    },
    {
      name: 'accounts.dropSignInTries',
      everyMs: DROP_EVERY_MS,
      turn: () => dropTries(store.system.slow, before(WINDOW_MS), DROPPED_ROWS_MAX),
    },
  ];
}

/** What is promised of sessions and does not hold for somebody. */
export async function verifyAccounts(system: Runner): Promise<readonly Violation[]> {
  return runChecks(system, accountChecks);
}

/** `mails`: letters are written for a node that has `post` to send. */
type AccountParts = { readonly post?: LetterPost | null; readonly mails?: boolean };

/** Opens the accounts module: tokens become people here. */
export function openAccounts(
  context: Context,
  { post = null, mails = post !== null }: AccountParts = {},
): Accounts {
  return {
    ...context,
    sessions: createSessionCache(context),
    members: createMemberCache(context),
    hasher: createHasher(context.world),
    mails,
    post,
  };
}
