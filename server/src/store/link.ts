import pg from 'pg';
import { PointQuery, SET_NAME, SET_SQL, type Settings } from './point-query.ts';
import { endsConnection, LostConnection, Unreachable } from './trouble.ts';

export type LinkOptions = {
  readonly connection: pg.ClientConfig;
  /** How long the oldest statement may stay unanswered before the connection is given up. */
  readonly silenceMs: number;
  readonly reconnectMs: { readonly first: number; readonly most: number };
  readonly monotonicMs: () => number;
  readonly onTrouble: (error: unknown) => void;
};

type Pending = { readonly since: number; readonly fail: (error: Error) => void };

/**
 * One shared connection on which statements are sent without waiting for the answers before
 * them. Only statements that answer at once belong here: a slow one stalls all behind it.
 * It reconnects by itself; while it cannot, every call fails at once with `Unreachable`.
 */
export class Link implements AsyncDisposable {
  private readonly options: LinkOptions;
  private client: pg.Client | null = null;
  private readonly pending = new Set<Pending>();
  private closing = false;
  private retryMs: number;
  private timer: NodeJS.Timeout | null = null;
  private readonly watchdog: NodeJS.Timeout;

  constructor(options: LinkOptions) {
    this.options = options;
    this.retryMs = options.reconnectMs.first;
    this.watchdog = setInterval(() => this.watch(), Math.max(50, options.silenceMs / 4));
    this.watchdog.unref();
  }

  get load(): number {
    return this.client ? this.pending.size : Number.POSITIVE_INFINITY;
  }

  async open(): Promise<void> {
    const client = new pg.Client({ ...this.options.connection, pipeline: true } as pg.ClientConfig);
    client.on('error', (error) => this.drop(client, error));
    client.on('end', () => this.drop(client, new Error('The database closed the connection.')));
    await client.connect();
    await client.query({ name: SET_NAME, text: SET_SQL, values: ['none', '{}', '0', '0'] });
    if (this.closing) return void client.end();
    this.client = client;
    this.retryMs = this.options.reconnectMs.first;
  }

  /** Runs one statement in a transaction of its own; resolves after the commit. */
  run(text: { readonly name: string; readonly sql: string }, values: unknown[], settings: Settings): Promise<readonly unknown[]> {
    const client = this.client;
    if (!client) return Promise.reject(new Unreachable());
    return new Promise((resolve, reject) => {
      const call: Pending = { since: this.options.monotonicMs(), fail: reject };
      this.pending.add(call);
      client.query(
        new PointQuery(text, { values, settings }, (error, rows) => {
          if (!this.pending.delete(call)) return;
          if (!error) resolve(rows);
          else if (endsConnection(error)) {
            this.drop(client, error);
            reject(new LostConnection(error));
          } else reject(error);
        }) as unknown as pg.Submittable,
      );
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.closing = true;
    clearInterval(this.watchdog);
    if (this.timer) clearTimeout(this.timer);
    const client = this.client;
    this.client = null;
    if (client) await client.end().catch(this.options.onTrouble);
  }

  private drop(client: pg.Client, error: unknown): void {
    if (this.client !== client) return;
    this.client = null;
    const lost = [...this.pending];
    this.pending.clear();
    for (const call of lost) call.fail(new LostConnection(error));
    destroy(client);
    if (this.closing) return;
    this.options.onTrouble(error);
    this.reconnectSoon();
  }

  private reconnectSoon(): void {
    this.timer = setTimeout(() => {
      this.open().catch(() => {
        if (!this.closing) this.reconnectSoon();
      });
    }, this.retryMs);
    this.retryMs = Math.min(this.retryMs * 2, this.options.reconnectMs.most);
  }

  private watch(): void {
    const oldest = this.pending.values().next().value;
    if (!oldest || !this.client) return;
    if (this.options.monotonicMs() - oldest.since > this.options.silenceMs) this.drop(this.client, new Error('The database stays silent.'));
  }
}

/** Ends a connection without waiting for a server that may never answer. */
export function destroy(client: pg.Client): void {
  client.removeAllListeners('end');
  const stream = (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream;
  stream.destroy();
}
