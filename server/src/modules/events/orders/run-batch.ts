import type { Failure } from '../../../kernel/call/failure.ts';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import { isLockTimeout, type Runner } from '../../../store/index.ts';
import { eventNotFound } from '../events/event-not-found.ts';
import type { EventState } from '../events/event-state.ts';
import { ensureEventKey } from '../tickets/key-ring.ts';
import { signTicket } from '../tickets/sign-ticket.ts';
import type { AllocatorContext, TicketSigner, AllocationVerdict, Wanted } from './allocation.ts';
import { changeOrders, type OrderStepResult } from './change-orders.queries.ts';
import { expireStep } from './expire-step.ts';
import { linesOf } from './order-lines.ts';
import type { OrderStep } from './order-step.ts';
import { findOrdersOver, type EventKey } from './orders.queries.ts';
import { refusalOf, salesBusy } from './refuse-step.ts';

/** How often an event may change, or room may be made, while one batch is on its way. */
const ROUNDS_MAX = 8;
const EXPIRED_MAX = 500;

type Batch = {
  readonly all: readonly Wanted[];
  /** Told of each step before it is written. */ readonly composed: (wanted: Wanted, step: OrderStep) => void;
};
/** A step and who wants it; nobody, where the service does it by itself. */
type Placed = { readonly step: OrderStep; readonly index: number | null };

/**
 * Decides about all who wait for an event, in the order in which they came: composes their steps on the event as it is,
 * writes them in one statement, and where too few are left looks once for holds that are over.
 */
export async function runBatch(
  context: AllocatorContext,
  key: EventKey,
  { all, composed }: Batch,
): Promise<readonly AllocationVerdict[]> {
  const verdicts = new Map<number, AllocationVerdict>();
  const known = context.cache.known(key);
  let event = known ?? (await context.cache.read(key));
  let isFresh = known === undefined;
  let isSwept = false;
  let released: readonly OrderStep[] = [];
  const signer =
    all.some(({ issues }) => issues) && event !== null
      ? await openTicketSigner(context, key)
      : noTicketSigner;

  for (let round = 1; round <= ROUNDS_MAX && verdicts.size < all.length; round += 1) {
    if (event === null)
      return all.map((_, index) => verdicts.get(index) ?? { refusal: eventNotFound(key.eventId) });
    const open = all.flatMap((wanted, index) => (verdicts.has(index) ? [] : [{ wanted, index }]));
    const { placed, refused } = composeAll(open, { event, signer });
    if (refused.size > 0 && !isFresh) {
      event = await context.cache.read(key);
      isFresh = true;
      continue;
    }
    for (const [index, refusal] of refused) verdicts.set(index, { refusal });
    const { distinct, rivals } = partRivals(placed);
    const steps = await inOrder(context, key, { event, released, placed: distinct });
    for (const { step, index } of steps) if (index !== null) composed(all[index] as Wanted, step);
    const results = await write(context, key, { event, steps: steps.map(({ step }) => step) });
    if (results.some(({ outcome }) => outcome === 'stale')) {
      event = await context.cache.read(key);
      isFresh = true;
      continue;
    }
    const short = settle({ steps, results, event }, verdicts);
    released = short.length > 0 && !isSwept ? await findReleases(context, key, short) : [];
    isSwept = true;
    if (released.length === 0) for (const { index, refusal } of short) verdicts.set(index, { refusal });
    settleRivals(rivals, verdicts);
  }
  return all.map((_, index) => verdicts.get(index) ?? { refusal: salesBusy() });
}

type Open = { readonly wanted: Wanted; readonly index: number };

function composeAll(
  open: readonly Open[],
  { event, signer }: { readonly event: EventState; readonly signer: TicketSigner },
): {
  readonly placed: readonly Own[];
  readonly refused: ReadonlyMap<number, unknown>;
} {
  const placed: Own[] = [];
  const refused = new Map<number, unknown>();
  for (const { wanted, index } of open) {
    try {
      placed.push({ step: wanted.compose(event, signer), index });
    } catch (error) {
      refused.set(index, error);
    }
  }
  return { placed, refused };
}

type Own = { readonly step: OrderStep; readonly index: number };
/** One that lost to another of its batch, which came before it. */
type Rival = { readonly one: Own; readonly winner: Own; readonly outcome: 'moved' | 'repeated' };

/** Two changes of one order were decided on the same version, so only the first can take effect; so it is with one key. */
function partRivals(placed: readonly Own[]): {
  readonly distinct: readonly Own[];
  readonly rivals: readonly Rival[];
} {
  const taken = new Map<string, Own>();
  const rivals: Rival[] = [];
  const distinct = placed.filter((one) => {
    const names = [
      ['repeated', one.step.claim && `key ${one.step.claim.key}`],
      ['moved', `order ${one.step.after.id}`],
    ] as const;
    for (const [outcome, name] of names) {
      const winner = name === null ? undefined : taken.get(name);
      if (!winner) continue;
      rivals.push({ one, winner, outcome });
      return false;
    }
    for (const [, name] of names) if (name !== null) taken.set(name, one);
    return true;
  });
  return { distinct, rivals };
}

/**
 * Whoever sent the very same as one that was refused is refused alike: nothing was written that it could be answered with.
 * What waits for one that is not decided about yet, or came with the key of another that was refused, is decided next.
 */
function settleRivals(rivals: readonly Rival[], verdicts: Map<number, AllocationVerdict>): void {
  for (const { one, winner, outcome } of rivals) {
    const won = verdicts.get(winner.index);
    if (!won) continue;
    const isRefused = outcome === 'repeated' && 'refusal' in won;
    if (!isRefused) verdicts.set(one.index, { allocated: { outcome, step: one.step } });
    else if (winner.step.claim && one.step.claim?.hash.equals(winner.step.claim.hash))
      verdicts.set(one.index, won);
  }
}

type Ordered = {
  readonly event: EventState;
  readonly released: readonly OrderStep[];
  readonly placed: readonly Placed[];
};

/** What gives back comes first, and whoever waited for it before whoever just came. */
async function inOrder(
  context: AllocatorContext,
  key: EventKey,
  { event, released, placed }: Ordered,
): Promise<readonly Placed[]> {
  const ids = new Set(placed.map(({ step }) => step.after.id));
  const giving: Placed[] = [
    ...released.filter(({ after }) => !ids.has(after.id)).map((step) => ({ step, index: null })),
    ...placed.filter(({ step }) => freedBy(step) > 0),
  ];
  if (giving.length === 0) return placed;
  const offers = await context.composeOffers(context, key, {
    event,
    at: latest(giving.map(({ step }) => step)),
    freed: giving.reduce((sum, { step }) => sum + freedBy(step), 0),
  });
  return [
    ...giving,
    ...offers.map((step) => ({ step, index: null })),
    ...placed.filter(({ step }) => freedBy(step) <= 0),
  ];
}

/** How many places a step gives back. */
function freedBy({ before, after }: OrderStep): number {
  const taken = (lines: ReturnType<typeof linesOf>): number =>
    lines.reduce((sum, line) => sum + line.taken, 0);
  return before === null ? 0 : taken(linesOf(before)) - taken(linesOf(after));
}

/** Where money is written with the orders, both are one transaction; else the statement is one by itself. */
async function write(
  context: AllocatorContext,
  key: EventKey,
  batch: { readonly event: EventState; readonly steps: readonly OrderStep[] },
): Promise<readonly OrderStepResult[]> {
  if (batch.steps.length === 0) return [];
  const { store, payments } = context;
  const paymentsMax = batch.steps.filter(({ settled }) => settled !== null).length;
  const run = (runner: Runner): Promise<readonly OrderStepResult[]> => changeOrders(runner, key, batch);
  try {
    if (paymentsMax === 0) return await run(store.of(key.tenant));
    return await store.transaction(key.tenant, (tx) =>
      payments.settleAtOnce(tx, key.tenant, {
        paymentsMax,
        write: async () => {
          const result = await run(tx);
          return {
            result,
            payments: batch.steps.flatMap(({ settled }, index) =>
              settled && result[index]?.outcome === 'granted' ? [settled] : [],
            ),
          };
        },
      }),
    );
  } catch (error) {
    if (isLockTimeout(error)) throw salesBusy();
    throw error;
  }
}

type Written = {
  readonly steps: readonly Placed[];
  readonly results: readonly OrderStepResult[];
  readonly event: EventState;
};
type Short = { readonly index: number; readonly step: OrderStep; readonly refusal: Failure };

/** Notes what became of each; answers with those for whom too few were left. */
function settle(
  { steps, results, event }: Written,
  verdicts: Map<number, AllocationVerdict>,
): readonly Short[] {
  const short: Short[] = [];
  steps.forEach(({ step, index }, place) => {
    const result = results[place];
    if (index === null || !result) return;
    const { outcome } = result;
    if (outcome === 'granted' || outcome === 'moved' || outcome === 'repeated')
      verdicts.set(index, { allocated: { outcome, step } });
    else if (outcome === 'short') short.push({ index, step, refusal: refusalOf(result, step, event) });
    else verdicts.set(index, { refusal: refusalOf(result, step, event) });
  });
  return short;
}

async function findReleases(
  context: AllocatorContext,
  key: EventKey,
  short: readonly Short[],
): Promise<readonly OrderStep[]> {
  const now = latest(short.map(({ step }) => step));
  const over = await findOrdersOver(context.store.of(key.tenant), key, { now, rowsMax: EXPIRED_MAX });
  return over.map((row) => expireStep(row, { at: now, world: context.world }));
}

function latest(steps: readonly OrderStep[]): Date {
  return new Date(Math.max(...steps.map(({ at }) => at.getTime())));
}

/** With the event's key that signs now; the first one is made where there is none. */
async function openTicketSigner(
  context: AllocatorContext,
  event: { readonly tenant: Tenant; readonly eventId: string },
): Promise<TicketSigner> {
  const runner = context.store.of(event.tenant);
  const kid = await ensureEventKey(runner, context, event);
  const key = await context.keyRing.open(runner, event, kid);
  return (ticket) => signTicket(ticket, { kid, key });
}

/** Where nothing is issued. */
const noTicketSigner: TicketSigner = () => {
  throw new Error('A ticket was to be signed where none was to be issued.');
};
