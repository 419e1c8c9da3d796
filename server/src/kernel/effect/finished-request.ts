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
};
