import { setImmediate } from 'node:timers/promises';

/** Work in steps, after each of which others may have their turn. A step is some 5 ms at most, whatever is worked on. */
export type Work<T> = Generator<void, T>;

/** Does all of it at once, for what is known to be small. */
export function atOnce<T>(work: Work<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** Does one step of a work, and whatever else whoever wants to know of it does. */
export type WorkStep = <T>(step: () => T) => T;

const plainly: WorkStep = (step) => step();

/** Does it step by step and lets others go on in between; what is small is done in the first. */
export async function inTurns<T>(work: Work<T>, take: WorkStep = plainly): Promise<T> {
  for (;;) {
    const step = take(() => work.next());
    if (step.done) return step.value;
    await setImmediate();
  }
}

/** What becomes of each of many, some at a time. */
export async function mapInTurns<A, B>(
  items: readonly A[],
  perTurn: number,
  each: (item: A, at: number) => B,
): Promise<B[]> {
  const done: B[] = [];
  for (let from = 0; from < items.length; from += perTurn) {
    if (from > 0) await setImmediate();
    for (let at = from; at < items.length && at < from + perTurn; at += 1)
      done.push(each(items[at] as A, at));
  }
  return done;
}
