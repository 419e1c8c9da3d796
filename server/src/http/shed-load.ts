import { Failure } from '../core/failure.ts';

export type LoadShedder = Disposable & { readonly enter: () => void; readonly leave: () => void; readonly inFlight: () => number };

export type ShedLimits = { readonly inFlightMax: number; readonly turnMsMax: number; readonly lookEveryMs: number };

const LIMITS: ShedLimits = { inFlightMax: 1_500, turnMsMax: 750, lookEveryMs: 250 };
/** A single long pause, as at the start, is over by the time it is seen; only lag that lasts is load. */
const SLOW_LOOKS_MIN = 2;

/** Refuses at the door what could only wait inside: too much under way, or an event loop that keeps lagging. */
export function createLoadShedder(monotonicMs: () => number, { inFlightMax, turnMsMax, lookEveryMs }: ShedLimits = LIMITS): LoadShedder {
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

  return {
    enter() {
      if (slowLooks >= SLOW_LOOKS_MIN || inFlight >= inFlightMax) {
        throw new Failure('SERVICE_UNAVAILABLE', 'The service has all the work it can take. Send the same request again in a second.', { retryAfterSeconds: 1 });
      }
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
