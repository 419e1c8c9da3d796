/** How an attempt can end, in the order in which `webhook_health.outcomes` counts. */
export const OUTCOMES = Object.freeze([
  'succeeded',
  'status',
  'timeout',
  'dns',
  'connect',
  'tls',
  'blocked',
  'reset',
] as const);
/** Upper bounds of the counts in `webhook_health.durations`; one more count holds what took longer. */
export const DURATION_BOUNDS_MS = Object.freeze([
  5, 10, 20, 30, 50, 75, 100, 150, 200, 300, 500, 750, 1_000, 1_500, 2_000, 3_000, 5_000, 7_500, 10_000,
] as const);

export type HourCount = {
  readonly merchant_id: string;
  readonly livemode: boolean;
  readonly endpoint_id: string;
  /** When the hour begins, ISO 8601. */
  readonly hour: string;
  readonly outcomes: number[];
  readonly durations: number[];
};

/** What is counted of how a delivery went; without `attempt`, nothing was sent. */
export type CountedOutcome = {
  readonly row: Pick<HourCount, 'merchant_id' | 'livemode' | 'endpoint_id'>;
  readonly status: string;
  readonly attempt: {
    readonly at: Date;
    readonly durationMs: number;
    readonly error: string | null;
  } | null;
};

export type OutcomeCounter = {
  readonly add: (outcomes: readonly CountedOutcome[]) => void;
  /** What was counted since the last time, and begins anew. */
  readonly take: () => readonly HourCount[];
  /** Counts again what could not be written. */
  readonly putBack: (counts: readonly HourCount[]) => void;
  /** Attempts by their end since this process began. */
  readonly totals: () => readonly number[];
};

const HOUR_MS = 3_600_000;

/** Counts attempts by endpoint and hour in memory, so that the log need not be counted and no hot row is written with each attempt. */
export function createOutcomeCounter(): OutcomeCounter {
  let counts = new Map<string, HourCount>();
  const totals = OUTCOMES.map(() => 0);

  let hourMs = 0;
  let hour = '';

  function countOf({ row }: CountedOutcome, at: Date): HourCount {
    const beganMs = Math.floor(at.getTime() / HOUR_MS) * HOUR_MS;
    if (beganMs !== hourMs) hour = new Date(beganMs).toISOString();
    hourMs = beganMs;
    const name = `${row.endpoint_id} ${hour}`;
    const known = counts.get(name);
    if (known) return known;
    const { merchant_id, livemode, endpoint_id } = row;
    const fresh = {
      merchant_id,
      livemode,
      endpoint_id,
      hour,
      outcomes: OUTCOMES.map(() => 0),
      durations: [...DURATION_BOUNDS_MS, 0].map(() => 0),
    };
    counts.set(name, fresh);
    return fresh;
  }

  return {
    add(outcomes) {
      for (const outcome of outcomes) {
        if (!outcome.attempt) continue;
        const count = countOf(outcome, outcome.attempt.at);
        const ended = placeOfOutcome(outcome);
        increase(count.outcomes, ended, 1);
        increase(totals, ended, 1);
        increase(count.durations, placeOfDuration(outcome.attempt.durationMs), 1);
      }
    },
    take() {
      const taken = [...counts.values()];
      counts = new Map();
      return taken;
    },
    putBack(left) {
      for (const count of left) {
        const name = `${count.endpoint_id} ${count.hour}`;
        const known = counts.get(name);
        if (!known) counts.set(name, count);
        else
          for (const list of ['outcomes', 'durations'] as const)
            count[list].forEach((more, place) => increase(known[list], place, more));
      }
    },
    totals: () => totals,
  };
}

/** An answer that came but did not count is a matter of status, also where a drill says so. */
function placeOfOutcome({ status, attempt }: CountedOutcome): number {
  if (status === 'succeeded') return 0;
  const place = OUTCOMES.findIndex((name) => name === attempt?.error);
  return place > 0 ? place : 1;
}

function placeOfDuration(durationMs: number): number {
  const place = DURATION_BOUNDS_MS.findIndex((bound) => durationMs <= bound);
  return place < 0 ? DURATION_BOUNDS_MS.length : place;
}

function increase(list: number[], place: number, by: number): void {
  list[place] = (list[place] ?? 0) + by;
}
