import {
  isOutage,
  isRowLockTimeout,
  isStorageFull,
  isTransient,
  LostConnection,
  Overloaded,
  sqlStateOf,
} from './trouble.ts';

type CoalesceOptions<Item, Answer> = {
  readonly name: string;
  /** Items in one statement at the most. */
  readonly rowsMax: number;
  /** Statements under way at once. */
  readonly inFlightMax: number;
  /** How many must wait before a further statement is begun beside those under way; fewer go when one of those ends, or after `BESIDE_MS`. Default 1. */
  readonly besideMin?: number;
  /** Items that may wait; beyond it `Overloaded` is thrown at once. */
  readonly waitingMax: number;
  /** Runs one statement for all items and answers each, in their order. */
  readonly statement: (items: readonly Item[]) => Promise<readonly Answer[]>;
  /**
   * After a lost connection the commit may have happened: tells, in order, the answer of each
   * item that did commit and null for those that did not. Left out where repeating is harmless.
   */
  readonly settle?: (items: readonly Item[]) => Promise<readonly (Answer | null)[]>;
};

export type Coalesced<Item, Answer> = (item: Item) => Promise<Answer>;

type Waiting<Item, Answer> = {
  readonly item: Item;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
};

/** As long as a statement waits for a lock before it leaves the shared connection: then those behind it had better go by themselves. */
const BESIDE_MS = 50;
const TRANSIENT_TRIES = 5;
const SETTLE_TRIES = 8;
const SETTLE_PAUSE_MS = 250;

/**
 * Gathers what arrives while the statements before are under way and runs it as one statement.
 * Nothing waits for a timer: alone, an item goes at once; under load, batches form by themselves. Two statements at once
 * that write the same tables are in each other's way, so a second one can be held back until it is worth it.
 * Which item is to blame for a refusal is found out, so nobody pays for a neighbour's fault.
 */
export function coalesce<Item, Answer>(options: CoalesceOptions<Item, Answer>): Coalesced<Item, Answer> {
  const { besideMin = 1 } = options;
  let waiting: Waiting<Item, Answer>[] = [];
  let inFlight = 0;
  let impatient: NodeJS.Timeout | null = null;

  function pump(least = besideMin): void {
    while (mayBegin(least)) begin();
    if (waiting.length > 0 && inFlight < options.inFlightMax)
      impatient ??= setTimeout(() => {
        impatient = null;
        pump(1);
      }, BESIDE_MS);
  }

  function mayBegin(least: number): boolean {
    if (waiting.length === 0 || inFlight >= options.inFlightMax) return false;
    return inFlight === 0 || waiting.length >= least;
  }

  function begin(): void {
    if (impatient) clearTimeout(impatient);
    impatient = null;
    const batch = waiting.slice(0, options.rowsMax);
    waiting = waiting.slice(options.rowsMax);
    inFlight += 1;
    void runBatch(options, batch).finally(() => {
      inFlight -= 1;
      pump();
    });
  }

  return (item) =>
    new Promise<Answer>((resolve, reject) => {
      if (waiting.length >= options.waitingMax) return reject(new Overloaded(options.name));
      waiting.push({ item, resolve, reject });
      // One turn of the loop lets requests that arrived together travel together.
      if (waiting.length === 1 || waiting.length === besideMin) setImmediate(() => pump());
    });
}

async function runBatch<Item, Answer>(
  options: CoalesceOptions<Item, Answer>,
  batch: readonly Waiting<Item, Answer>[],
): Promise<void> {
  try {
    const answers = await runStatement(
      options,
      batch.map((waiting) => waiting.item),
    );
    batch.forEach((waiting, index) => waiting.resolve(answers[index] as Answer));
  } catch (error) {
    if (error instanceof LostConnection && options.settle) await settleBatch(options, { batch, error });
    else if (mayBeOfOne(error) && batch.length > 1) await runParts(options, { batch, error });
    else for (const waiting of batch) waiting.reject(error);
  }
}

/** Whether one item may have brought it about. What troubles the database itself meets each of them alone too, and costs as many waits as there are items. */
function mayBeOfOne(error: unknown): boolean {
  if (isTransient(error) || isRowLockTimeout(error)) return true;
  return sqlStateOf(error) !== null && !isOutage(error) && !isStorageFull(error);
}

/**
 * Halves, one after the other, come to the one who is to blame in a few statements more. Where it is told only after a wait,
 * as of locks, nobody waits for the waits of others.
 */
async function runParts<Item, Answer>(
  options: CoalesceOptions<Item, Answer>,
  { batch, error }: { readonly batch: readonly Waiting<Item, Answer>[]; readonly error: unknown },
): Promise<void> {
  if (isTransient(error) || isRowLockTimeout(error))
    return void (await Promise.all(batch.map((waiting) => runBatch(options, [waiting]))));
  const half = Math.ceil(batch.length / 2);
  await runBatch(options, batch.slice(0, half));
  await runBatch(options, batch.slice(half));
}

/** A deadlock or a serialisation fault undid all of it, so all of it is tried again. */
async function runStatement<Item, Answer>(
  options: CoalesceOptions<Item, Answer>,
  items: readonly Item[],
): Promise<readonly Answer[]> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await options.statement(items);
    } catch (error) {
      if (!isTransient(error) || attempt === TRANSIENT_TRIES) throw error;
    }
  }
}

async function settleBatch<Item, Answer>(
  options: CoalesceOptions<Item, Answer>,
  lost: { readonly batch: readonly Waiting<Item, Answer>[]; readonly error: LostConnection },
): Promise<void> {
  const settle = options.settle;
  if (!settle) return;
  const items = lost.batch.map((waiting) => waiting.item);
  for (let attempt = 1; attempt <= SETTLE_TRIES; attempt += 1) {
    try {
      const answers = await settle(items);
      lost.batch.forEach((waiting, index) => {
        const answer = answers[index];
        if (answer === null || answer === undefined) waiting.reject(lost.error);
        else waiting.resolve(answer);
      });
      return;
    } catch (error) {
      if (!isOutage(error)) break;
      await new Promise((resolve) => setTimeout(resolve, SETTLE_PAUSE_MS));
    }
  }
  for (const waiting of lost.batch) waiting.reject(lost.error);
}

type NamedQueues<Item, Verdict, Answer> = {
  /** Items of one name wait for each other, those of two names do not. */
  readonly nameOf: (item: Item) => string;
  readonly open: (first: Item) => Coalesced<Item, Verdict>;
  /** What a verdict comes to; throws what it refuses. */
  readonly read: (verdict: Verdict) => Answer;
  /** How often an item is tried whose code, number or token another has already. */
  readonly triesMax: number;
};

const UNIQUE_VIOLATION = '23505';

/** One queue a name, which is there while somebody uses it. */
export function openNamedQueues<Item, Verdict, Answer>({
  nameOf,
  open,
  read,
  triesMax,
}: NamedQueues<Item, Verdict, Answer>): (item: Item) => Promise<Answer> {
  const queues = new Map<string, { readonly run: Coalesced<Item, Verdict>; users: number }>();

  async function once(item: Item): Promise<Answer> {
    const name = nameOf(item);
    const queue = queues.get(name) ?? { run: open(item), users: 0 };
    queues.set(name, queue);
    queue.users += 1;
    try {
      return read(await queue.run(item));
    } finally {
      queue.users -= 1;
      if (queue.users === 0) queues.delete(name);
    }
  }

  return async (item) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await once(item);
      } catch (error) {
        if (sqlStateOf(error) !== UNIQUE_VIOLATION || attempt === triesMax) throw error;
      }
    }
  };
}
