import type { Claimed } from './claim.queries.ts';

/** How a leased delivery went; without `attempt`, nothing was sent. */
export type Outcome = {
  readonly row: Claimed;
  readonly leaseId: string;
  readonly status: 'succeeded' | 'failed' | 'pending' | 'skipped';
  readonly reason: string;
  readonly nextAt: Date | null;
  readonly tries: number;
  readonly gone: boolean;
  readonly attempt: AttemptRecord | null;
  /** What it says of the endpoint, where that differs from what was known. */
  readonly note: 'success' | 'failure' | null;
};

/** What there is to say of one attempt. */
export type AttemptRecord = {
  readonly at: Date;
  readonly durationMs: number;
  readonly response: number | null;
  readonly error: string | null;
  readonly hint: string | null;
  readonly remoteAddress: string | null;
  /** The headers that are its own (signatures, traceparent), as JSON. */
  readonly signatures: string;
  readonly responseHeaders: Readonly<Record<string, string>> | null;
  readonly responseBody: Buffer;
  /** The fault the merchant ordered for it; null for none. */
  readonly drill: string | null;
};
