import type { Context } from '../../../kernel/call/context.ts';
import type { Planner } from '../../../outbox/index.ts';
import type { Tx } from '../../../store/index.ts';
import {
  endpointsOfTenants,
  insertMessages,
  nextMoment,
  requeueDeliveries,
  takeFacts,
  type OutboxRow,
  type Requeued,
} from './fan-out.queries.ts';
import { createPace } from './pace.ts';
import { planMessages, tenantsOf, UnreadableFact, type PlainMessage } from './plan-messages.ts';
import { REDELIVER } from './redeliver-fact.ts';
import { triesMax } from './retry-schedule.ts';

const ROWS_MAX = 500;
/** A short breath between two turns lets what comes in a stream travel in batches. */
const BREATH_MS = 10;

type FanOutParts = {
  readonly planners: readonly Planner[];
  /** Where messages lie ready for whoever sends them. */
  readonly messages: { readonly put: (id: string, message: PlainMessage) => void };
  readonly onQueued: () => void;
};
type Told = Context & Omit<FanOutParts, 'onQueued'>;

/**
 * A turn takes facts out of the outbox, lowest id first, turns them into messages and what is to
 * be sent of them, and answers how many. All of that is one transaction, so after a crash at any
 * point each fact becomes exactly one message. A fact that cannot be read stays in the outbox.
 */
export function createFanOut(
  context: Context,
  { planners, messages, onQueued }: FanOutParts,
): () => Promise<number> {
  const unreadable = new Set<bigint>();
  const pace = createPace(context.world, BREATH_MS);

  return async () => {
    await pace.wait();
    try {
      const taken = await context.store.system.transaction((tx) =>
        tellBatch({ ...context, planners, messages }, tx, unreadable),
      );
      if (taken > 0) onQueued();
      if (taken > 0 && taken < ROWS_MAX) pace.breathe();
      return taken;
    } catch (error) {
      if (!(error instanceof UnreadableFact)) throw error;
      unreadable.add(error.id);
      context.log.error(
        { error, fact: String(error.id) },
        'A fact cannot become a message and stays in the outbox.',
      );
      return 1;
    }
  };
}

async function tellBatch(context: Told, tx: Tx, unreadable: ReadonlySet<bigint>): Promise<number> {
  const rows = await takeFacts(tx, ROWS_MAX, unreadable);
  await tell(
    context,
    tx,
    rows.filter((row) => row.kind !== REDELIVER),
  );
  await tellAgain(
    context,
    tx,
    rows.filter((row) => row.kind === REDELIVER),
  );
  return rows.length;
}

async function tell(context: Told, tx: Tx, rows: readonly OutboxRow[]): Promise<void> {
  if (rows.length === 0) return;
  const [endpoints, now] = await Promise.all([
    endpointsOfTenants(tx, tenantsOf(rows)),
    nextMoment(tx, context.world.systemNow()),
  ]);
  const { batch, plain } = planMessages(context, { rows, endpoints, now });
  const fresh = await insertMessages(tx, batch);
  // Of what is undone after this nobody asks for the id.
  batch.ids.forEach((id, at) => {
    const body = plain[at];
    const [event = '', trace = ''] = [batch.events[at], batch.traces[at]];
    if (body) context.messages.put(id, { event, body, trace });
  });
  await informPlanners(
    tx,
    context.planners,
    rows.filter((_row, index) => fresh.has(batch.ids[index] ?? '')),
  );
  if (fresh.size < rows.length)
    context.log.warn(
      { facts: rows.length - fresh.size },
      'Facts that had become messages before were announced again and left out.',
    );
}

async function tellAgain(context: Context, tx: Tx, rows: readonly OutboxRow[]): Promise<void> {
  if (rows.length > 0)
    await requeueDeliveries(tx, rows.map(readRequeued), { now: context.world.systemNow(), tries: triesMax });
}

function readRequeued(row: OutboxRow): Requeued {
  const { created_at: createdAt } = row.facts as { readonly created_at: string };
  return {
    tenant: { merchantId: row.merchant_id, livemode: row.livemode },
    createdAt: new Date(createdAt),
    deliveryId: row.entity,
  };
}

/** Hands a batch of facts to whoever else makes something of them, one planner after the other. */
async function informPlanners(
  tx: Tx,
  planners: readonly Planner[],
  rows: readonly OutboxRow[],
): Promise<void> {
  if (planners.length === 0 || rows.length === 0) return;
  const facts = rows.map(({ merchant_id, livemode, kind, entity, facts: fields, created_at }) => ({
    tenant: { merchantId: merchant_id, livemode },
    kind,
    entity,
    facts: fields as { readonly [field: string]: never },
    createdAt: created_at,
  }));
  for (const plan of planners) await plan(tx, facts);
}
