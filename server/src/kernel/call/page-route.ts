import type { EventFeed } from '../running/event-feed.ts';
import type { FramedBy } from '../web/frame-policy.ts';
import type { StaticFile } from '../web/static-file.ts';

/** One request for a page, as the HTTP server hands it on: no API key, no envelope. */
export type PageRequest = {
  readonly requestId: string;
  /** Only what a GET would answer with is asked for, not its body. */
  readonly isHead: boolean;
  /** Without the query. */
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** Fields of a posted form; empty for GET. */
  readonly form: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Where it came from, for limits. */
  readonly address: string;
  readonly now: Date;
};

export type PageAnswer = {
  readonly status: number;
  /** Content type. */
  readonly type: string;
  /** The whole body, or what feeds a stream of events. */
  readonly body: string | Buffer | EventFeed;
  /** Instead of the HTTP server's own: pages are not kept, not framed, and load from here alone. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Who may frame it; left out: nobody. */
  readonly framedBy?: FramedBy;
};

/** A page, or a file, that the HTTP server serves beside the API. */
export type PageRoute = {
  readonly method: 'GET' | 'POST';
  /** From the root, with `:name` parameters. */
  readonly path: string;
  /** How often a minute it is given out for one value of a parameter; without it only the address counts. */
  readonly limit?: { readonly param: string; readonly perMinuteMax: number };
  readonly handle: (request: PageRequest) => Promise<PageAnswer>;
};

/** What a page says instead of itself. */
export type PageProblem = {
  readonly status: number;
  readonly requestId: string;
  readonly retryAfterSeconds?: number;
};

/** All pages, and how each problem looks. */
export type PageSet = {
  readonly routes: readonly PageRoute[];
  /** What the pages load. */
  readonly files: readonly StaticFile[];
  readonly refuse: (
    problem: PageProblem,
    request: Pick<PageRequest, 'query' | 'headers' | 'path'>,
  ) => PageAnswer;
};

/** One request of a machine that knows an unguessable address and no key: the body as it came, read by nobody before. */
export type RawRequest = {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
};

/** A door for such machines, beside the API: no envelope, the status is the answer. */
export type RawRoute = {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** From the root, with `:name` parameters. */
  readonly path: string;
  readonly bodyBytesMax: number;
  readonly handle: (request: RawRequest) => Promise<{ readonly status: number; readonly body: string }>;
};
