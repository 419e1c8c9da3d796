import { callbackify } from 'node:util';
import { Client } from 'undici';
import type { Exchange } from './exchange.ts';
import { openSocket, type Connection, type SocketRules } from './open-socket.ts';

export type OriginPoolOptions = {
  readonly socketRules: SocketRules;
  readonly userAgent: string;
  readonly socketsMax: number;
  /** Called when the last connection is gone and nothing waits. */
  readonly onEmpty: () => void;
};

type Slot = {
  readonly client: Client;
  readonly connection: Connection;
  exchange: Exchange | null;
};

/**
 * The connections to one origin, each carrying one exchange at a time. Ours instead of undici's pool, because a waiting
 * exchange must be able to give up, and each exchange must know which address answered it.
 */
export class OriginPool {
  private readonly origin: string;
  private readonly options: OriginPoolOptions;
  private readonly slots = new Set<Slot>();
  /** The connection used last comes first, so that unneeded ones fall idle and end. */
  private readonly idle: Slot[] = [];
  private readonly waiting = new Set<Waiting>();

  constructor(origin: string, options: OriginPoolOptions) {
    this.origin = origin;
    this.options = options;
  }

  get isIdle(): boolean {
    return this.idle.length === this.slots.size && this.waiting.size === 0;
  }

  /** Sends the exchange now or as soon as a connection is free. */
  run(exchange: Exchange, path: string): void {
    const slot = this.idle.pop() ?? (this.slots.size < this.options.socketsMax ? this.addSlot() : null);
    if (slot !== null) return this.start(slot, { exchange, path });
    const entry = { exchange, path };
    this.waiting.add(entry);
    exchange.leaveQueue = () => {
      this.waiting.delete(entry);
      this.endIfEmpty();
    };
  }

  /** Ends every connection; what was under way or waiting fails with `error`. */
  destroy(error: Error): void {
    for (const { exchange } of [...this.waiting, ...this.slots]) exchange?.settleFailed(error);
    for (const slot of this.slots) this.drop(slot);
  }

  private start(slot: Slot, { exchange, path }: Waiting): void {
    slot.exchange = exchange;
    exchange.ride({ connection: slot.connection, finish: (reusable) => this.finish(slot, reusable) });
    const { method, headers, body } = exchange.request;
    slot.client.dispatch({ path, method, headers: writeHeaders(headers, this.options.userAgent), body }, exchange);
  }

  private finish(slot: Slot, reusable: boolean): void {
    slot.exchange = null;
    if (reusable) {
      this.idle.push(slot);
      return this.startNext();
    }
    this.drop(slot);
    // In a later turn, so that a long line of requests that fail at once does not pile up on the stack.
    if (this.waiting.size > 0) setImmediate(() => this.startNext());
  }

  private startNext(): void {
    for (const next of this.waiting) {
      if (!next.exchange.isWorthStarting()) continue;
      this.waiting.delete(next);
      return this.run(next.exchange, next.path);
    }
  }

  private endIfEmpty(): void {
    if (this.slots.size === 0 && this.waiting.size === 0) this.options.onEmpty();
  }

  private addSlot(): Slot {
    const connection: Connection = { phase: 'resolve', socket: null, remoteAddress: null, abandoned: false };
    const client = new Client(this.origin, {
      ...clientOptions,
      connect: ({ hostname, port, protocol }, callback) => {
        const secure = protocol === 'https:';
        const target = { hostname, port: Number(port) || (secure ? 443 : 80), secure };
        openThen(target, this.options.socketRules, connection, (error, socket) => (error === null ? callback(null, socket) : callback(error, null)));
      },
    });
    const slot: Slot = { client, connection, exchange: null };
    client.on('disconnect', () => {
      if (slot.exchange === null) this.drop(slot);
    });
    this.slots.add(slot);
    return slot;
  }

  private drop(slot: Slot): void {
    if (!this.slots.delete(slot)) return;
    const at = this.idle.indexOf(slot);
    if (at >= 0) this.idle.splice(at, 1);
    slot.connection.abandoned = true;
    slot.connection.socket?.destroy();
    slot.client.destroy().catch(ignore);
    this.endIfEmpty();
  }
}

const openThen = callbackify(openSocket);

type Waiting = { readonly exchange: Exchange; readonly path: string };

/** Undici's own time limits stay off: they measure idle time, which a slow drip never reaches; the exchange measures all of it. */
const clientOptions = {
  pipelining: 1,
  keepAliveTimeout: 30_000,
  keepAliveMaxTimeout: 30_000,
  headersTimeout: 0,
  bodyTimeout: 0,
  maxHeaderSize: 16 * 1_024,
} as const;

/** Written by the connection itself; from a caller they could name another host or split the request. */
const ownHeaders = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive', 'upgrade', 'expect']);

function writeHeaders(headers: Readonly<Record<string, string>>, userAgent: string): string[] {
  const written = ['user-agent', userAgent];
  for (const name in headers) {
    const value = headers[name];
    const lower = name.toLowerCase();
    if (value === undefined || ownHeaders.has(lower)) continue;
    if (lower === 'user-agent') written[1] = value;
    else written.push(name, value);
  }
  return written;
}

function ignore(): void {
  // A connection that ends badly has already told its exchange.
}
