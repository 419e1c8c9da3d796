import type { Context } from '../../../kernel/call/context.ts';
import { applyFault, isForDrill } from '../drills/apply-fault.ts';
import { createPace } from '../fan-out/pace.ts';
import type { OutcomeCounter } from '../health/outcome-counter.ts';
import { type Claimed, claimReady } from './claim.queries.ts';
import { type Accepted, type DispatcherLimits, SENDER_LIMITS } from './dispatcher-options.ts';
import { Dispatcher } from './dispatcher.ts';
import type { EndpointCache } from './endpoint-cache.ts';
import type { MessageCache } from './message-cache.ts';
import type { Outcome } from './outcome.ts';
import { postOnce } from './post-once.ts';
import { beatAmongSenders, leaveSenders, onQueue, releaseLeases } from './queue.queries.ts';
import { createSettleQueue } from './settle-queue.ts';
import { divideLimits } from './shares.ts';
import { createSignal } from './signal.ts';
import type { Sweeps } from './upkeep.ts';
import { createWalk } from './walk.ts';

type SenderParts = {
  readonly sweeps: Sweeps;
  readonly endpoints: EndpointCache;
  readonly messages: MessageCache;
  readonly counter: OutcomeCounter;
  readonly limits?: DispatcherLimits;
};

const MESSAGE_EXPIRED = 'message_expired';
const ROWS_MAX = 1_000;
/** What comes in lesser numbers is waited for a moment, so that it travels together. */
const CRUMBS = 250;
const ENDPOINTS_PER_CLAIM = 64;
const BREATH_MS = 15;
const LOOK_AGAIN_MS = 200;
const CLOSE_WAIT_MS = 10_000;
/** A node that was not heard of for so long has no part in the limits. */
const ALIVE_MS = 10_000;
const WALK = { rowsMax: ROWS_MAX, endpointsMax: ENDPOINTS_PER_CLAIM, lookAgainMs: LOOK_AGAIN_MS } as const;

/** Sends what is queued, from every endpoint in turn. Any number of senders, on any number of nodes, may work on one queue. */
export class Sender {
  private readonly context: Context;
  private readonly parts: SenderParts;
  private readonly leaseId: string;
  private readonly dispatcher: Dispatcher;
  private readonly settling: ReturnType<typeof createSettleQueue>;
  private readonly news = createSignal();
  private readonly pace: ReturnType<typeof createPace>;
  private readonly walks = { 0: createWalk(WALK), 1: createWalk(WALK) } as const;
  private readonly background = new Set<Promise<void>>();
  private closing = false;
  private others = '';
  private greetedMs: number | null = null;
  /** How much was under way when the last turn ended. */
  private left = 0;

  constructor(context: Context, parts: SenderParts) {
    this.context = context;
    this.parts = parts;
    this.leaseId = context.world.randomBytes(9).toString('base64url');
    this.settling = createSettleQueue(context, parts.counter);
    this.pace = createPace(context.world, BREATH_MS);
    this.dispatcher = new Dispatcher({
      limits: parts.limits ?? SENDER_LIMITS,
      world: context.world,
      post: ({ row, receiver, message }, tell) => {
        if (this.isForgotten()) setImmediate(tell, null);
        else postOnce(context, { row, receiver, message, leaseId: this.leaseId }, tell);
      },
      settle: (outcome, done) => this.settle(outcome, done),
      onIdle: () => this.news.raise(),
      giveBack: (rows) => this.giveBack(rows),
      sweep: parts.sweeps.want,
      onRoom: (lane) => {
        this.walks[lane].roomMade();
        this.news.raise();
      },
      onFault: (error, row) => this.logFault(error, row),
    });
  }

  /** Leases what is ready and begins to send it. Answers how much that was, is still under way or came to its end since the last turn; 0 when there is nothing. */
  async turn(): Promise<number> {
    await this.pace.wait();
    if (this.closing) return 0;
    if (this.isForgotten()) await this.comeBack();
    this.dispatcher.clear('stale');
    const [healthy, suspect] = await Promise.all([this.claimLane(0), this.claimLane(1)]);
    const claimed = healthy + suspect;
    const before = this.left;
    this.left = claimed + this.underWay() + this.dispatcher.resting();
    if (this.left === 0) return before;
    if (claimed < CRUMBS) this.pace.breathe();
    if (claimed === 0) await this.news.wait(LOOK_AGAIN_MS);
    return claimed + this.underWay() + 1;
  }

  /** Lets a waiting turn look again now. */
  wake(): void {
    this.walks[0].newsCame();
    this.walks[1].newsCame();
    this.news.raise();
  }

  /** Resolves when nothing is under way and everything is written down. */
  async settled(): Promise<void> {
    while (this.underWay() > 0) {
      if (this.dispatcher.underWay + this.dispatcher.waiting() > 0) await this.news.wait(LOOK_AGAIN_MS);
      else await Promise.allSettled(this.background);
    }
  }

  /** Begins nothing more, waits a while for what is under way, and gives the rest back. */
  async close(): Promise<void> {
    this.closing = true;
    this.news.raise();
    this.dispatcher.clear('all');
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([
      this.settled(),
      new Promise((resolve) => (timer = setTimeout(resolve, CLOSE_WAIT_MS))),
    ]);
    clearTimeout(timer);
    const left = this.dispatcher.sending();
    if (left.length > 0) this.giveBack(left);
    await Promise.allSettled(this.background);
    await leaveSenders(this.context.store.system, this.leaseId).catch((error: unknown) =>
      this.context.log.warn({ error }, 'The other nodes will miss this one only in ten seconds.'),
    );
  }

  /** Says that this node sends, and takes its part of every endpoint's limits; once a second. */
  async heartbeat(): Promise<void> {
    if (this.closing) return;
    const askedMs = this.context.world.monotonicMs();
    const others = await beatAmongSenders(this.context.store.system, this.leaseId, ALIVE_MS);
    // The silence is over, and with it what would keep the next turn from beginning what others may hold by now.
    if (this.isForgotten()) this.dispatcher.clear('all');
    this.greetedMs = askedMs;
    const names = [...others].sort().join(' ');
    if (names === this.others) return;
    this.others = names;
    this.dispatcher.share(divideLimits(this.leaseId, others));
    this.wake();
  }

  /** Whether others may have taken over what this node holds, for it has stood still or had no database. */
  private isForgotten(): boolean {
    return this.greetedMs !== null && this.context.world.monotonicMs() - this.greetedMs > FORGOTTEN_MS;
  }

  private async comeBack(): Promise<void> {
    this.dispatcher.clear('all');
    await this.heartbeat();
  }

  private async claimLane(lane: 0 | 1): Promise<number> {
    const { world, store } = this.context;
    const walk = this.walks[lane];
    const wanted = Math.min(ROWS_MAX, this.dispatcher.room(lane));
    if (wanted <= 0 || !walk.isWorthALook(world.monotonicMs())) return 0;
    const inputs = this.dispatcher.inputs();
    const ask = walk.begin({
      nowMs: world.monotonicMs(),
      someBusy: inputs.busy.length + inputs.single.length > 0,
    });
    const limits = {
      endpoints_max: ENDPOINTS_PER_CLAIM,
      per_endpoint: lane === 1 ? 1 : ask.perEndpoint,
      rows_max: wanted,
    };
    const lease = { lease_id: this.leaseId, lease_ms: LEASE_MS, dead_ms: DEAD_MS };
    const claim = await onQueue(
      store,
      (tx) => claimReady(tx, { lane, cursor: ask.cursor, ...inputs, ...limits, ...lease }),
      { leasing: true },
    );
    const { rows } = claim;
    const again = walk.end(claim, { wanted, perEndpoint: limits.per_endpoint });
    this.dispatcher.leased(claim);
    await this.accept(rows, lane);
    return rows.length === 0 && again ? this.claimLane(lane) : rows.length;
  }

  private async accept(rows: readonly Claimed[], lane: number): Promise<void> {
    if (rows.length === 0) return;
    const { endpoints, messages } = this.parts;
    const [receivers, toSend] = await Promise.all([endpoints.read(rows), messages.read(rows)]).catch(
      (error: unknown) => {
        this.giveBack(rows);
        throw error;
      },
    );
    for (const [at, row] of rows.entries()) {
      const message = toSend.get(row.message_id);
      const reason = reasonToSkip(row, message);
      const receiver = receivers.get(row.endpoint_id);
      if (reason !== null || !message) this.skip(row, reason ?? MESSAGE_EXPIRED);
      else if ('fault' in message) this.logFault(message.fault, row);
      else if (!receiver || this.closing) this.giveBack([row]);
      else if (receiver.drilling && isForDrill(row))
        await this.acceptForDrill(row, { receiver, message, lane }).catch((error: unknown) => {
          this.giveBack(rows.slice(at));
          throw error;
        });
      else this.dispatcher.accept(row, { receiver, message, lane });
    }
  }

  private async acceptForDrill(row: Claimed, accepted: Accepted): Promise<void> {
    const marked = await applyFault(this.context, row, this.leaseId);
    if (marked) this.dispatcher.accept(marked, accepted);
  }

  private settle(outcome: Outcome, done: () => void): void {
    this.settling.add(outcome, () => {
      done();
      // What came after it about the same thing can go now.
      if (outcome.row.ordered) this.wake();
    });
  }

  private logFault(error: unknown, row: Claimed): void {
    this.context.log.error(
      { error, delivery: row.delivery_id },
      'A webhook could not be sent by a fault of ours; it is tried again when its lease ends.',
    );
  }

  private skip(row: Claimed, reason: string): void {
    if (reason !== MESSAGE_EXPIRED)
      this.parts.sweeps.want({
        merchant_id: row.merchant_id,
        livemode: row.livemode,
        endpoint_id: row.endpoint_id,
        to: 'skip',
      });
    const outcome = skipped(row, { leaseId: this.leaseId, reason });
    this.track(new Promise((done) => this.settling.add(outcome, done)));
  }

  private giveBack(rows: readonly Claimed[]): void {
    this.track(releaseLeases(this.context.store.system, this.leaseId, rows));
  }

  private track(work: Promise<void>): void {
    const tracked: Promise<void> = work
      .catch((error: unknown) =>
        this.context.log.warn({ error }, 'Leases could not be given back and will run out.'),
      )
      .finally(() => void this.background.delete(tracked));
    this.background.add(tracked);
  }

  private underWay(): number {
    return this.dispatcher.underWay + this.dispatcher.waiting() + this.background.size;
  }
}

/** Why a leased delivery is not sent after all; null when it is. */
function reasonToSkip(row: Claimed, message: unknown): string | null {
  if (message === undefined) return MESSAGE_EXPIRED;
  if (row.endpoint_status === null) return 'endpoint_deleted';
  return row.endpoint_status === 'active' ? null : `endpoint_${row.endpoint_status}`;
}

function skipped(
  row: Claimed,
  { leaseId, reason }: { readonly leaseId: string; readonly reason: string },
): Outcome {
  return {
    row,
    leaseId,
    status: 'skipped',
    reason,
    nextAt: null,
    tries: row.tries,
    gone: row.gone,
    attempt: null,
    note: null,
  };
}

/** Longer than an attempt and its writing down can take. */
export const LEASE_MS = 30_000;
/** A sender that has not been heard of for so long is taken for dead, and others send what it held. Its heartbeat comes once a second. */
export const DEAD_MS = 5_000;
/** A sender whose heartbeat did not get through for so long begins nothing, for soon others will: so what a slow one sends twice is no more than was under way. */
const FORGOTTEN_MS = 4_000;
