/** Answers that took long to work out, told again for a while. */
export type HeldAnswers<T> = {
  /** The answer of that name: the one that is held, or else what the work brings. */
  readonly answer: (name: string, work: () => Promise<T>) => Promise<T>;
};

/** What takes no longer is worked out each time, and so is never old. */
export const QUICK_MS = 250;
/** Held for so many times as long as it took: whoever asks without end takes a twentieth of a core. */
const TIMES_HELD = 20;
export const HELD_MS_MAX = 15_000;
const HELD_MAX = 1_000;

type Held<T> = { readonly answer: Promise<T>; readonly startedMs: number; untilMs: number | null };

/** Works out what is quick each time; what is slow once for all who ask within the next seconds. */
export function createHeldAnswers<T>(monotonicMs: () => number): HeldAnswers<T> {
  const held = new Map<string, Held<T>>();

  /** One that is under way counts once it is known to be slow: a quick one is nobody else's, who may have written since. */
  function isGood({ startedMs, untilMs }: Held<T>): boolean {
    const now = monotonicMs();
    return untilMs === null ? now - startedMs > QUICK_MS : now < untilMs;
  }

  /** Once it is there, keeps it for as long as it is worth; what failed is nobody else's. */
  async function workedOut(name: string, startedMs: number, work: () => Promise<T>): Promise<T> {
    let isSlow = false;
    try {
      const answer = await work();
      const now = monotonicMs();
      isSlow = now - startedMs > QUICK_MS;
      const own = held.get(name);
      if (isSlow && own?.startedMs === startedMs)
        own.untilMs = now + Math.min(HELD_MS_MAX, (now - startedMs) * TIMES_HELD);
      return answer;
    } finally {
      if (!isSlow && held.get(name)?.startedMs === startedMs) held.delete(name);
    }
  }

  return {
    answer(name, work) {
      const known = held.get(name);
      if (known && isGood(known)) return known.answer;
      if (held.size >= HELD_MAX) held.clear();
      const startedMs = monotonicMs();
      const answer = workedOut(name, startedMs, work);
      held.set(name, { answer, startedMs, untilMs: null });
      return answer;
    },
  };
}
