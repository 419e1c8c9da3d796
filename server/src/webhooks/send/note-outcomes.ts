import type { Tx } from '../../store/index.ts';
import { disableGone } from '../health/warn-failing.ts';
import type { Outcome } from './settle-queue.ts';
import { noteEndpoints, type EndpointNote } from './upkeep.queries.ts';

/** Notes on their endpoints what a batch of outcomes says of them. */
export async function noteOutcomes(tx: Tx, outcomes: readonly Outcome[], now: Date): Promise<void> {
  const notes = summarise(outcomes);
  if (notes.length === 0) return;
  await noteEndpoints(tx, notes, now);
  const gone = new Map(
    outcomes
      .filter((outcome) => isExhausted(outcome) && outcome.gone)
      .map((outcome) => [outcome.row.endpoint_id, outcome.row]),
  );
  for (const { merchant_id, livemode, endpoint_id } of gone.values())
    await disableGone(tx, { merchant_id, livemode, endpoint_id }, now);
}

/** One note for each endpoint of which there is something to say. */
export function summarise(outcomes: readonly Outcome[]): readonly EndpointNote[] {
  const notes = new Map<string, EndpointNote>();
  for (const outcome of outcomes) {
    const failed = isFailure(outcome);
    if (!failed && outcome.note !== 'success') continue;
    const { merchant_id, livemode, endpoint_id } = outcome.row;
    const known = notes.get(endpoint_id);
    notes.set(endpoint_id, {
      merchant_id,
      livemode,
      endpoint_id,
      succeeded: !failed,
      failures: (failed ? (known?.failures ?? 0) : 0) + (failed ? 1 : 0),
      exhausted: (failed ? (known?.exhausted ?? 0) : 0) + (isExhausted(outcome) ? 1 : 0),
      said: failed ? (outcome.attempt?.hint ?? '') : '',
    });
  }
  return [...notes.values()];
}

/** Tests are not counted, and a drill is no fault of the receiver. */
function isFailure({ status, row, attempt }: Outcome): boolean {
  return (
    (status === 'failed' || status === 'pending') &&
    attempt !== null &&
    row.trigger !== 'test' &&
    attempt.drill !== 'fail'
  );
}

function isExhausted(outcome: Outcome): boolean {
  return outcome.status === 'failed' && isFailure(outcome);
}
