import type { Coalesced } from './coalesce.ts';
import { sqlStateOf } from './trouble.ts';

export type NamedQueues<Item, Verdict, Answer> = {
  /** Items of one name wait for each other, those of two names do not. */
  readonly nameOf: (item: Item) => string;
  readonly open: (first: Item) => Coalesced<Item, Verdict>;
  /** What a verdict comes to; throws what it refuses. */
  readonly read: (verdict: Verdict) => Answer;
  /** How often an item is tried whose code, number or token another has already. */
  readonly triesMax: number;
};

const UNIQUE_VIOLATION = '23505';

/** One queue a name, which is there while somebody uses it. */
export function openNamedQueues<Item, Verdict, Answer>({
  nameOf,
  open,
  read,
  triesMax,
}: NamedQueues<Item, Verdict, Answer>): (item: Item) => Promise<Answer> {
  const queues = new Map<string, { readonly run: Coalesced<Item, Verdict>; users: number }>();

  async function once(item: Item): Promise<Answer> {
    const name = nameOf(item);
    const queue = queues.get(name) ?? { run: open(item), users: 0 };
    queues.set(name, queue);
    queue.users += 1;
    try {
      return read(await queue.run(item));
    } finally {
      queue.users -= 1;
      if (queue.users === 0) queues.delete(name);
    }
  }

  return async (item) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await once(item);
      } catch (error) {
        if (sqlStateOf(error) !== UNIQUE_VIOLATION || attempt === triesMax) throw error;
      }
    }
  };
}
