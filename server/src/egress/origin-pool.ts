import { callbackify } from 'node:util';
import { Client } from 'undici';
import type { Exchange } from './exchange.ts';
import { openSocket, type Connection, type SocketRules } from './open-socket.ts';

export type OriginPoolOptions = {
  readonly socketRules: SocketRules;
  readonly userAgent: string;
  /** Connections whose exchange began lately, or carry none. */
  readonly socketsMax: number;
  /** Together with those that hang, which wait and cost nothing but their socket. */
  readonly socketsHangingMax: number;
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
  /** Those under way, the oldest first. */
  private readonly busy = new Set<Slot>();
  private lookAgain: NodeJS.Timeout | null = null;

  constructor(origin: string, options: OriginPoolOptions) {
    this.origin = origin;
    this.options = options;
  }

  get isIdle(): boolean {
    return this.idle.length === this.slots.size && this.waiting.size === 0;
  }

  /** Sends the exchange now or as soon as a connection is free. */
  run(exchange: Exchange, path: string): void {
    const slot = this.idle.pop() ?? (this.hasRoom() ? this.addSlot() : null);
    if (slot !== null) return this.start(slot, { exchange, path });
    this.lookAgain ??= setTimeout(() => this.startWaiting(), lookAgainMs);
    const entry = { exchange, path };
    this.waiting.add(entry);
    exchange.leaveQueue = () => {
      this.waiting.delete(entry);
      this.endIfEmpty();
    };
  }

  /** Ends every connection; what was under way or waiting fails with `error`. */
  destroy(error: Error): void {
    if (this.lookAgain) clearTimeout(this.lookAgain);
    for (const { exchange } of [...this.waiting, ...this.slots]) exchange?.settleFailed(error);
    for (const slot of this.slots) this.drop(slot);
  }

  private start(slot: Slot, { exchange, path }: Waiting): void {
    slot.exchange = exchange;
    this.busy.add(slot);
    exchange.ride({ connection: slot.connection, finish: (reusable) => this.finish(slot, reusable) });
    const { method, headers, body } = exchange.request;
    slot.client.dispatch(
      { path, method, headers: writeHeaders(headers, this.options.userAgent), body },
      exchange,
    );
  }

  private finish(slot: Slot, reusable: boolean): void {
    slot.exchange = null;
    this.busy.delete(slot);
    if (reusable) {
      this.idle.push(slot);
      return this.startNext();
    }
    this.drop(slot);
    // In a later turn, so that a long line of requests that fail at once does not pile up on the stack.
    if (this.waiting.size > 0) setImmediate(() => this.startNext());
  }

  private startNext(): void {
    const [next] = this.waiting;
    if (next === undefined) return;
    this.waiting.delete(next);
    this.run(next.exchange, next.path);
  }

  /** Those that hang do not keep the others from their turn. */
  private startWaiting(): void {
    this.lookAgain = null;
    while (this.waiting.size > 0 && (this.idle.length > 0 || this.hasRoom())) this.startNext();
    if (this.waiting.size > 0) this.lookAgain = setTimeout(() => this.startWaiting(), lookAgainMs);
  }

  private hasRoom(): boolean {
    if (this.slots.size < this.options.socketsMax) return true;
    if (this.slots.size >= this.options.socketsHangingMax) return false;
    let hanging = 0;
    for (const { exchange } of this.busy) {
      if (!exchange?.isOlderThan(hangingAfterMs)) break;
      hanging += 1;
    }
    return this.slots.size - hanging < this.options.socketsMax;
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
        openThen(target, this.options.socketRules, connection, (error, socket) =>
          error === null ? callback(null, socket) : callback(error, null),
        );
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
    this.busy.delete(slot);
    const at = this.idle.indexOf(slot);
    if (at >= 0) this.idle.splice(at, 1);
    slot.connection.abandoned = true;
    slot.connection.socket?.destroy();
    slot.client.destroy().catch(ignore);
    this.endIfEmpty();
  }
}

const hangingAfterMs = 1_000;
const lookAgainMs = 100;

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
const ownHeaders = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'keep-alive',
  'upgrade',
  'expect',
]);

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
