import type { Context } from '../../../kernel/call/context.ts';
import type { Figure } from '../../../kernel/running/figure.ts';
import { lookAtBacklog, type Backlog } from './health.queries.ts';
import { OUTCOMES, type OutcomeCounter } from './outcome-counter.ts';

/** Facts become messages within milliseconds; by then something is broken. */
export const FACT_AGE_MAX_MS = 30_000;
/** What a healthy endpoint could be sent and is not. */
export const READY_AGE_MAX_MS = 60_000;
/** How often a trouble that lasts is told again. */
const TELL_AGAIN_MS = 300_000;

export type BacklogWatch = {
  /** Looks once; answers 0, for there is nothing more to do. */
  readonly turn: () => Promise<number>;
  /** What was seen last, for whoever watches the service. */
  readonly figures: () => readonly Figure[];
};

type Trouble = {
  readonly name: 'facts' | 'ready';
  readonly ageMs: number;
  readonly ageMaxMs: number;
  readonly sentence: string;
};

/** Watches how long facts and messages wait, and says when it is too long and when it is over. */
export function createBacklogWatch(
  { store, world, log }: Pick<Context, 'store' | 'world' | 'log'>,
  counter: OutcomeCounter,
): BacklogWatch {
  const toldMs = new Map<Trouble['name'], number>();
  let seen: Seen = {
    facts: 0n,
    ready: 0n,
    ready_suspect: 0n,
    delayed: 0n,
    sending: 0n,
    factAgeMs: 0,
    readyAgeMs: 0,
  };

  function tell(trouble: Trouble): void {
    const nowMs = world.monotonicMs();
    const lastMs = toldMs.get(trouble.name);
    const { ageMs, ageMaxMs } = trouble;
    if (ageMs <= ageMaxMs) {
      if (toldMs.delete(trouble.name))
        log.info({ alert: trouble.name, ageMs }, 'Webhooks are on time again.');
    } else if (lastMs === undefined || nowMs - lastMs >= TELL_AGAIN_MS) {
      toldMs.set(trouble.name, nowMs);
      log.warn({ alert: trouble.name, ageMs, ageMaxMs }, trouble.sentence);
    }
  }

  return {
    async turn() {
      seen = agesOf(await lookAtBacklog(store.system.slow), world.systemNow());
      tell({
        name: 'facts',
        ageMs: seen.factAgeMs,
        ageMaxMs: FACT_AGE_MAX_MS,
        sentence: 'The oldest fact has waited too long to become a message: is a node with workers running?',
      });
      tell({
        name: 'ready',
        ageMs: seen.readyAgeMs,
        ageMaxMs: READY_AGE_MAX_MS,
        sentence:
          'The oldest message for a healthy endpoint has waited too long to be sent: add a node or look for what slows this one.',
      });
      return 0;
    },
    figures: () => figuresOf(seen, { alerts: toldMs, totals: counter.totals() }),
  };
}

type Seen = Omit<Backlog, 'oldest_fact' | 'oldest_ready'> & {
  readonly factAgeMs: number;
  readonly readyAgeMs: number;
};

function agesOf({ oldest_fact, oldest_ready, ...counts }: Backlog, now: Date): Seen {
  const age = (since: Date | null): number => (since ? Math.max(0, now.getTime() - since.getTime()) : 0);
  return { factAgeMs: age(oldest_fact), readyAgeMs: age(oldest_ready), ...counts };
}

type Known = { readonly alerts: ReadonlyMap<Trouble['name'], number>; readonly totals: readonly number[] };

function figuresOf(seen: Seen, { alerts, totals }: Known): readonly Figure[] {
  const isAlert = (name: Trouble['name']): number => (alerts.has(name) ? 1 : 0);
  return [
    {
      name: 'cottontree_outbox_facts',
      type: 'gauge',
      help: 'Facts that are no messages yet, counted to 100000.',
      values: [{ labels: {}, value: Number(seen.facts) }],
    },
    {
      name: 'cottontree_outbox_oldest_seconds',
      type: 'gauge',
      help: 'How far the fan-out lags: the age of the oldest fact that is no message yet.',
      values: [{ labels: {}, value: seen.factAgeMs / 1_000 }],
    },
    {
      name: 'cottontree_webhook_queue',
      type: 'gauge',
      help: 'Messages for endpoints that are still to be sent, counted to 100000.',
      values: [
        { labels: { state: 'ready', lane: 'healthy' }, value: Number(seen.ready) },
        { labels: { state: 'ready', lane: 'suspect' }, value: Number(seen.ready_suspect) },
        { labels: { state: 'delayed' }, value: Number(seen.delayed) },
        { labels: { state: 'sending' }, value: Number(seen.sending) },
      ],
    },
    {
      name: 'cottontree_webhook_ready_oldest_seconds',
      type: 'gauge',
      help: 'The age of the oldest message that could be sent to a healthy endpoint.',
      values: [{ labels: {}, value: seen.readyAgeMs / 1_000 }],
    },
    {
      name: 'cottontree_webhook_attempts_total',
      type: 'counter',
      help: 'Attempts of this process by how they ended.',
      values: OUTCOMES.map((outcome, place) => ({ labels: { outcome }, value: totals[place] ?? 0 })),
    },
    {
      name: 'cottontree_webhook_alert',
      type: 'gauge',
      help: '1 while facts (30 s) or ready messages (60 s) wait too long.',
      values: [
        { labels: { what: 'facts' }, value: isAlert('facts') },
        { labels: { what: 'ready' }, value: isAlert('ready') },
      ],
    },
  ];
}
