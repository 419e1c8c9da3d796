import type { Context } from '../../../kernel/call/context.ts';
import { isOutage, isStorageFull, type Tx } from '../../../store/index.ts';
import type { OutcomeCounter } from '../health/outcome-counter.ts';
import { disableGone } from '../health/warn-failing.ts';
import type { Outcome } from './outcome.ts';
import { onQueue, settleOutcomes, settleWonAttempts, type MadeSpan, type Outcomes } from './queue.queries.ts';
import { hasWon, wonColumns } from './won-attempts.ts';
import { noteEndpoints, type EndpointNote } from './upkeep.queries.ts';

type SettleQueue = {
  /** `done` is told once the outcome is written, or given up because the lease has long run out. */
  readonly add: (outcome: Outcome, done: () => void) => void;
  /** How many outcomes are not written yet. */
  readonly size: () => number;
};

const ROWS_MAX = 512;
/** So many are worth a round of their own while none is under way. */
const ROWS_ENOUGH = 256;
/** While one waits for the disk the next is made. */
const BATCHES_MAX = 2;
const GATHER_MS = 4;
const RETRY_MS = 250;
/** Longer than any lease: whoever holds it by then has done the work anew. */
const GIVE_UP_MS = 40_000;

/** A retry sooner than this could fall due before the promoter looks by itself. */
const SOON_MS = 1_000;

type Waiting = { readonly outcome: Outcome; readonly sinceMs: number; readonly done: () => void };

/** Writes outcomes in batches, two of them under way at the most; an outage of the database, or a full disk, is waited out. */
export function createSettleQueue(context: Context, counter: OutcomeCounter): SettleQueue {
  const waiting: Waiting[] = [];
  const underWay = new Set<readonly Waiting[]>();
  let timer: NodeJS.Timeout | null = null;

  /** A second batch is worth its round only when it is full. What is said of an endpoint is written in the order in which it was learned. */
  function flushSoon(): void {
    if (underWay.size >= BATCHES_MAX) return;
    if (underWay.size > 0 && (waiting.length < ROWS_MAX || waiting.some(hasNews))) return;
    if (waiting.length >= ROWS_ENOUGH) return flush();
    timer ??= setTimeout(flush, GATHER_MS);
  }

  function flush(): void {
    if (timer) clearTimeout(timer);
    timer = null;
    const batch = waiting.splice(0, ROWS_MAX);
    if (batch.length === 0) return;
    underWay.add(batch);
    void writeBatch(context, batch).finally(() => {
      underWay.delete(batch);
      counter.add(batch.map(({ outcome }) => outcome));
      for (const written of batch) written.done();
      if (waiting.length > 0) flushSoon();
    });
  }

  return {
    add(outcome, done) {
      waiting.push({ outcome, sinceMs: context.world.monotonicMs(), done });
      flushSoon();
    },
    size: () => [...underWay].reduce((size, batch) => size + batch.length, waiting.length),
  };
}

/** Whether it says anything of its endpoint. */
const hasNews = ({ outcome }: Waiting): boolean => isFailure(outcome) || outcome.note === 'success';

async function writeBatch(context: Context, batch: readonly Waiting[]): Promise<void> {
  const outcomes = batch.map((written) => written.outcome);
  for (;;) {
    try {
      const late = await write(context, outcomes);
      if (late.length > 0)
        context.log.info(
          { deliveries: late.slice(0, 20), count: late.length },
          'Attempts ended after their lease and were only logged.',
        );
      return;
    } catch (error) {
      if (!isOutage(error) && !isStorageFull(error)) return writeApart(context, batch, error);
      if (context.world.monotonicMs() - (batch[0]?.sinceMs ?? 0) > GIVE_UP_MS)
        return context.log.error(
          { error, count: batch.length },
          'Outcomes of webhook attempts could not be written; they will be sent again.',
        );
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

/** One outcome that the database refuses keeps nobody else's; its own is written without what the receiver said. */
async function writeApart(context: Context, batch: readonly Waiting[], error: unknown): Promise<void> {
  const [only] = batch;
  if (batch.length > 1) {
    // By halves: one in a full batch costs some twenty statements, and not one for each that is with it.
    const middle = Math.ceil(batch.length / 2);
    for (const half of [batch.slice(0, middle), batch.slice(middle)]) await writeBatch(context, half);
  } else if (only?.outcome.attempt && only.outcome.attempt.responseHeaders !== null) {
    context.log.warn(
      { error, delivery: only.outcome.row.delivery_id },
      'What a receiver answered could not be stored.',
    );
    const attempt = {
      ...only.outcome.attempt,
      responseHeaders: null,
      responseBody: Buffer.alloc(0),
      hint: null,
    };
    await writeBatch(context, [{ ...only, outcome: { ...only.outcome, attempt } }]);
  } else
    context.log.error(
      { error, delivery: only?.outcome.row.delivery_id },
      'The outcome of a webhook attempt could not be written.',
    );
}

async function write(context: Context, outcomes: readonly Outcome[]): Promise<readonly string[]> {
  const now = context.world.systemNow();
  const work = async (tx: Tx): Promise<readonly string[]> => {
    const left = await settleWon(tx, outcomes, now);
    const ids =
      left.length > 0 ? await settleOutcomes(tx, now, { ...columnsOf(left, now), ...spanOf(left) }) : [];
    await noteOutcomes(tx, outcomes, now);
    return ids;
  };
  const late = await onQueue(context.store, work, { settling: true });
  if (outcomes.some(({ nextAt }) => nextAt && nextAt.getTime() - now.getTime() < SOON_MS))
    context.wake('webhooks.promote');
  return late;
}

/** Writes down those that are written in short; answers with what is left, and with those whose lease was lost. */
async function settleWon(tx: Tx, outcomes: readonly Outcome[], now: Date): Promise<readonly Outcome[]> {
  const won = outcomes.filter(hasWon);
  if (won.length === 0) return outcomes;
  const held = await settleWonAttempts(tx, now, { ...wonColumns(won), ...spanOf(won) });
  return outcomes.filter((outcome) => !held.has(outcome.row.delivery_id));
}

function spanOf(outcomes: readonly Outcome[]): MadeSpan {
  const madeMs = outcomes.map(({ row }) => row.created_at.getTime());
  return { made_from: new Date(Math.min(...madeMs)), made_to: new Date(Math.max(...madeMs)) };
}

const NOTHING = Buffer.alloc(0);

function columnsOf(outcomes: readonly Outcome[], now: Date): Outcomes {
  const rows = outcomes.map((outcome) => outcome.row);
  const attempts = outcomes.map((outcome) => outcome.attempt);
  return {
    delivery_ids: rows.map((row) => row.delivery_id),
    merchant_ids: rows.map((row) => row.merchant_id),
    livemodes: rows.map((row) => row.livemode),
    created_ats: rows.map((row) => row.created_at),
    lease_ids: outcomes.map((outcome) => outcome.leaseId),
    numbers: rows.map((row) => row.attempt),
    triggers: rows.map((row) => row.trigger),
    statuses: outcomes.map((outcome) => outcome.status),
    reasons: outcomes.map((outcome) => outcome.reason),
    next_ats: outcomes.map((outcome) => outcome.nextAt ?? now),
    tries: outcomes.map((outcome) => outcome.tries),
    gone: outcomes.map((outcome) => outcome.gone),
    attempted: attempts.map((attempt) => attempt !== null),
    ats: attempts.map((attempt) => attempt?.at ?? now),
    durations_ms: attempts.map((attempt) => Math.round(attempt?.durationMs ?? 0)),
    responses: attempts.map((attempt) => attempt?.response ?? 0),
    errors: attempts.map((attempt) => attempt?.error ?? ''),
    hints: attempts.map((attempt) => attempt?.hint ?? ''),
    remote_addresses: attempts.map((attempt) => attempt?.remoteAddress ?? ''),
    request_headers: attempts.map((attempt) => attempt?.signatures ?? ''),
    response_headers: attempts.map((attempt) =>
      attempt?.responseHeaders ? JSON.stringify(attempt.responseHeaders) : '',
    ),
    response_bodies: attempts.map((attempt) => attempt?.responseBody ?? NOTHING),
    drills: attempts.map((attempt) => attempt?.drill ?? ''),
  };
}

/** Notes on their endpoints what a batch of outcomes says of them. */
async function noteOutcomes(tx: Tx, outcomes: readonly Outcome[], now: Date): Promise<void> {
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
function summarise(outcomes: readonly Outcome[]): readonly EndpointNote[] {
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
