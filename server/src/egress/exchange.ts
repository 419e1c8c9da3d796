import { performance } from 'node:perf_hooks';
import type { OutgoingResult } from '../kernel/running/world.ts';
import type { AnswerHead } from './answer-head.ts';
import { describeFailure, type WaitingFor } from './describe-failure.ts';
import type { Connection } from './open-socket.ts';

/** A request as it is written, and how long and how much of its answer is waited for. */
export type ExchangeRequest = {
  /** Up to the empty line, one character a byte. */
  readonly head: string;
  readonly body: Buffer;
  readonly deadlineMs: number;
  readonly responseBytesMax?: number | undefined;
};

/** The connection that carries an exchange; told once how the exchange ended. */
type Carrier = {
  readonly connection: Connection;
  /** `reusable` when the answer was read whole, so that the connection can carry another exchange. */
  readonly finish: (reusable: boolean) => void;
};

/** Told how an exchange ended: once, and it never throws. */
export type TellResult = (result: OutgoingResult) => void;

/**
 * One outgoing request and its answer: keeps the deadline, reads at most so much of the body, and settles exactly once,
 * never by throwing. It has no timer; whoever owns its connection asks it from time to time whether it is overdue.
 */
export class Exchange {
  readonly head: string;
  readonly body: Buffer;
  settled = false;
  /** Called when its time passes while it still waits for a connection. */
  leaveQueue: (() => void) | null = null;
  private readonly deadlineMs: number;
  private readonly bodyBytesMax: number;
  private readonly done: TellResult;
  private carrier: Carrier | null = null;
  private waitingFor: WaitingFor = 'connection';
  private answer: AnswerHead | null = null;
  private chunks: Buffer[] | null = null;
  private bodyBytes = 0;
  private startedAt = performance.now();
  private answeredAt = 0;

  constructor(
    { head, body, deadlineMs, responseBytesMax = responseBytesDefault }: ExchangeRequest,
    done: TellResult,
  ) {
    this.head = head;
    this.body = body;
    this.deadlineMs = deadlineMs;
    this.bodyBytesMax = responseBytesMax;
    this.done = done;
  }

  /** Names the connection before anything is sent on it, and begins the deadline: what it waited for one is ours. */
  ride(carrier: Carrier): void {
    this.carrier = carrier;
    this.leaveQueue = null;
    this.startedAt = performance.now();
  }

  /** Whether it has been under way for so long that its connection no longer counts as work. */
  isOlderThan(ms: number): boolean {
    return performance.now() - this.startedAt > ms;
  }

  /** Ends it if its time is over: for a connection, for the head of the answer, or for the rest of it. */
  endIfOverdue(nowMs: number): void {
    const { answer, carrier } = this;
    const overdue =
      answer === null ? nowMs - this.startedAt >= this.deadlineMs : nowMs - this.answeredAt >= bodyTimeMaxMs;
    if (!overdue) return;
    // What has arrived is read first: it may be this process that stood still, and not the receiver.
    setImmediate(() => {
      // With an answer, or a connection, another time has begun.
      if (answer !== this.answer || carrier !== this.carrier) return;
      if (answer === null) this.settleFailed(null);
      else this.settleAnswered(false);
    });
  }

  onSent(): void {
    this.waitingFor = 'answer';
  }

  onAnswering(): void {
    this.waitingFor = 'headers';
  }

  onHead(head: AnswerHead): void {
    this.answeredAt = performance.now();
    this.answer = head;
  }

  /** The bytes are somebody else's: a copy is kept, which also leaves no socket's buffer alive in the attempt log. */
  onBody(bytes: Buffer): void {
    const room = this.bodyBytesMax - this.bodyBytes;
    const taken = Math.min(bytes.length, room);
    if (taken > 0) (this.chunks ??= []).push(Buffer.from(bytes.subarray(0, taken)));
    this.bodyBytes += taken;
    if (bytes.length > room) this.settleAnswered(false);
  }

  /** The answer is whole. */
  onEnd(reusable: boolean): void {
    this.settleAnswered(reusable);
  }

  onError(error: Error): void {
    if (this.answer === null) this.settleFailed(error);
    else this.settleAnswered(false);
  }

  /** Settles with what came until now. */
  private settleAnswered(reusable: boolean): void {
    this.settle(
      {
        status: this.answer?.status ?? null,
        error: null,
        hint: null,
        headers: this.answer?.headers ?? noHeaders,
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
    const { error: kind, hint } = describeFailure({ error, waitingFor, deadlineMs: this.deadlineMs });
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
    if (this.carrier === null) this.leaveQueue?.();
    else this.carrier.finish(reusable);
    this.done(result);
  }

  private remoteAddress(): string | null {
    return this.carrier?.connection.remoteAddress ?? null;
  }

  private takeBody(): Buffer {
    const [first, ...more] = this.chunks ?? [];
    if (first === undefined) return noBody;
    return more.length === 0 ? first : Buffer.concat([first, ...more], this.bodyBytes);
  }
}

const responseBytesDefault = 16 * 1_024;
const bodyTimeMaxMs = 2_000;
const noBody = Buffer.alloc(0);
const noHeaders: OutgoingResult['headers'] = Object.freeze({});
