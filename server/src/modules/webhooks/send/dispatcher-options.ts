import type { World } from '../../../kernel/running/world.ts';
import type { PlainMessage } from '../fan-out/plan-messages.ts';
import type { Claimed, QueuePlace } from './claim.queries.ts';
import type { EndpointReceiver } from './endpoint-cache.ts';
import type { Stocked } from './endpoint-queue.ts';
import type { Outcome } from './outcome.ts';
import type { TellAttempt } from './post-once.ts';
import type { Sweep } from './upkeep.ts';

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

export type DispatcherLimits = {
  readonly healthy: { readonly youngMax: number; readonly oldMax: number };
  readonly suspect: { readonly youngMax: number; readonly oldMax: number };
  readonly oldAfterMs: number;
  /** Deliveries leased ahead of their sending, in all and for one endpoint. */
  readonly stockMax: number;
  readonly stockPerEndpoint: number;
  /** How long a delivery may wait here before it is given back: well within its lease. */
  readonly stockAgeMs: number;
  /** Requests of one merchant under way at once: those that have begun lately, and together with those that hang. */
  readonly perMerchant: { readonly youngMax: number; readonly max: number };
};

export const SENDER_LIMITS: DispatcherLimits = Object.freeze({
  healthy: { youngMax: 256, oldMax: 2_048 },
  suspect: { youngMax: 64, oldMax: 448 },
  oldAfterMs: 1_000,
  stockMax: 1_536,
  stockPerEndpoint: 512,
  stockAgeMs: 10_000,
  perMerchant: { youngMax: 192, max: 768 },
});
