/** What was looked up by a hash, for a few seconds. */
export type BriefMemory<T> = {
  /** Throws while the database cannot say. */
  readonly find: (hash: Buffer) => Promise<T | undefined>;
  /** Forgets at once what the judgement is true of, what is being looked up included. */
  readonly forget: (judge: (found: T) => boolean) => void;
};

export type Remembering<T> = {
  readonly load: (hash: Buffer) => Promise<T | undefined>;
  readonly monotonicMs: () => number;
};

type Known<T> = { readonly found: Promise<T | undefined>; readonly untilMs: number };

const REMEMBERED_MS = 3_000;
const REMEMBERED_MAX = 50_000;

/** Looks credentials up and remembers them for three seconds; requests of the meantime share one look-up. */
export function createBriefMemory<T>({ load, monotonicMs }: Remembering<T>): BriefMemory<T> {
  /** The oldest first. */
  const known = new Map<string, Known<T>>();

  function dropOld(): void {
    for (const [name, { untilMs }] of known) {
      if (untilMs > monotonicMs()) return;
      known.delete(name);
    }
  }

  return {
    find(hash) {
      const name = hash.toString('base64');
      const entry = known.get(name);
      if (entry && entry.untilMs > monotonicMs()) return entry.found;
      dropOld();
      if (known.size >= REMEMBERED_MAX) known.clear();
      const found = load(hash);
      known.set(name, { found, untilMs: monotonicMs() + REMEMBERED_MS });
      // Only what exists is worth remembering, and never an outage.
      found.then((one) => one ?? known.delete(name)).catch(() => known.delete(name));
      return found;
    },
    forget(judge) {
      dropOld();
      for (const [name, { found }] of known)
        void found
          .then((one) => one !== undefined && judge(one) && known.delete(name))
          .catch(() => known.delete(name));
    },
  };
}
