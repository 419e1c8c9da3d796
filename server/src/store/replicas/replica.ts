import { setTimeout as pause } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import { TransactionPool, type EnterReading } from '../pool.ts';
import type { SessionSettings } from '../point-query.ts';
import type { Statement } from '../statement.ts';
import type { Shape, ValuesOf } from '../types.ts';
import {
  NotFit,
  readStanding,
  unfitText,
  whyUnfit,
  type LogPosition,
  type ReplicaStanding,
} from './standing.ts';

export type ReplicaOptions = {
  readonly name: string;
  readonly connection: ClientConfig;
  /** Whether statements are prepared by name. */
  readonly prepared: boolean;
  readonly monotonicMs: () => number;
  readonly onTrouble: (error: unknown) => void;
  readonly onNews: (sentence: string) => void;
};

/** Where the primary's log was, and when. */
export type Mark = LogPosition & { readonly atMs: number };

export type Asked<P extends Shape, R extends Shape> = {
  readonly settings: SessionSettings;
  /** What the replica must have replayed. */
  readonly position: LogPosition;
  readonly statement: Statement<P, R>;
  readonly values: ValuesOf<P>;
};

const CONNECTIONS_MAX = 6;
const WAITING_MAX = 64;
const ACQUIRE_MS = 400;
const TRANSACTION_MS = 25_000;
const SILENCE_MS = 5_000;
/** How long a read waits for the replica to replay what is missing before it goes to the primary. */
const WAIT_MS = 100;
const FIRST_PAUSE_MS = 1;
const PAUSE_MS_MAX = 16;
/** A replica may take this long to say where it is; with what lies between two looks that is below a second. */
const LOOK_MS = 500;
const RETRY_MS = 1_000;
/** A replica that is further behind is not asked. */
export const LAG_MS_MAX = 300;
/** One that was left out for it has to be this near for this long: else one that stays about the limit would come and go. */
const NEAR_MS_MAX = 100;
const NEAR_FOR_MS = 1_000;

const UNSEEN = 'has not been looked at yet';

/** One replica: whether it may be read from, looked at all the time, and the connections that read. */
export class Replica implements AsyncDisposable {
  readonly name: string;
  reads = 0;
  private readonly options: ReplicaOptions;
  private readonly pool: TransactionPool;
  private client: Client | null = null;
  private connected = false;
  private closing = false;
  private looking: Promise<void> | null = null;
  private leftOut: string | null = UNSEEN;
  private doubts = 0;
  private retryAtMs = 0;
  private lag: bigint | null = null;
  /** Of one that was left out because it was late: since when it has been near; null while it is not. */
  private late: { readonly nearSinceMs: number | null } | null = null;

  constructor(options: ReplicaOptions) {
    this.options = options;
    this.name = options.name;
    this.pool = new TransactionPool({
      ...options,
      connectionsMax: CONNECTIONS_MAX,
      waitingMax: WAITING_MAX,
      acquireMs: ACQUIRE_MS,
      transactionMs: TRANSACTION_MS,
      silenceMs: SILENCE_MS,
      triesMax: 1,
      onTrouble: () => this.doubt('lost a connection'),
    });
  }

  get isUp(): boolean {
    return this.leftOut === null;
  }

  get load(): number {
    return this.pool.load;
  }

  /** How much of the primary's log it had not replayed when both were last seen; null while it is not seen. */
  get lagBytes(): bigint | null {
    return this.lag;
  }

  /** Reads where everything up to the position has been replayed. Throws `NotFit`, or what the database says. */
  async read<P extends Shape, R extends Shape>(asked: Asked<P, R>): Promise<readonly ValuesOf<R>[]> {
    const rows = await this.pool.transaction(
      asked.settings,
      (tx) => tx.run(asked.statement, asked.values),
      this.enterAt(asked.position),
    );
    this.reads += 1;
    return rows;
  }

  /** It failed a read: nobody goes there until it was looked at. */
  doubt(reason: string): void {
    this.doubts += 1;
    if (!this.isUp) return;
    this.leave(reason);
    this.retryAtMs = 0;
  }

  /** Looks where it is, unless somebody is looking; `marks` are the primary's last positions, the oldest first. */
  look(marks: readonly Mark[]): Promise<void> {
    if (this.looking === null && this.options.monotonicMs() < this.retryAtMs) return Promise.resolve();
    this.looking ??= this.lookOnce(marks).finally(() => (this.looking = null));
    return this.looking;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.closing = true;
    if (this.client) cut(this.client);
    await Promise.all([this.looking, this.pool[Symbol.asyncDispose]()]);
  }

  private enterAt(position: LogPosition): EnterReading {
    return async (ask) => {
      const untilMs = this.options.monotonicMs() + WAIT_MS;
      for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, PAUSE_MS_MAX)) {
        const unfit = whyUnfit(await readStanding(ask), position);
        if (unfit === null) return;
        if (unfit !== 'behind' || this.options.monotonicMs() >= untilMs) throw new NotFit(unfit, this.name);
        await pause(pauseMs);
      }
    };
  }

  private async lookOnce(marks: readonly Mark[]): Promise<void> {
    const client = (this.client ??= this.newClient());
    const { doubts } = this;
    let heard = false;
    // What has arrived is read first: it may be this process that stood still.
    const limit = setTimeout(() => setImmediate(() => heard || cut(client)), LOOK_MS);
    try {
      if (!this.connected) await client.connect();
      this.connected = true;
      const standing = await readStanding((query) => client.query<Record<string, unknown>>(query));
      heard = true;
      this.judge(standing, { marks, isNews: doubts === this.doubts });
    } catch (error) {
      this.lose(client, error);
    } finally {
      heard = true;
      clearTimeout(limit);
    }
  }

  private judge(
    standing: ReplicaStanding,
    { marks, isNews }: { readonly marks: readonly Mark[]; readonly isNews: boolean },
  ): void {
    const last = marks.at(-1);
    if (!last) return this.leave('waits for the primary, which does not tell its position');
    const unfit = whyUnfit(standing, { ...last, bytes: 0n });
    if (unfit) {
      this.lag = null;
      return this.leave(unfitText[unfit]);
    }
    this.lag = standing.bytes < last.bytes ? last.bytes - standing.bytes : 0n;
    const missing = marks.find(({ bytes }) => bytes > standing.bytes);
    const lagMs = missing ? this.options.monotonicMs() - missing.atMs : 0;
    if (this.isLate(lagMs)) return this.leave(`is ${Math.round(lagMs)} ms behind`);
    // What was seen before it failed a read says nothing of whether it fails the next.
    if (this.isUp || !isNews) return;
    this.leftOut = null;
    this.options.onNews(`The replica ${this.name} is read from.`);
  }

  private isLate(lagMs: number): boolean {
    const now = this.options.monotonicMs();
    if (lagMs > (this.late ? NEAR_MS_MAX : LAG_MS_MAX)) this.late = { nearSinceMs: null };
    else if (this.late) this.late = { nearSinceMs: this.late.nearSinceMs ?? now };
    const since = this.late?.nearSinceMs ?? null;
    if (since !== null && now - since >= NEAR_FOR_MS) this.late = null;
    return this.late !== null;
  }

  private leave(reason: string): void {
    const before = this.leftOut;
    this.leftOut = reason;
    if (this.closing || (before !== null && before !== UNSEEN)) return;
    this.options.onTrouble(new Error(`The replica ${this.name} is left out: it ${reason}.`));
  }

  private lose(client: Client, error: unknown): void {
    cut(client);
    this.client = null;
    this.connected = false;
    this.lag = null;
    this.leave(`does not answer (${error instanceof Error ? error.message : String(error)})`);
    this.retryAtMs = this.options.monotonicMs() + RETRY_MS;
    // Whoever reads there waits no longer.
    this.pool.renew();
  }

  private newClient(): Client {
    const client = new Client({ ...this.options.connection, connectionTimeoutMillis: LOOK_MS });
    client.on('error', () => undefined);
    return client;
  }
}

function cut(client: Client): void {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}
