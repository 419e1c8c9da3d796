/**
 * What the outside decides: time, chance and the one way out. Built once in `world.ts`;
 * tests hand in one whose clock they move and whose chance they know.
 */
export type World = {
  /** The wall clock. */
  readonly now: () => Date;
  /**
   * The database's time, which no step of this machine's clock moves: for partitions, order, leases, and for what the
   * service itself lets expire or clears away. Business time is `call.now`.
   */
  readonly systemNow: () => Date;
  /** Milliseconds that never step back; only differences mean anything. */
  readonly monotonicMs: () => number;
  /** Bytes from the operating system's secure generator. */
  readonly randomBytes: (length: number) => Buffer;
  /** A uniform integer in [0, below); `below` at most 2^48 - 1. */
  readonly randomInt: (below: number) => number;
  /** Sends one HTTP request to a vetted, global address; see `OutgoingRequest`. */
  readonly send: (request: OutgoingRequest) => Promise<OutgoingResult>;
  /** Makes an address ready for many requests that have these headers in common. */
  readonly prepare: (url: string, headers: Readonly<Record<string, string>>) => OutgoingTarget;
};

/** The world of one process, which knows no database yet. */
export type OwnWorld = Omit<World, 'systemNow'> & Partial<Pick<World, 'systemNow'>>;

export type OutgoingRequest = {
  readonly url: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** From the connecting to the end of the answer's headers. Before that it waits for a free connection to the origin, at most as long again. */
  readonly deadlineMs: number;
  /** How much of the answer's body is read before the connection is dropped; default 16 KiB. */
  readonly responseBytesMax?: number;
};

/** Where many requests go. */
export type OutgoingTarget = {
  /** Sends a POST; `done` is told once, later and never before this returns, how it went. */
  readonly post: (post: OutgoingPost, done: (result: OutgoingResult) => void) => void;
};

/** What is one request's own. */
export type OutgoingPost = Pick<OutgoingRequest, 'body' | 'deadlineMs'> & {
  /** Headers, each a line with its end. They are written as they are: nothing of them may come from outside. */
  readonly lines: string;
};

/** `status` when an answer's status line came in time; otherwise the class of what went wrong. */
export type OutgoingResult = {
  readonly status: number | null;
  readonly error: OutgoingError | null;
  /** One plain sentence about a failure for the person who owns the receiver; null when an answer came. */
  readonly hint: string | null;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Until the status line, or until the failure. */
  readonly durationMs: number;
  readonly remoteAddress: string | null;
};

/** `busy`: nothing was sent, because no connection to the origin became free. */
export type OutgoingError = 'timeout' | 'dns' | 'connect' | 'tls' | 'blocked' | 'reset' | 'busy';
