import type { EndpointQueue } from './endpoint-queue.ts';
import type { Outcome } from './outcome.ts';

export type Learned = {
  readonly laneChanged: boolean;
  /** What the endpoint's row does not say yet. */
  readonly note: Outcome['note'];
};

/**
 * What an attempt's outcome says of its endpoint. The first failure makes it a suspect, which is
 * tried one request at a time; the first success makes it healthy again. That limits, and never
 * discards.
 */
export function learn(
  queue: EndpointQueue,
  { status, row, attempt }: Pick<Outcome, 'status' | 'row' | 'attempt'>,
): Learned {
  if (attempt) queue.meanMs += (attempt.durationMs - queue.meanMs) / 8;
  // A drill is no fault of the receiver.
  if (status === 'skipped' || attempt?.drill === 'fail') return { laneChanged: false, note: null };
  const laneBefore = queue.lane;
  if (status === 'succeeded') {
    const isNews = queue.lane === 1 || queue.failing || row.endpoint_lane === 1;
    queue.lane = 0;
    queue.failing = false;
    return { laneChanged: laneBefore === 1, note: isNews ? 'success' : null };
  }
  const isNews = !queue.failing;
  queue.lane = 1;
  queue.failing = true;
  return { laneChanged: laneBefore === 0, note: isNews ? 'failure' : null };
}
