import type { Chance } from './seed.ts';
import { openCustomer, parcel, succeeded, type Answer, type Customer } from './customer.ts';

/** What one customer knows of one order. */
export type Entry = {
  readonly orderNumber: string;
  readonly idempotencyKey: string | undefined;
  /** Acknowledged; null while no answer said that it is there. */
  jobNumber: string | null;
  /** The furthest status that was acknowledged. */
  status: string;
  /** The furthest status that was asked for. */
  wanted: string;
};

export type Journal = {
  readonly entries: readonly Entry[];
  readonly acknowledged: () => number;
  /** Anything but an answer of 2xx, an honest 503 or a broken connection. */
  readonly strange: readonly string[];
  /** How often each kind of answer was seen. */
  readonly seen: ReadonlyMap<string, number>;
  /** The moment of the latest success, by `performance.now`. */
  readonly lastSuccessMs: () => number;
  /** The latest moment at which something was asked for that succeeded. */
  readonly succeededSinceMs: () => number;
  /** The longest time without any success since the last call of this. */
  readonly takeSilenceMs: () => number;
  readonly stop: () => Promise<void>;
};

export type JournalOptions = {
  readonly customers: number;
  readonly key: string;
  readonly chance: Chance;
  /** Where to ask now; null while there is nowhere. */
  readonly baseUrl: () => string | null;
  readonly onAnswer?: (answer: Answer) => void;
  readonly orderPrefix?: string;
  /** What a customer rests after each order. */
  readonly restMs?: number;
};

export const STEPS = ['pending', 'assigned', 'picked_up', 'in_transit', 'delivered', 'completed'] as const;
const PAUSE_MS = 20;

/** Customers who create deliveries, with and without an Idempotency-Key, and move some of them on, and write down what they were told. */
export function startJournal(options: JournalOptions): Journal {
  const entries: Entry[] = [];
  const strange: string[] = [];
  const seen = new Map<string, number>();
  let acknowledged = 0;
  let lastSuccessMs = performance.now();
  let succeededSinceMs = Number.NEGATIVE_INFINITY;
  let silenceMs = 0;
  const state = { stopping: false };

  function note(answer: Answer, what: string, askedMs: number): boolean {
    const kind = answer.broken ?? `${answer.status}${answer.body.error ? ` ${answer.body.error.code}` : ''}`;
    seen.set(kind, (seen.get(kind) ?? 0) + 1);
    options.onAnswer?.(answer);
    if (succeeded(answer)) {
      acknowledged += 1;
      silenceMs = Math.max(silenceMs, performance.now() - lastSuccessMs);
      lastSuccessMs = performance.now();
      succeededSinceMs = Math.max(succeededSinceMs, askedMs);
      return true;
    }
    const expected =
      answer.broken !== null ||
      (answer.status === 503 && Number(answer.headers['retry-after']) >= 1) ||
      answer.body.error?.code === 'IDEMPOTENCY_IN_PROGRESS';
    if (!expected && strange.length < 50) strange.push(`${what}: ${kind}`);
    return false;
  }

  async function create(customer: Customer, entry: Entry): Promise<boolean> {
    const baseUrl = options.baseUrl();
    if (baseUrl === null) return false;
    const askedMs = performance.now();
    const answer = await customer.ask(baseUrl, {
      method: 'POST',
      path: '/shipping/deliveries',
      body: parcel(entry.orderNumber),
      idempotencyKey: entry.idempotencyKey,
    });
    if (!note(answer, 'create', askedMs)) return false;
    const jobNumber = String(answer.body.data?.['job_number']);
    if (entry.jobNumber !== null && entry.jobNumber !== jobNumber)
      strange.push(`${entry.orderNumber} became ${entry.jobNumber} and ${jobNumber}`);
    entry.jobNumber = jobNumber;
    return true;
  }

  async function advance(customer: Customer, entry: Entry): Promise<void> {
    const baseUrl = options.baseUrl();
    if (baseUrl === null) return;
    const from = STEPS.indexOf(entry.wanted as (typeof STEPS)[number]);
    entry.wanted = STEPS[options.chance.between(from + 1, STEPS.length - 1)] ?? 'completed';
    const wanted = entry.wanted;
    const askedMs = performance.now();
    const answer = await customer.ask(baseUrl, {
      method: 'POST',
      path: `/test/deliveries/${entry.jobNumber}/advance`,
      body: { to_status: wanted },
      idempotencyKey: entry.idempotencyKey && `${entry.idempotencyKey}-${wanted}`,
    });
    if (note(answer, `advance to ${wanted}`, askedMs)) entry.status = wanted;
  }

  async function live(number: number): Promise<void> {
    await using customer = openCustomer(options.key);
    for (let turn = 0; !state.stopping; turn += 1) {
      const orderNumber = `${options.orderPrefix ?? 'O'}-${options.chance.seed}-${number}-${turn}`;
      const entry: Entry = {
        orderNumber,
        idempotencyKey: options.chance.happens(0.5) ? `key-${orderNumber}` : undefined,
        jobNumber: null,
        status: 'pending',
        wanted: 'pending',
      };
      entries.push(entry);
      await create(customer, entry);
      // Half of those who may ask again do so soon, the others when all is over.
      const insistent = entry.idempotencyKey !== undefined && options.chance.happens(0.5);
      while (insistent && entry.jobNumber === null && !state.stopping) {
        await rest();
        await create(customer, entry);
      }
      if (entry.jobNumber !== null && options.chance.happens(0.3)) await advance(customer, entry);
      if (entry.jobNumber === null) await rest();
      if (options.restMs !== undefined) await rest(options.restMs);
    }
  }

  const lives = Promise.all(Array.from({ length: options.customers }, (_, number) => live(number)));
  return {
    entries,
    strange,
    seen,
    acknowledged: () => acknowledged,
    lastSuccessMs: () => lastSuccessMs,
    succeededSinceMs: () => succeededSinceMs,
    takeSilenceMs() {
      const taken = Math.max(silenceMs, performance.now() - lastSuccessMs);
      silenceMs = 0;
      return taken;
    },
    async stop() {
      state.stopping = true;
      await lives;
    },
  };
}

function rest(ms = PAUSE_MS): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
