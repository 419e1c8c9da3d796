import type { Context } from '../../../kernel/call/context.ts';
import type { Tx } from '../../../store/index.ts';
import { dropOldJobs, feedQueue, noteJob, takeJob, type Fed, type JobAtWork } from './jobs.queries.ts';

/** A quarter of the sender's slots for young requests (256): so many deliveries of jobs may be in the queue at once, over all nodes. */
const QUEUED_MAX = 64;
/** Deliveries looked at in one batch, so that none takes long where few of many match. */
const WINDOW_MAX = 5_000;
const TIDY_EVERY_MS = 60_000;
const KEPT_MS = 30 * 86_400_000;
const TIDY_ROWS_MAX = 1_000;

/** A turn does a batch of the job that waited longest and answers how much that was; after a crash it goes on where the last batch ended. */
export function createRecovery(context: Context, onQueued: () => void): () => Promise<number> {
  const { store, world } = context;
  let tidiedMs = world.monotonicMs();

  async function tidy(): Promise<void> {
    if (world.monotonicMs() - tidiedMs < TIDY_EVERY_MS) return;
    tidiedMs = world.monotonicMs();
    await dropOldJobs(store.system.slow, new Date(world.systemNow().getTime() - KEPT_MS), TIDY_ROWS_MAX);
  }

  return async () => {
    const done = await store.system.transaction((tx) => workOnce(tx, world.systemNow()));
    if (done > 0) onQueued();
    await tidy();
    return done;
  };
}

async function workOnce(tx: Tx, now: Date): Promise<number> {
  const job = await takeJob(tx);
  if (!job) return 0;
  const end = await endpointGone(tx, job, now);
  if (end) return 1;
  const module = roomFor(job);
  if (module <= 0) {
    await noteJob(tx, { ...standing(job, now), state: 'running', reason: null });
    return 0;
  }
  const { merchant_id, livemode, endpoint_id, cursor_at, cursor_id, until, statuses, events } = job;
  const fed = await feedQueue(tx, {
    merchant_id,
    livemode,
    endpoint_id,
    cursor_at,
    cursor_id,
    until,
    statuses,
    events,
    now,
    rows_max: module,
    window_max: WINDOW_MAX,
  });
  if (!fed) return 0;
  const cursor = cursorAfter(fed, module);
  await noteJob(tx, {
    ...standing(job, now),
    ...cursor,
    done: job.done + Number(fed.queued),
    state: cursor === null ? 'completed' : 'running',
    reason: null,
  });
  return Number(fed.queued) + 1;
}

/** What an endpoint that gets nothing any more missed is not sent; the job ends and says why. */
async function endpointGone(tx: Tx, job: JobAtWork, now: Date): Promise<boolean> {
  if (job.endpoint_status === 'active') return false;
  await noteJob(tx, {
    ...standing(job, now),
    state: 'cancelled',
    reason: `endpoint_${job.endpoint_status ?? 'deleted'}`,
  });
  return true;
}

/** Jobs share evenly what they may have in the queue. */
function roomFor({ queued, queued_here, running }: JobAtWork): number {
  const share = Math.max(1, Math.floor(QUEUED_MAX / Math.max(1, Number(running))));
  return Math.min(QUEUED_MAX - Number(queued), share - Number(queued_here));
}

/** Where the next batch begins; null after the last. */
function cursorAfter(
  fed: Fed,
  module: number,
): { readonly cursor_at: Date; readonly cursor_id: string } | null {
  if (Number(fed.picked) >= module && fed.last_at && fed.last_id)
    return { cursor_at: fed.last_at, cursor_id: fed.last_id };
  return Number(fed.looked) >= WINDOW_MAX && fed.looked_at && fed.looked_id
    ? { cursor_at: fed.looked_at, cursor_id: fed.looked_id }
    : null;
}

function standing({ merchant_id, livemode, id, cursor_at, cursor_id, done }: JobAtWork, now: Date) {
  return { merchant_id, livemode, id, cursor_at, cursor_id, done, now };
}
