import type { Context } from '../../../kernel/call/context.ts';
import { marksWithNews, type FeedMark } from './feed.queries.ts';

/** Lets many wait for messages without a connection of the database each. */
export type FeedWatch = Disposable & {
  /** Resolves once there are messages after the mark, or when the time is over. */
  readonly wait: (mark: FeedMark, ms: number) => Promise<void>;
  /** Something was queued, on this node or another. */
  readonly newsCame: () => void;
  /** How many wait now. */
  readonly size: () => number;
};

/** The longest that messages stay unheard where the word of them was lost. */
const LOOK_EVERY_MS = 500;
/** The shortest time between two looks, however many words come. */
const LOOK_APART_MS = 40;

type Waiter = FeedMark & { readonly wakeUp: () => void };

/** One look for all who wait on this node, when news came or time has passed. It rests while nobody waits. */
export function createFeedWatch({ store, log }: Pick<Context, 'store' | 'log'>): FeedWatch {
  const waiters = new Set<Waiter>();
  let timer: NodeJS.Timeout | null = null;
  let looking = false;
  let news = false;
  let closed = false;

  function lookIn(ms: number): void {
    if (timer) clearTimeout(timer);
    timer = closed || looking || waiters.size === 0 ? null : setTimeout(() => void look(), ms);
  }

  async function look(): Promise<void> {
    looking = true;
    news = false;
    try {
      for (const waiter of await marksWithNews(store.system, [...waiters])) waiter.wakeUp();
    } catch (error) {
      log.warn({ error }, 'Waiting feeds could not be looked at and are looked at again.');
    } finally {
      looking = false;
      lookIn(news ? LOOK_APART_MS : LOOK_EVERY_MS);
    }
  }

  return {
    wait: (mark, ms) =>
      new Promise((resolve) => {
        const end = setTimeout(wakeUp, closed ? 0 : ms);
        const waiter: Waiter = { ...mark, wakeUp };
        function wakeUp(): void {
          clearTimeout(end);
          waiters.delete(waiter);
          resolve();
        }
        waiters.add(waiter);
        if (!timer && !looking) lookIn(LOOK_EVERY_MS);
      }),
    newsCame() {
      if (news || waiters.size === 0) return;
      news = true;
      if (!looking) lookIn(LOOK_APART_MS);
    },
    size: () => waiters.size,
    [Symbol.dispose]() {
      closed = true;
      lookIn(0);
      for (const waiter of waiters) waiter.wakeUp();
    },
  };
}
