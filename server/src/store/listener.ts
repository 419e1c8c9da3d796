import { escapeIdentifier, type Client, type ClientConfig } from 'pg';
import { isAstray, openClient } from './hosts/open-client.ts';
import { destroy, farewell } from './link.ts';

export type ListenerOptions = {
  readonly connection: ClientConfig;
  readonly monotonicMs: () => number;
  readonly onTrouble: (error: unknown) => void;
};

type Heard = (payload: string) => void;

const NOTIFY_SQL = 'SELECT pg_notify(c, p) FROM unnest($1::text[], $2::text[]) AS t(c, p)';
const NOTIFY_EVERY_MS = 50;
const RECONNECT_MS = 500;
const PAYLOADS_MAX = 200;
const CONNECT_MS = 5_000;
/** A connection that says nothing is asked this often whether it still lives, and given up after this long. */
const SILENCE_MS = 5_000;

/** LISTEN and NOTIFY on one connection of its own: hints that arrive soon, or not at all. It reconnects by itself. */
export class Listener implements AsyncDisposable {
  private readonly options: ListenerOptions;
  private readonly listeners = new Map<string, Set<Heard>>();
  private readonly outgoing = new Map<string, Set<string>>();
  private readonly flusher: NodeJS.Timeout;
  private client: Client | null = null;
  private closing = false;
  private timer: NodeJS.Timeout | null = null;
  private askedMs: number | null = null;
  private answeredMs = 0;

  constructor(options: ListenerOptions) {
    this.options = options;
    // What has arrived is read first: it may be this process that stood still.
    this.flusher = setInterval(() => setImmediate(() => void this.flush()), NOTIFY_EVERY_MS);
    this.flusher.unref();
    this.connectSoon(0);
  }

  /** Calls back at every word on the channel; the answer stops it. */
  listen(channel: string, heard: Heard): () => void {
    const known = this.listeners.get(channel);
    this.listeners.set(channel, (known ?? new Set()).add(heard));
    if (!known && this.client) void this.hear(this.client, channel);
    return () => this.listeners.get(channel)?.delete(heard);
  }

  /** Sends a word within 50 ms; the same word twice in that time is one. */
  notify(channel: string, payload = ''): void {
    const payloads = this.outgoing.get(channel) ?? new Set();
    if (payloads.size < PAYLOADS_MAX) this.outgoing.set(channel, payloads.add(payload));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.closing = true;
    clearInterval(this.flusher);
    if (this.timer) clearTimeout(this.timer);
    const last = this.client;
    if (!last) return;
    const limit = setTimeout(() => destroy(last), SILENCE_MS);
    this.askedMs = null;
    await this.flush();
    clearTimeout(limit);
    this.client = null;
    await farewell(last).catch(this.options.onTrouble);
  }

  /** Gives the connection up and makes a fresh one. */
  renew(): void {
    if (this.client) this.lost(this.client, new Error('The listening connection is made anew.'));
  }

  private async connect(): Promise<void> {
    const fresh = openClient({
      ...this.options.connection,
      pipeline: true,
      connectionTimeoutMillis: CONNECT_MS,
    } as ClientConfig);
    fresh.on('notification', (message) =>
      this.listeners.get(message.channel)?.forEach((heard) => heard(message.payload ?? '')),
    );
    fresh.on('error', (error) => this.lost(fresh, error));
    fresh.on('end', () => this.lost(fresh, new Error('The listening connection ended.')));
    const heard = await listening(fresh, this.listeners.keys());
    if (this.closing) return farewell(fresh);
    if (isAstray(fresh)) {
      destroy(fresh);
      return this.connect();
    }
    this.client = fresh;
    // Added since the last of them was asked for.
    for (const channel of this.listeners.keys()) if (!heard.has(channel)) void this.hear(fresh, channel);
    this.askedMs = null;
    this.answeredMs = this.options.monotonicMs();
  }

  private async hear(client: Client, channel: string): Promise<void> {
    await client.query(`LISTEN ${escapeIdentifier(channel)}`).catch(this.options.onTrouble);
  }

  private connectSoon(afterMs: number): void {
    if (this.closing) return;
    this.timer = setTimeout(() => this.connect().catch(() => this.connectSoon(RECONNECT_MS)), afterMs);
  }

  private lost(gone: Client, error: unknown): void {
    if (this.client !== gone) return;
    this.client = null;
    destroy(gone);
    this.options.onTrouble(error);
    this.connectSoon(RECONNECT_MS);
  }

  private async flush(): Promise<void> {
    const now = this.options.monotonicMs();
    const asking = this.client;
    if (!asking) return;
    if (this.askedMs !== null) {
      if (now - this.askedMs > SILENCE_MS)
        this.lost(asking, new Error('The listening connection stays silent.'));
      return;
    }
    if (this.outgoing.size === 0 && now - this.answeredMs < SILENCE_MS) return;
    const batch = [...this.outgoing].flatMap(([channel, payloads]) =>
      [...payloads].map((payload) => ({ channel, payload })),
    );
    this.outgoing.clear();
    this.askedMs = now;
    await asking
      .query(NOTIFY_SQL, [batch.map(({ channel }) => channel), batch.map(({ payload }) => payload)])
      .catch(this.options.onTrouble);
    if (this.client !== asking) return;
    this.askedMs = null;
    this.answeredMs = this.options.monotonicMs();
  }
}

/** Connects, listens on every channel and answers which; a server that takes too long over it is left. */
async function listening(client: Client, channels: Iterable<string>): Promise<ReadonlySet<string>> {
  const heard = new Set<string>();
  const limit = setTimeout(() => destroy(client), 2 * CONNECT_MS);
  try {
    await client.connect();
    for (const channel of channels) {
      await client.query(`LISTEN ${escapeIdentifier(channel)}`);
      heard.add(channel);
    }
    return heard;
  } catch (error) {
    destroy(client);
    throw error;
  } finally {
    clearTimeout(limit);
  }
}
