import { Failure } from '../kernel/call/failure.ts';

/** Who waits first when there is too much: lists and reports before the rest, scans and payments last. */
export type Urgency = 'vital' | 'usual' | 'patient';

export type LoadShedder = Disposable & {
  /** Whether one more would be taken. */
  readonly hasRoom: (urgency: Urgency) => boolean;
  /** Takes one more, or refuses. */
  readonly enter: (urgency: Urgency) => void;
  readonly leave: () => void;
  readonly inFlight: () => number;
};

export type ShedLimits = {
  readonly inFlightMax: number;
  readonly turnMsMax: number;
  readonly lookEveryMs: number;
};

export const OVERLOADED =
  'The service has all the work it can take. Send the same request again in a second.';
export const RETRY_AFTER_SECONDS = 1;

export const SHED_LIMITS: ShedLimits = { inFlightMax: 1_500, turnMsMax: 750, lookEveryMs: 250 };
/** How much of what may be under way each finds room in. */
const SHARES: Readonly<Record<Urgency, number>> = { patient: 0.5, usual: 1, vital: 1.25 };
/** A single long pause, as at the start, is over by the time it is seen; only lag that lasts is load. */
const SLOW_LOOKS_MIN: Readonly<Record<Urgency, number>> = { patient: 2, usual: 2, vital: 8 };

/** Refuses at the entrance what could only wait inside: too much under way, or an event loop that keeps lagging. */
export function createLoadShedder(
  monotonicMs: () => number,
  { inFlightMax, turnMsMax, lookEveryMs }: ShedLimits = SHED_LIMITS,
): LoadShedder {
  let inFlight = 0;
  let lookedMs = monotonicMs();
  let slowLooks = 0;
  // A busy event loop comes back to its timer late: the time between two looks is then that of one turn.
  const timer = setInterval(() => {
    const nowMs = monotonicMs();
    slowLooks = nowMs - lookedMs > turnMsMax ? slowLooks + 1 : 0;
    lookedMs = nowMs;
  }, lookEveryMs);
  timer.unref();
  const hasRoom = (urgency: Urgency): boolean =>
    slowLooks < SLOW_LOOKS_MIN[urgency] && inFlight < inFlightMax * SHARES[urgency];

  return {
    hasRoom,
    enter(urgency) {
      if (!hasRoom(urgency))
        throw new Failure('SERVICE_UNAVAILABLE', OVERLOADED, { retryAfterSeconds: RETRY_AFTER_SECONDS });
      inFlight += 1;
    },
    leave() {
      inFlight -= 1;
    },
    inFlight: () => inFlight,
    [Symbol.dispose]() {
      clearInterval(timer);
    },
  };
}
