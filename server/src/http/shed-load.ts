import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Failure } from '../core/failure.ts';

export type LoadShedder = Disposable & { readonly enter: () => void; readonly leave: () => void; readonly inFlight: () => number };

const IN_FLIGHT_MAX = 1_500;
const LOOP_DELAY_MS_MAX = 750;
const LOOK_EVERY_MS = 250;

/** Refuses at the door what could only wait inside: too much under way, or an event loop that lags. */
export function createLoadShedder(): LoadShedder {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  let inFlight = 0;
  let lagging = false;
  const timer = setInterval(() => {
    lagging = delay.percentile(90) / 1e6 > LOOP_DELAY_MS_MAX;
    delay.reset();
  }, LOOK_EVERY_MS);
  timer.unref();

  return {
    enter() {
      if (lagging || inFlight >= IN_FLIGHT_MAX) {
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
      delay.disable();
    },
  };
}
