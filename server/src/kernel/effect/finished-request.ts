import type { OperationId } from '@cottontree/contract';
import type { Caller } from '../call/call.ts';

/** What one finished request leaves behind. */
export type FinishedRequest = {
  readonly requestId: string;
  readonly operation: OperationId;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly code: string | null;
  readonly durationMs: number;
  readonly caller: Caller;
  /** What was sent and answered, unmasked: whoever keeps it masks it first. */
  readonly exchanged: Exchanged;
};

export type Exchanged = {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  /** `data` of a success or `error` of a refusal; undefined where neither was JSON. */
  readonly answer: unknown;
};
