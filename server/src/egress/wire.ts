import type { Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import type { AnswerHead } from './answer-head.ts';
import { AnswerReader, type AnswerSink } from './answer-reader.ts';
import type { Exchange } from './exchange.ts';
import { openSocket, type Connection, type SocketRules, type SocketTarget } from './open-socket.ts';

type WireOptions = {
  readonly target: SocketTarget;
  readonly rules: SocketRules;
  /** The connection ended while it carried nothing. */
  readonly onGone: () => void;
};

/** So much of a body travels with its head as one piece of text, which costs less than two buffers. */
const bodyAsTextBytesMax = 64 * 1_024;

/** One connection of HTTP/1.1 that carries one exchange after the other; it opens with the first. */
export class Wire implements AnswerSink {
  readonly connection: Connection = {
    phase: 'resolve',
    socket: null,
    remoteAddress: null,
    abandoned: false,
  };
  private readonly options: WireOptions;
  private readonly reader = new AnswerReader();
  private socket: Socket | null = null;
  private exchange: Exchange | null = null;
  private head: AnswerHead | null = null;
  private reusableUntilMs = Number.POSITIVE_INFINITY;

  constructor(options: WireOptions) {
    this.options = options;
  }

  /** Whether it may carry another exchange. */
  isUsable(nowMs: number): boolean {
    return !this.connection.abandoned && nowMs < this.reusableUntilMs;
  }

  /** Carries an exchange, while it carries none. */
  carry(exchange: Exchange): void {
    this.exchange = exchange;
    this.head = null;
    this.reader.reset();
    if (this.socket) return this.write(this.socket, exchange);
    const { target, rules } = this.options;
    openSocket(target, rules, { connection: this.connection, onRead: (bytes) => this.read(bytes) }).then(
      (socket) => this.opened(socket),
      (error: Error) => this.ended(error),
    );
  }

  /** Ends the connection without a word to anybody. */
  destroy(): void {
    this.connection.abandoned = true;
    this.exchange = null;
    this.connection.socket?.destroy();
  }

  onHead(head: AnswerHead): void {
    this.head = head;
    this.exchange?.onHead(head);
  }

  onBody(bytes: Buffer): void {
    this.exchange?.onBody(bytes);
  }

  private opened(socket: Socket): void {
    if (this.connection.abandoned) return void socket.destroy();
    this.socket = socket;
    socket.on('close', () => this.ended(null)).on('error', (error) => this.ended(error));
    if (this.exchange) this.write(socket, this.exchange);
  }

  private write(socket: Socket, exchange: Exchange): void {
    const { head, body } = exchange;
    exchange.onSent();
    if (body.length <= bodyAsTextBytesMax) return writeTogether(socket, head + body.toString('latin1'));
    socket.cork();
    socket.write(head, 'latin1');
    socket.write(body);
    socket.uncork();
  }

  private read(bytes: Buffer): void {
    const { exchange } = this;
    // What nobody asked for ends the connection, and so does what comes behind an answer.
    if (exchange === null) return this.ended(null);
    try {
      exchange.onAnswering();
      const behind = this.reader.read(bytes, this);
      if (this.reader.isDone) this.answered(behind === 0);
    } catch (error) {
      this.ended(error as Error);
    }
  }

  private answered(isClean: boolean): void {
    const { exchange, head } = this;
    this.exchange = null;
    const reuseMs = isClean && head ? head.reuseMs : 0;
    this.reusableUntilMs = performance.now() + reuseMs;
    exchange?.onEnd(reuseMs > 0);
  }

  private ended(error: Error | null): void {
    const { exchange, connection } = this;
    if (connection.abandoned) return;
    connection.abandoned = true;
    this.exchange = null;
    connection.socket?.destroy();
    if (exchange === null) this.options.onGone();
    else if (error === null && this.reader.endsWithConnection) exchange.onEnd(false);
    else exchange.onError(error ?? Object.assign(new Error('closed'), { code: 'ECONNRESET' }));
  }
}

/** A request that goes out at the end of this turn of the event loop. */
type Ready = { readonly socket: Socket; readonly text: string };

let ready: Ready[] = [];

/**
 * Writes the requests of one turn one after the other, with nothing between them: a receiver that sleeps is woken by the
 * first and finds the rest, where each alone would wake it anew, which costs more than the writing (docs/performance.md has
 * the figures). `text` is one character a byte.
 */
function writeTogether(socket: Socket, text: string): void {
  if (ready.length === 0) setImmediate(writeReady);
  ready.push({ socket, text });
}

function writeReady(): void {
  const now = ready;
  ready = [];
  for (const { socket, text } of now) if (!socket.destroyed) socket.write(text, 'latin1');
}
