import type { AttemptRecord, Outcome } from './outcome.ts';
import type { WonAttempts } from './queue.queries.ts';

/** An outcome whose attempt is written where its delivery is. */
export type WonOutcome = Outcome & { readonly attempt: AttemptRecord & { readonly response: number } };

/**
 * Whether a delivery was ended by the success of an automatic attempt, before which there was none by hand: that one is
 * kept in its row, which has room for one.
 */
export function hasWon(outcome: Outcome): outcome is WonOutcome {
  const { status, row, attempt } = outcome;
  return (
    status === 'succeeded' &&
    row.trigger === 'auto' &&
    row.attempt === row.tries + 1 &&
    attempt !== null &&
    attempt.response !== null &&
    attempt.error === null &&
    attempt.hint === null &&
    attempt.drill === null
  );
}

export function wonColumns(outcomes: readonly WonOutcome[]): WonAttempts {
  return {
    delivery_ids: outcomes.map(({ row }) => row.delivery_id),
    lease_ids: outcomes.map(({ leaseId }) => leaseId),
    numbers: outcomes.map(({ row }) => row.attempt),
    responses: outcomes.map(({ attempt }) => attempt.response),
    wons: outcomes.map(written),
  };
}

/** As the view `webhook_attempts_all` reads it. */
function written({ row, attempt }: WonOutcome): string {
  const numbers = [
    row.attempt,
    attempt.at.getTime(),
    Math.round(attempt.durationMs),
    attempt.response,
  ].join();
  const texts = `${JSON.stringify(attempt.remoteAddress ?? '')},${attempt.signatures},${headersAsJson(attempt.responseHeaders ?? {})}`;
  return `[${numbers},${texts},"${attempt.responseBody.toString('base64')}"]`;
}

const knownHeaders = new WeakMap<object, string>();

/** A receiver says much the same every time: what was read once is written once. */
function headersAsJson(headers: Readonly<Record<string, string>>): string {
  const known = knownHeaders.get(headers);
  if (known !== undefined) return known;
  const json = JSON.stringify(headers);
  knownHeaders.set(headers, json);
  return json;
}
