import { firstOf } from '@cottontree/client';
import { backoffMs } from './backoff.ts';
import { sha256 } from './sha256.ts';
import { textOf, UNSENT, type Entry, type Verdict } from './entry.ts';
import { beginWriting, firstUnsent, type OutboxDatabase } from './stores.ts';
import { isStorageError, judgeError, type Trouble } from './trouble.ts';

export type Send = (
  batch: readonly Entry[],
  context: { readonly signal: AbortSignal },
) => Promise<readonly Verdict[]>;

export type SenderOptions = {
  readonly db: OutboxDatabase;
  readonly send: Send;
  /** How many go at once at most. */
  readonly batchMax: number;
  /** How long a batch may take before it counts as not sent. */
  readonly timeoutMs: number;
  /** Whether two entries may go in one batch. */
  readonly goTogether: (one: Entry, other: Entry) => boolean;
  readonly nowText: () => string;
  readonly random: () => number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly onChange: (change: SenderChange) => Promise<void>;
  /** After the server answered, and now and then while there is nothing to send. */
  readonly onQuiet: () => Promise<void>;
};
export type SenderChange = {
  readonly phase: 'idle' | 'sending' | 'waiting';
  readonly trouble: Trouble | null;
  readonly waitMs: number;
};
export type Sender = { readonly wake: (now?: boolean) => void; readonly stop: () => Promise<void> };

const QUIET_MS = 600_000;

/** Sends what is queued, strictly in order, until it is stopped. */
export function startSender(options: SenderOptions): Sender {
  const stopped = new AbortController();
  let nap = new AbortController();
  let isWaiting = false;
  /** What was called for since the last rest: 'now' also ends a wait after a failure. */
  let called: 'now' | 'soon' | null = null;
  const rest = async (ms: number, waits: boolean): Promise<void> => {
    const isOver = called === 'now' || (called === 'soon' && !waits);
    if (!isOver) {
      isWaiting = waits;
      nap = new AbortController();
      await options.sleep(ms, firstOf(nap.signal, stopped.signal)).catch(() => undefined);
      isWaiting = false;
    }
    called = null;
  };
  const done = work(options, { stopped: stopped.signal, rest });
  return {
    wake(now = false) {
      called = now ? 'now' : (called ?? 'soon');
      if (now || !isWaiting) nap.abort();
    },
    async stop() {
      stopped.abort();
      await done;
    },
  };
}

type Turns = {
  readonly stopped: AbortSignal;
  readonly rest: (ms: number, waits: boolean) => Promise<void>;
};

async function work(options: SenderOptions, { stopped, rest }: Turns): Promise<void> {
  let failures = 0;
  let single = 0;
  while (!stopped.aborted) {
    const turn = await takeTurn(options, { stopped, batchMax: single > 0 ? 1 : options.batchMax });
    if (stopped.aborted) return;
    if (turn.result === 'trouble') {
      failures += 1;
      const { trouble } = turn;
      const waitMs = backoffMs(failures, { retryAfterMs: trouble.retryAfterMs, random: options.random });
      await options.onChange({ phase: 'waiting', trouble, waitMs });
      await rest(waitMs, true);
      continue;
    }
    failures = 0;
    // One of them is refused: which, they tell when each is sent by itself.
    single = turn.result === 'refused' ? turn.count : Math.max(0, single - 1);
    if (turn.result !== 'nothing') continue;
    await options.onChange({ phase: 'idle', trouble: null, waitMs: 0 });
    await options.onQuiet().catch(() => undefined);
    await rest(QUIET_MS, false);
  }
}

type Turn =
  | { readonly result: 'nothing' | 'sent' }
  | { readonly result: 'refused'; readonly count: number }
  | { readonly result: 'trouble'; readonly trouble: Trouble };

async function takeTurn(
  options: SenderOptions,
  { stopped, batchMax }: { readonly stopped: AbortSignal; readonly batchMax: number },
): Promise<Turn> {
  let batch: readonly Entry[] = [];
  try {
    const taken = await takeBatch(options, batchMax);
    if (taken === null) return { result: 'nothing' };
    if (taken.length === 0) return { result: 'sent' };
    batch = taken;
    await options.onChange({ phase: 'sending', trouble: null, waitMs: 0 });
    const verdicts = await sendInTime(options, batch, stopped);
    const settled = await settle(options, { batch, verdicts });
    await options.onChange({ phase: 'sending', trouble: null, waitMs: 0 });
    // An answer that speaks of none of them is no answer to them.
    return settled > 0
      ? { result: 'sent' }
      : { result: 'trouble', trouble: { kind: 'network', retryAfterMs: null } };
  } catch (error) {
    // What cannot even be written down of it is asked for again: whatever happens, this goes on.
    return afterFault(options, { batch, error }).catch(() => ({ result: 'trouble', trouble: NOT_WRITTEN }));
  }
}

const NOT_WRITTEN: Trouble = { kind: 'storage', retryAfterMs: null };

async function afterFault(
  options: SenderOptions,
  { batch, error }: { readonly batch: readonly Entry[]; readonly error: unknown },
): Promise<Turn> {
  const judged = judgeError(error);
  if ('trouble' in judged) {
    await settle(options, { batch, verdicts: [] }).catch(() => undefined);
    return { result: 'trouble', trouble: judged.trouble };
  }
  const [only, ...more] = batch;
  const outcome = 'rejected' as const;
  const verdicts =
    only && more.length === 0
      ? [{ client_id: only.client_id, sha256: only.sha256, outcome, answer: judged.refusal }]
      : [];
  await settle(options, { batch, verdicts });
  await options.onChange({ phase: 'sending', trouble: null, waitMs: 0 });
  return verdicts.length > 0 ? { result: 'sent' } : { result: 'refused', count: batch.length };
}

async function sendInTime(
  { send, timeoutMs, sleep }: SenderOptions,
  batch: readonly Entry[],
  stopped: AbortSignal,
): Promise<readonly Verdict[]> {
  const over = new AbortController();
  const signal = firstOf(over.signal, stopped);
  // Whatever `send` does with the signal: a connection that is half open must not hold up the tool for ever.
  const late = sleep(timeoutMs, signal).then(
    () => Promise.reject(new DOMException('The batch took too long.', 'TimeoutError')),
    () => Promise.reject(new DOMException('No longer needed.', 'AbortError')),
  );
  late.catch(() => undefined);
  try {
    return await Promise.race([send(batch, { signal }), late]);
  } finally {
    over.abort();
  }
}

/**
 * The first that are queued, from now on being sent; null: none is. One whose text is not what was hashed is left out for somebody to
 * see. Where the device has no room for a note that they are being sent, they are sent without.
 */
async function takeBatch(options: SenderOptions, batchMax: number): Promise<readonly Entry[] | null> {
  const [first, ...more] = await firstUnsent(options.db, batchMax);
  if (!first) return null;
  const apart = more.findIndex((entry) => !options.goTogether(first, entry));
  const wanted = [first, ...(apart < 0 ? more : more.slice(0, apart))];
  try {
    return await markSending(options, wanted);
  } catch (error) {
    if (!isStorageError(error)) throw error;
    return wanted.filter(isWhole);
  }
}

const isWhole = ({ body, sha256: hash }: Entry): boolean => sha256(textOf(body)) === hash;

async function markSending(
  { db, nowText }: SenderOptions,
  wanted: readonly Entry[],
): Promise<readonly Entry[]> {
  const tx = beginWriting(db);
  const store = tx.objectStore('outbox');
  const taken: Entry[] = [];
  for (const { seq } of wanted) {
    const entry = await store.get(seq);
    if (!entry || !UNSENT.has(entry.status)) continue;
    const next: Entry = isWhole(entry)
      ? { ...entry, status: 'sending', tries: entry.tries + 1 }
      : { ...entry, status: 'rejected', settled_at: nowText(), answer: { code: 'DAMAGED_ON_DEVICE' } };
    await store.put(next);
    if (next.status === 'sending') taken.push(next);
  }
  await tx.done;
  return taken;
}

/** Writes what the server said of each, and queues again what it said nothing of. Answers how many are settled. */
async function settle(
  { db, nowText }: SenderOptions,
  { batch, verdicts }: { readonly batch: readonly Entry[]; readonly verdicts: readonly Verdict[] },
): Promise<number> {
  const said = new Map(verdicts.map((verdict) => [verdict.client_id, verdict]));
  const tx = beginWriting(db);
  const store = tx.objectStore('outbox');
  let settled = 0;
  for (const { seq } of batch) {
    const entry = await store.get(seq);
    if (!entry || !UNSENT.has(entry.status)) continue;
    const verdict = said.get(entry.client_id);
    const isMeant = verdict?.sha256 === entry.sha256;
    await store.put(
      verdict && isMeant
        ? {
            ...entry,
            status: verdict.outcome,
            settled_at: nowText(),
            seen_at: null,
            answer: verdict.answer ?? null,
          }
        : { ...entry, status: 'queued' },
    );
    if (isMeant) settled += 1;
  }
  await tx.done;
  return settled;
}
