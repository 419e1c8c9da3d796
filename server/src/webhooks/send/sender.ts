import type { Context } from '../../core/context.ts';
import { createPace } from '../pace.ts';
import { createDispatcher, type DispatcherLimits } from './dispatcher.ts';
import type { EndpointBook } from './endpoint-book.ts';
import { postOnce } from './post-once.ts';
import { claimReady, onQueue, releaseLeases, type Claimed } from './queue.queries.ts';
import { createSettleQueue, type Outcome } from './settle-queue.ts';
import { createSignal } from './signal.ts';
import { createWalk } from './walk.ts';
import type { Sweeps } from './sweeps.ts';

export type Sender = {
  /** Leases what is ready, begins to send it, and answers how much that was, or else how much is still under way. */
  readonly turn: () => Promise<number>;
  /** Lets a waiting turn look again now. */
  readonly wake: () => void;
  /** Resolves when nothing is under way and everything is written down. */
  readonly settled: () => Promise<void>;
  /** Begins nothing more, waits a while for what is under way, and gives the rest back. */
  readonly close: () => Promise<void>;
};

export const SENDER_LIMITS: DispatcherLimits = Object.freeze({
  healthy: { youngMax: 256, oldMax: 2_048 },
  suspect: { youngMax: 64, oldMax: 448 },
  oldAfterMs: 1_000,
  stockMax: 1_536,
  stockPerEndpoint: 512,
  stockAgeMs: 10_000,
  perMerchant: 192,
});

export const LEASE_MS = 30_000;
const ROWS_MAX = 500;
const ENDPOINTS_PER_CLAIM = 64;
const BREATH_MS = 10;
const LOOK_AGAIN_MS = 200;
const CLOSE_WAIT_MS = 10_000;
const WALK = { rowsMax: ROWS_MAX, endpointsMax: ENDPOINTS_PER_CLAIM, lookAgainMs: LOOK_AGAIN_MS } as const;

export type SenderParts = { readonly sweeps: Sweeps; readonly endpoints: EndpointBook; readonly limits?: DispatcherLimits };

/** Sends what is queued, from every endpoint in turn; any number of senders may work on one queue. */
export function createSender(context: Context, { sweeps, endpoints, limits = SENDER_LIMITS }: SenderParts): Sender {
  const { store, world, log } = context;
  const leaseId = world.randomBytes(9).toString('base64url');
  const settling = createSettleQueue(context);
  const news = createSignal();
  const pace = createPace(world, BREATH_MS);
  const walks = { 0: createWalk(WALK), 1: createWalk(WALK) } as const;
  const background = new Set<Promise<void>>();
  let closing = false;

  const dispatcher = createDispatcher({
    limits,
    world,
    post: ({ row, receiver }) => postOnce(context, row, { receiver, leaseId }),
    settle: settling.add,
    giveBack: (rows) => track(releaseLeases(store.system, leaseId, rows)),
    sweep: sweeps.want,
    onRoom: (lane) => {
      walks[lane].roomMade();
      news.raise();
    },
    onFault: (error, row) => log.error({ error, delivery: row.delivery_id }, 'A webhook could not be sent by a fault of ours; it is tried again when its lease ends.'),
  });

  function track(work: Promise<void>): void {
    const tracked: Promise<void> = work
      .catch((error: unknown) => log.warn({ error }, 'Leases could not be given back and will run out.'))
      .finally(() => void background.delete(tracked));
    background.add(tracked);
  }

  async function claimLane(lane: 0 | 1): Promise<number> {
    const walk = walks[lane];
    const wanted = Math.min(ROWS_MAX, dispatcher.room(lane));
    if (wanted <= 0 || !walk.isWorthALook(world.monotonicMs())) return 0;
    const busy = dispatcher.busy(lane);
    const ask = walk.begin({ nowMs: world.monotonicMs(), someBusy: busy.length > 0 });
    const limits = { endpoints_max: ENDPOINTS_PER_CLAIM, per_endpoint: lane === 1 ? 1 : ask.perEndpoint, rows_max: wanted };
    const lease = { lease_id: leaseId, lease_until: new Date(world.now().getTime() + LEASE_MS) };
    const rows = await onQueue(store, (tx) => claimReady(tx, { lane, cursor: ask.cursor, busy, ...limits, ...lease }));
    const again = walk.end(rows, { wanted, perEndpoint: limits.per_endpoint });
    await accept(rows, lane);
    return rows.length === 0 && again ? claimLane(lane) : rows.length;
  }

  async function accept(rows: readonly Claimed[], lane: number): Promise<void> {
    if (rows.length === 0) return;
    const receivers = await endpoints.read(rows);
    for (const row of rows) {
      const reason = reasonToSkip(row);
      const receiver = receivers.get(row.endpoint_id);
      if (reason !== null) skip(row, reason);
      else if (!receiver || closing) track(releaseLeases(store.system, leaseId, [row]));
      else dispatcher.accept(row, receiver, lane);
    }
  }

  function skip(row: Claimed, reason: string): void {
    if (reason !== 'message_expired') sweeps.want({ merchant_id: row.merchant_id, livemode: row.livemode, endpoint_id: row.endpoint_id, to: 'skip' });
    track(settling.add(skipped(row, { leaseId, reason })));
  }

  function underWay(): number {
    return dispatcher.underWay.size + background.size;
  }

  async function settled(): Promise<void> {
    while (underWay() > 0) await Promise.allSettled([...dispatcher.underWay, ...background]);
  }

  return {
    wake() {
      walks[0].newsCame();
      walks[1].newsCame();
      news.raise();
    },
    settled,
    async turn() {
      await pace.wait();
      if (closing) return 0;
      dispatcher.clear('stale');
      const [healthy, suspect] = await Promise.all([claimLane(0), claimLane(1)]);
      const claimed = healthy + suspect;
      if (claimed + underWay() === 0) return 0;
      pace.breathe();
      if (claimed === 0) await news.wait(LOOK_AGAIN_MS);
      return claimed + underWay() + 1;
    },
    async close() {
      closing = true;
      news.raise();
      dispatcher.clear('all');
      let timer: NodeJS.Timeout | undefined;
      await Promise.race([settled(), new Promise((resolve) => (timer = setTimeout(resolve, CLOSE_WAIT_MS)))]);
      clearTimeout(timer);
      const left = dispatcher.sending();
      if (left.length > 0) await releaseLeases(store.system, leaseId, left).catch((error: unknown) => log.warn({ error }, 'Leases could not be given back and will run out.'));
    },
  };
}

/** Why a leased delivery is not sent after all; null when it is. */
function reasonToSkip(row: Claimed): string | null {
  if (row.body === null) return 'message_expired';
  if (row.endpoint_status === null) return 'endpoint_deleted';
  return row.endpoint_status === 'active' || row.trigger === 'test' ? null : `endpoint_${row.endpoint_status}`;
}

function skipped(row: Claimed, { leaseId, reason }: { readonly leaseId: string; readonly reason: string }): Outcome {
  return { row, leaseId, status: 'skipped', reason, nextAt: null, tries: row.tries, gone: row.gone, attempt: null, note: null };
}
