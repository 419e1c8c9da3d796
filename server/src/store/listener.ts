import pg from 'pg';
import { destroy, farewell } from './link.ts';

export type ListenerOptions = {
  readonly connection: pg.ClientConfig;
  readonly monotonicMs: () => number;
  readonly onTrouble: (error: unknown) => void;
};

export type Listener = AsyncDisposable & {
  listen(channel: string, heard: (payload: string) => void): () => void;
  notify(channel: string, payload?: string): void;
};

const NOTIFY_SQL = 'SELECT pg_notify(c, p) FROM unnest($1::text[], $2::text[]) AS t(c, p)';
const NOTIFY_EVERY_MS = 50;
const RECONNECT_MS = 500;
const PAYLOADS_MAX = 200;
const CONNECT_MS = 5_000;
/** A connection that says nothing is asked this often whether it still lives, and given up after this long. */
const SILENCE_MS = 5_000;

/** LISTEN and NOTIFY on one connection of its own: hints that arrive soon, or not at all. */
export function openListener(options: ListenerOptions): Listener {
  const listeners = new Map<string, Set<(payload: string) => void>>();
  const outgoing = new Map<string, Set<string>>();
  let client: pg.Client | null = null;
  let closing = false;
  let timer: NodeJS.Timeout | null = null;
  let askedMs: number | null = null;
  let answeredMs = 0;
  const flusher = setInterval(() => void flush(), NOTIFY_EVERY_MS);
  flusher.unref();

  async function connect(): Promise<void> {
    const fresh = new pg.Client({ ...options.connection, pipeline: true, connectionTimeoutMillis: CONNECT_MS } as pg.ClientConfig);
    fresh.on('notification', (message) => listeners.get(message.channel)?.forEach((heard) => heard(message.payload ?? '')));
    fresh.on('error', (error) => lost(fresh, error));
    fresh.on('end', () => lost(fresh, new Error('The listening connection ended.')));
    await listening(fresh, listeners.keys());
    if (closing) return farewell(fresh);
    client = fresh;
    askedMs = null;
    answeredMs = options.monotonicMs();
  }

  function connectSoon(afterMs: number): void {
    if (closing) return;
    timer = setTimeout(() => connect().catch(() => connectSoon(RECONNECT_MS)), afterMs);
  }

  function lost(gone: pg.Client, error: unknown): void {
    if (client !== gone) return;
    client = null;
    destroy(gone);
    options.onTrouble(error);
    connectSoon(RECONNECT_MS);
  }

  async function flush(): Promise<void> {
    const now = options.monotonicMs();
    if (!client) return;
    if (askedMs !== null) return now - askedMs > SILENCE_MS ? lost(client, new Error('The listening connection stays silent.')) : undefined;
    if (outgoing.size === 0 && now - answeredMs < SILENCE_MS) return;
    const batch = [...outgoing].flatMap(([channel, payloads]) => [...payloads].map((payload) => ({ channel, payload })));
    outgoing.clear();
    askedMs = now;
    const asking = client;
    await asking.query(NOTIFY_SQL, [batch.map(({ channel }) => channel), batch.map(({ payload }) => payload)]).catch(options.onTrouble);
    if (client !== asking) return;
    askedMs = null;
    answeredMs = options.monotonicMs();
  }

  connectSoon(0);
  return {
    listen(channel, heard) {
      const known = listeners.get(channel);
      listeners.set(channel, (known ?? new Set()).add(heard));
      if (!known && client) client.query(`LISTEN ${pg.escapeIdentifier(channel)}`).catch(options.onTrouble);
      return () => listeners.get(channel)?.delete(heard);
    },
    notify(channel, payload = '') {
      const payloads = outgoing.get(channel) ?? new Set();
      if (payloads.size < PAYLOADS_MAX) outgoing.set(channel, payloads.add(payload));
    },
    async [Symbol.asyncDispose]() {
      closing = true;
      clearInterval(flusher);
      if (timer) clearTimeout(timer);
      const last = client;
      if (!last) return;
      const limit = setTimeout(() => destroy(last), SILENCE_MS);
      askedMs = null;
      await flush();
      clearTimeout(limit);
      client = null;
      await farewell(last).catch(options.onTrouble);
    },
  };
}

/** Connects and listens on every channel; a server that takes too long over it is left. */
async function listening(client: pg.Client, channels: Iterable<string>): Promise<void> {
  const limit = setTimeout(() => destroy(client), 2 * CONNECT_MS);
  try {
    await client.connect();
    for (const channel of channels) await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
  } catch (error) {
    destroy(client);
    throw error;
  } finally {
    clearTimeout(limit);
  }
}
