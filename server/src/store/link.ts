import type { Client, ClientConfig, Submittable } from 'pg';
import { isAstray, openClient } from './hosts/open-client.ts';
import { PointQuery, SET_NAME, SET_SQL, type SessionSettings } from './point-query.ts';
import { endsConnection, LostConnection, Unreachable } from './trouble.ts';

export type LinkOptions = {
  readonly connection: ClientConfig;
  /** Statements are prepared by name, once, and sent without waiting for answers; else each may find itself on another session of the server. */
  readonly prepared: boolean;
  /** How long a statement may stay without any answer before the connection is given up. */
  readonly silenceMs: number;
  /** How long connecting may take. */
  readonly connectMs: number;
  readonly reconnectMs: { readonly first: number; readonly most: number };
  readonly monotonicMs: () => number;
  readonly onTrouble: (error: unknown) => void;
  /** Told when the database gave no answer for `silenceMs`: other connections to it are as dead. */
  readonly onSilence: () => void;
  /** Told when a new connection heard nothing in all its time: what is under way on others may be as unheard. */
  readonly onDoubt: () => void;
};

type Pending = { readonly since: number; readonly fail: (error: Error) => void };

/**
 * One shared connection on which statements are sent without waiting for the answers before
 * them, unless a pooler that forgets prepared statements may be between. Only statements that answer at once belong
 * here: a slow one stalls all behind it.
 * It reconnects by itself; while it cannot, every call fails at once with `Unreachable`.
 */
export class Link implements AsyncDisposable {
  private readonly options: LinkOptions;
  private client: Client | null = null;
  private readonly pending = new Set<Pending>();
  /** What goes once the statement ahead of it was answered: the driver's own queue of it ends with its next version. */
  private readonly unsent: (() => void)[] = [];
  private closing = false;
  private answeredMs = 0;
  private retryMs: number;
  private timer: NodeJS.Timeout | null = null;
  private readonly watchdog: NodeJS.Timeout;

  constructor(options: LinkOptions) {
    this.options = options;
    this.retryMs = options.reconnectMs.first;
    // What has arrived is read first: it may be this process that stood still.
    this.watchdog = setInterval(() => setImmediate(() => this.watch()), Math.max(50, options.silenceMs / 8));
    this.watchdog.unref();
  }

  get isOpen(): boolean {
    return this.client !== null;
  }

  /** How many statements are under way. */
  get load(): number {
    return this.pending.size;
  }

  /** How long the oldest statement under way has waited; 0 while the connection is gone, which every call learns at once. */
  get ageMs(): number {
    const oldest = this.pending.values().next().value;
    return oldest ? this.options.monotonicMs() - oldest.since : 0;
  }

  async open(): Promise<void> {
    const client = openClient({
      ...this.options.connection,
      // PgBouncer before 1.21 counts only the ends of statements: once all of those were answered it lends the session to
      // somebody else, although half of the next statement is there already, and the other half goes astray.
      pipeline: this.options.prepared,
      connectionTimeoutMillis: this.options.connectMs,
    } as ClientConfig);
    client.on('error', (error) => this.drop(client, error));
    client.on('end', () => this.drop(client, new Error('The database closed the connection.')));
    await ready(client, this.options);
    if (this.closing) return farewell(client);
    if (isAstray(client)) {
      destroy(client);
      return this.open();
    }
    this.client = client;
    this.retryMs = this.options.reconnectMs.first;
  }

  /** Runs one statement in a transaction of its own; resolves after the commit. */
  run(
    { name, sql }: { readonly name: string; readonly sql: string },
    values: unknown[],
    settings: SessionSettings,
  ): Promise<readonly unknown[]> {
    const text = { name: this.options.prepared ? name : null, sql };
    const client = this.client;
    if (!client) return Promise.reject(new Unreachable());
    return new Promise((resolve, reject) => {
      const call: Pending = { since: this.options.monotonicMs(), fail: reject };
      this.pending.add(call);
      const query = new PointQuery(text, { values, settings }, (error, rows) => {
        if (!this.pending.delete(call)) return;
        this.answeredMs = this.options.monotonicMs();
        this.unsent.shift()?.();
        if (!error) resolve(rows);
        else if (endsConnection(error)) {
          this.drop(client, error);
          reject(new LostConnection(error));
        } else reject(error);
      });
      const send = (): void => void client.query(query as unknown as Submittable);
      if (this.options.prepared || this.pending.size === 1) send();
      else this.unsent.push(send);
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.closing = true;
    clearInterval(this.watchdog);
    if (this.timer) clearTimeout(this.timer);
    const client = this.client;
    this.client = null;
    if (client) await farewell(client).catch(this.options.onTrouble);
  }

  /** Gives the connection up and makes a fresh one. */
  renew(): void {
    if (this.client) this.drop(this.client, new Error('The database stays silent.'));
  }

  private drop(client: Client, error: unknown): void {
    if (this.client !== client) return;
    this.client = null;
    const lost = [...this.pending];
    this.pending.clear();
    this.unsent.length = 0;
    for (const call of lost) call.fail(new LostConnection(error));
    destroy(client);
    if (this.closing) return;
    this.options.onTrouble(error);
    this.reconnectSoon();
  }

  private reconnectSoon(): void {
    this.timer = setTimeout(() => void this.reopen(), this.retryMs);
    this.retryMs = Math.min(this.retryMs * 2, this.options.reconnectMs.most);
  }

  private async reopen(): Promise<void> {
    const sinceMs = this.options.monotonicMs();
    await this.open().catch(() => {
      if (this.closing) return;
      if (this.options.monotonicMs() - sinceMs >= this.options.connectMs) this.options.onDoubt();
      this.reconnectSoon();
    });
  }

  private watch(): void {
    const oldest = this.pending.values().next().value;
    if (!oldest || !this.client) return;
    if (this.options.monotonicMs() - Math.max(oldest.since, this.answeredMs) <= this.options.silenceMs)
      return;
    this.renew();
    this.options.onSilence();
  }
}

/** Connects and prepares the settings; a server that takes too long over either is left. */
async function ready(client: Client, { connectMs, prepared }: LinkOptions): Promise<void> {
  const limit = setTimeout(() => destroy(client), 2 * connectMs);
  try {
    await client.connect();
    const values = ['none', '{}', '0', '0'];
    await client.query(prepared ? { name: SET_NAME, text: SET_SQL, values } : { text: SET_SQL, values });
  } catch (error) {
    destroy(client);
    throw error;
  } finally {
    clearTimeout(limit);
  }
}

const FAREWELL_MS = 2_000;

/** Ends a connection in order, or without, where the server does not answer. */
export async function farewell(client: Client): Promise<void> {
  const limit = setTimeout(() => destroy(client), FAREWELL_MS);
  await client.end().finally(() => clearTimeout(limit));
}

/** Ends a connection without waiting for a server that may never answer. */
export function destroy(client: Client): void {
  client.removeAllListeners('end');
  const stream = (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream;
  stream.destroy();
}
