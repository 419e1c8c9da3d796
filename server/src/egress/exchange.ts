import { performance } from 'node:perf_hooks';
import type { Dispatcher } from 'undici';
import type { OutgoingRequest, OutgoingResult } from '../kernel/running/world.ts';
import { describeFailure, type WaitingFor } from './describe-failure.ts';
import type { Connection } from './open-socket.ts';

/** The connection that carries an exchange; told once how the exchange ended. */
type Carrier = {
  readonly connection: Connection;
  /** `reusable` when the answer was read whole, so that the connection can carry another exchange. */
  readonly finish: (reusable: boolean) => void;
};

/**
 * One outgoing request and its answer: keeps the deadline, reads at most so much of the body, and settles exactly once,
 * never by throwing. Owns a timer, which ends when it settles. The callbacks are undici's handler; the older set of names is
 * used because it hands over raw headers and adds no object per request.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly request: OutgoingRequest;
  settled = false;
  /** Called when its time passes while it still waits for a connection. */
  leaveQueue: (() => void) | null = null;
  private carrier: Carrier | null = null;
  private waitingFor: WaitingFor = 'connection';
  private status: number | null = null;
  private headers: OutgoingResult['headers'] = noHeaders;
  private readonly chunks: Buffer[] = [];
  private bodyBytes = 0;
  private answeredAt = 0;
  private readonly bodyBytesMax: number;
  private startedAt = performance.now();
  private readonly resolve: (result: OutgoingResult) => void;
  private timer: NodeJS.Timeout;

  constructor(request: OutgoingRequest, resolve: (result: OutgoingResult) => void) {
    this.request = request;
    this.bodyBytesMax = request.responseBytesMax ?? responseBytesDefault;
    this.resolve = resolve;
    // The time of the receiver begins with the connection; what it waits for one is ours.
    this.timer = setTimeout(expire, request.deadlineMs, this);
  }

  /** Names the connection before anything is sent on it, and begins the deadline. */
  ride(carrier: Carrier): void {
    this.carrier = carrier;
    clearTimeout(this.timer);
    this.startedAt = performance.now();
    this.timer = setTimeout(expire, this.request.deadlineMs, this);
  }

  /** Whether it has been under way for so long that its connection no longer counts as work. */
  isOlderThan(ms: number): boolean {
    return performance.now() - this.startedAt > ms;
  }

  onConnect(): void {
    // Thrown, not aborted: undici then skips the request and keeps the connection.
    if (this.settled) throw new Error('settled before it was sent');
    this.waitingFor = 'answer';
  }

  onResponseStarted(): void {
    this.waitingFor = 'headers';
  }

  onHeaders(status: number, headers: Buffer[]): boolean {
    if (status < 200 || this.settled) return true;
    clearTimeout(this.timer);
    this.answeredAt = performance.now();
    this.status = status;
    this.headers = readHeaders(headers);
    this.timer = setTimeout(endBody, bodyTimeMaxMs, this);
    return true;
  }

  onData(chunk: Buffer): boolean {
    if (this.settled) return true;
    const module = this.bodyBytesMax - this.bodyBytes;
    const taken = chunk.length > module ? chunk.subarray(0, module) : chunk;
    if (taken.length > 0) this.chunks.push(taken);
    this.bodyBytes += taken.length;
    if (chunk.length > module) this.settleAnswered(false);
    return true;
  }

  onComplete(): void {
    if (this.settled) return;
    this.settleAnswered(true);
  }

  onError(error: Error): void {
    if (this.settled) return;
    if (this.status === null) this.settleFailed(error);
    else this.settleAnswered(false);
  }

  /** Its time is over. What has arrived is read first: it may be this process that stood still, and not the receiver. */
  expire(): void {
    const { timer } = this;
    setImmediate(() => {
      // With an answer, or a connection, another time has begun.
      if (timer === this.timer) this.settleFailed(null);
    });
  }

  /** Settles with what came until now. */
  settleAnswered(reusable: boolean): void {
    const { status, headers } = this;
    this.settle(
      {
        status,
        error: null,
        hint: null,
        headers,
        body: this.takeBody(),
        durationMs: this.answeredAt - this.startedAt,
        remoteAddress: this.remoteAddress(),
      },
      reusable,
    );
  }

  /** Settles without an answer; null means that the deadline passed. */
  settleFailed(error: Error | null): void {
    const waitingFor =
      this.waitingFor === 'connection' ? (this.carrier?.connection.phase ?? 'connection') : this.waitingFor;
    const { error: kind, hint } = describeFailure({ error, waitingFor, deadlineMs: this.request.deadlineMs });
    this.settle(
      {
        status: null,
        error: kind,
        hint,
        headers: noHeaders,
        body: noBody,
        durationMs: performance.now() - this.startedAt,
        remoteAddress: this.remoteAddress(),
      },
      false,
    );
  }

  private settle(result: OutgoingResult, reusable: boolean): void {
    if (this.settled) return;
    this.settled = true;
    clearTimeout(this.timer);
    if (this.carrier === null) this.leaveQueue?.();
    else this.carrier.finish(reusable);
    this.resolve(result);
  }

  private remoteAddress(): string | null {
    return this.carrier?.connection.remoteAddress ?? null;
  }

  /** A copy, so that a few bytes do not keep a whole socket buffer alive in the attempt log. */
  private takeBody(): Buffer {
    return this.bodyBytes === 0 ? noBody : Buffer.concat(this.chunks, this.bodyBytes);
  }
}

const responseBytesDefault = 16 * 1_024;
const bodyTimeMaxMs = 2_000;
const noBody = Buffer.alloc(0);
const noHeaders: OutgoingResult['headers'] = Object.freeze({});

function expire(exchange: Exchange): void {
  exchange.expire();
}

function endBody(exchange: Exchange): void {
  exchange.settleAnswered(false);
}

/** An answer's headers by lower-case name; a repeated one is joined by ", ", and what exceeds 64 headers or 8 KiB is left out. */
function readHeaders(raw: readonly Buffer[]): Readonly<Record<string, string>> {
  const headers: Record<string, string> = Object.create(null);
  let bytes = 0;
  for (let index = 0; index + 1 < raw.length && index < headersMax * 2; index += 2) {
    const name = raw[index]?.toString('latin1').toLowerCase() ?? '';
    const value = raw[index + 1]?.toString('latin1') ?? '';
    bytes += name.length + value.length;
    if (bytes > headerBytesMax) break;
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
  }
  return headers;
}

const headersMax = 64;
const headerBytesMax = 8 * 1_024;
