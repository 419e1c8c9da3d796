import type { EndpointQueue } from './endpoint-queue.ts';

/** So many attempts are made one after the other before what fails each is given a rest between two. */
const UNRESTED_FAILURES_MAX = 10;
const REST_MS = 250;

/**
 * Suspects that go on failing are left alone for a moment before the next attempt, where others were sent to lately:
 * what they refuse at once must not take the time of those that answer.
 */
export function createRests(onEnd: () => void) {
  const resting = new Set<EndpointQueue>();
  let sentToHealthyMs = Number.NEGATIVE_INFINITY;
  return {
    has: (queue: EndpointQueue): boolean => resting.has(queue),
    count: (): number => resting.size,
    sent(queue: EndpointQueue, nowMs: number): void {
      if (queue.lane === 0) sentToHealthyMs = nowMs;
    },
    /** Begins one after a failed attempt; false where none is needed. */
    begin(queue: EndpointQueue, nowMs: number): boolean {
      if (queue.failures <= UNRESTED_FAILURES_MAX || nowMs - sentToHealthyMs >= REST_MS) return false;
      if (resting.has(queue)) return true;
      resting.add(queue);
      setTimeout(() => {
        resting.delete(queue);
        onEnd();
      }, REST_MS);
      return true;
    },
  };
}
