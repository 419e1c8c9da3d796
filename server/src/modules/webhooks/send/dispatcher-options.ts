import type { World } from '../../../kernel/running/world.ts';
import type { PlainMessage } from '../fan-out/plan-messages.ts';
import type { Claimed, QueuePlace } from './claim.queries.ts';
import type { DispatcherLimits } from './dispatcher-limits.ts';
import type { EndpointReceiver } from './endpoint-cache.ts';
import type { Stocked } from './endpoint-queue.ts';
import type { Outcome } from './outcome.ts';
import type { TellAttempt } from './post-once.ts';
import type { Sweep } from './sweeps.ts';

export type DispatcherOptions = {
  readonly limits: DispatcherLimits;
  readonly world: Pick<World, 'monotonicMs'>;
  /** Makes the attempt. */
  readonly post: (stocked: Stocked, tell: TellAttempt) => void;
  /** Writes it down; `done` is told once it is. */
  readonly settle: (outcome: Outcome, done: () => void) => void;
  /** Nothing is under way any more. */
  readonly onIdle: () => void;
  readonly giveBack: (rows: readonly Claimed[]) => void;
  readonly sweep: (sweep: Sweep) => void;
  /** An endpoint takes more of a lane again. */
  readonly onRoom: (lane: 0 | 1) => void;
  readonly onFault: (error: unknown, row: Claimed) => void;
};

/** What comes with a leased delivery. */
export type Accepted = {
  readonly receiver: EndpointReceiver;
  readonly message: PlainMessage;
  readonly lane: number;
};

/** What a claim has to know of the endpoints. */
export type ClaimInputs = {
  readonly busy: readonly string[];
  readonly single: readonly string[];
  readonly after: Readonly<Record<string, QueuePlace>>;
};
