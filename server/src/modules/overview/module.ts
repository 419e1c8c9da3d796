import type { Overview } from '@cottontree/contract';
import type { Context } from '../../kernel/call/context.ts';
import type { OverviewQuestion, OverviewShare } from '../../kernel/call/overview-share.ts';
import type { HeldAnswers } from './hold-answers.ts';
import type { SearchQuestion, SearchShare } from '../../kernel/call/search-share.ts';

/** What every module says of itself, put together for one merchant. */
export type Overviews = Context & {
  /** What each module says, one after another: a page that is looked at often takes one connection and not ten. */
  readonly ask: (question: OverviewQuestion) => Promise<readonly OverviewShare[]>;
  /** Overviews that took long; null: each is worked out anew. */
  readonly held: HeldAnswers<Overview> | null;
  /** What each module finds; each asks one statement at most for a kind, so they ask at once. */
  readonly look: (question: SearchQuestion) => Promise<readonly SearchShare[]>;
};
