import pg from 'pg';
import { destroy } from './link.ts';

export type ListenerOptions = {
  readonly connection: pg.ClientConfig;
  readonly onTrouble: (error: unknown) => void;
};

export type Listener = AsyncDisposable & {
  listen(channel: string, heard: (payload: string) => void): () => void;
  notify(channel: string, payload?: string): void;
};

const NOTIFY_EVERY_MS = 50;
const RECONNECT_MS = 500;
const PAYLOADS_MAX = 200;

/** LISTEN and NOTIFY on one connection of its own: hints that arrive soon, or not at all. */
export function openListener(options: ListenerOptions): Listener {
  const listeners = new Map<string, Set<(payload: string) => void>>();
  const outgoing = new Map<string, Set<string>>();
  let client: pg.Client | null = null;
  let closing = false;
  let timer: NodeJS.Timeout | null = null;
  const flusher = setInterval(() => void flush(), NOTIFY_EVERY_MS);
  flusher.unref();

  async function connect(): Promise<void> {
    const fresh = new pg.Client({ ...options.connection, pipeline: true } as pg.ClientConfig);
    fresh.on('notification', (message) => listeners.get(message.channel)?.forEach((heard) => heard(message.payload ?? '')));
    fresh.on('error', (error) => lost(fresh, error));
    fresh.on('end', () => lost(fresh, new Error('The listening connection ended.')));
    await fresh.connect();
    for (const channel of listeners.keys()) await fresh.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
    if (closing) return void fresh.end();
    client = fresh;
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
    if (!client || outgoing.size === 0) return;
    const batch = [...outgoing].flatMap(([channel, payloads]) => [...payloads].map((payload) => [channel, payload] as const));
    outgoing.clear();
    const channels = batch.map(([channel]) => channel);
    const payloads = batch.map(([, payload]) => payload);
    await client.query('SELECT pg_notify(c, p) FROM unnest($1::text[], $2::text[]) AS t(c, p)', [channels, payloads]).catch(options.onTrouble);
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
      await flush();
      const last = client;
      client = null;
      if (last) await last.end().catch(options.onTrouble);
    },
  };
}
