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
    const limit = setTimeout(() => destroy(fresh), 2 * CONNECT_MS);
    try {
      await fresh.connect();
      for (const channel of listeners.keys()) await fresh.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      destroy(fresh);
      throw error;
    } finally {
      clearTimeout(limit);
    }
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
    const batch = [...outgoing].flatMap(([channel, payloads]) => [...payloads].map((payload) => [channel, payload] as const));
    outgoing.clear();
    askedMs = now;
    const asking = client;
    const channels = batch.map(([channel]) => channel);
    const payloads = batch.map(([, payload]) => payload);
    await asking.query('SELECT pg_notify(c, p) FROM unnest($1::text[], $2::text[]) AS t(c, p)', [channels, payloads]).catch(options.onTrouble);
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
      await flush();
      clearTimeout(limit);
      client = null;
      await farewell(last).catch(options.onTrouble);
    },
  };
}
