import type { Operation } from '@cottontree/contract';
import { Failure } from '../kernel/call/failure.ts';

/** Who waits first when there is too much: lists and reports before the rest, scans and payments last. */
export type Urgency = 'vital' | 'usual' | 'patient';

export type LoadShedder = Disposable & {
  /** Whether one more would be taken, beside those that wait at the door. */
  readonly hasRoom: (urgency: Urgency, waiting?: number) => boolean;
  /** Whether there are more than a busy processor takes, or some were refused a moment ago. */
  readonly isCrowded: () => boolean;
  /** Takes one more, or refuses; what it gives is given back by `leave`. */
  readonly enter: (urgency: Urgency) => number;
  readonly leave: (came: number) => void;
  readonly inFlight: () => number;
  /** How many of those that came in the last seconds are taken at once, as things stand. */
  readonly youngMax: () => number;
};

type ShedLimits = {
  readonly inFlightMax: number;
  /** No processor is so busy that fewer would do. */
  readonly youngLeast: number;
  readonly turnMsMax: number;
  readonly lookEveryMs: number;
  /** The part of the time for which a busy event loop does something. */
  readonly busyShareMin: number;
};

export const OVERLOADED =
  'The service has all the work it can take. Send the same request again in a second.';
export const RETRY_AFTER_SECONDS = 1;

export const SHED_LIMITS: ShedLimits = {
  inFlightMax: 1_500,
  youngLeast: 128,
  turnMsMax: 750,
  lookEveryMs: 250,
  busyShareMin: 0.95,
};
/** How much of what may be under way each finds room in. */
const SHARES: Readonly<Record<Urgency, number>> = { patient: 0.5, usual: 1, vital: 1.25 };
/** A single long pause, as at the start, is over by the time it is seen; only lag that lasts is load. */
const SLOW_LOOKS_MIN: Readonly<Record<Urgency, number>> = { patient: 2, usual: 2, vital: 8 };
/** A crowd that comes at once and is served within this is no load that lasts. */
const BUSY_MS_MIN = 1_000;
/** For so long after a refusal there is more to do than can be done. */
const REFUSED_LOOKS = 4;
/** How long an answer should have to wait for others: what is taken beyond that is done no sooner. */
const WAIT_MS = 100;
/** What has been under way for longer waits for a person's network, a provider or a lock. */
const YOUNG_LOOKS = 8;

/**
 * Refuses at the entrance what could only wait inside: too much under way, or an event loop that keeps lagging. While the
 * processor is busy on end, only so much is taken as it does within the time that an answer may wait: more would be done
 * no sooner, and everybody's answer later. A provider or a database that is slow keeps nothing busy, and so refuses nobody.
 */
export function createLoadShedder(
  monotonicMs: () => number,
  { inFlightMax, youngLeast, turnMsMax, lookEveryMs, busyShareMin }: ShedLimits = SHED_LIMITS,
  busyShare: () => number = measureBusyShare(),
): LoadShedder {
  const work = createWorkInFlight(YOUNG_LOOKS);
  let youngMax = inFlightMax;
  let [lookedMs, slowLooks, busyMs, donePerSecond] = [monotonicMs(), 0, 0, 0];
  let looksSinceRefusal = REFUSED_LOOKS;
  // A busy event loop comes back to its timer late: the time between two looks is then that of one turn.
  const timer = setInterval(() => {
    const nowMs = monotonicMs();
    const spanMs = Math.max(1, nowMs - lookedMs);
    lookedMs = nowMs;
    slowLooks = spanMs > turnMsMax ? slowLooks + 1 : 0;
    busyMs = busyShare() >= busyShareMin ? busyMs + spanMs : 0;
    donePerSecond = (donePerSecond + (work.look() * 1_000) / spanMs) / 2;
    // Who is refused is no part of a crowd that is served soon, so nobody waits to see whether it lasts.
    if (busyMs >= BUSY_MS_MIN || (busyMs > 0 && looksSinceRefusal === 0))
      youngMax = Math.min(inFlightMax, Math.max(youngLeast, (donePerSecond * WAIT_MS) / 1_000));
    else if (busyMs === 0) youngMax = Math.min(inFlightMax, youngMax * 2);
    looksSinceRefusal += 1;
  }, lookEveryMs);
  timer.unref();
  function hasRoom(urgency: Urgency, waiting = 0): boolean {
    if (
      slowLooks < SLOW_LOOKS_MIN[urgency] &&
      work.all() + waiting < inFlightMax * SHARES[urgency] &&
      work.young() + waiting < youngMax * SHARES[urgency]
    )
      return true;
    looksSinceRefusal = 0;
    return false;
  }

  return {
    hasRoom,
    isCrowded: () => looksSinceRefusal < REFUSED_LOOKS || work.young() >= youngLeast,
    enter(urgency) {
      if (!hasRoom(urgency))
        throw new Failure('SERVICE_UNAVAILABLE', OVERLOADED, { retryAfterSeconds: RETRY_AFTER_SECONDS });
      return work.enter();
    },
    leave: work.leave,
    inFlight: work.all,
    youngMax: () => youngMax,
    [Symbol.dispose]() {
      clearInterval(timer);
    },
  };
}

/** The part of the time since it was asked last for which the event loop did something. */
function measureBusyShare(): () => number {
  let before = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    return utilization;
  };
}

/** How little an operation can wait. */
export function urgencyOf({ vital, list }: Operation): Urgency {
  if (vital) return 'vital';
  return list ? 'patient' : 'usual';
}

/** The requests under way, by how long they have been: what takes long waits for somebody else, not for the processor. */
type WorkInFlight = {
  /** One more; what it is given says when it came. */
  readonly enter: () => number;
  readonly leave: (came: number) => void;
  readonly all: () => number;
  /** Those that came in the last looks. */
  readonly young: () => number;
  /** Ends the time since the last look; tells how many left in it. */
  readonly look: () => number;
};

/** Counts requests under way, of which those that came in the last so many looks are young. */
export function createWorkInFlight(youngLooks: number): WorkInFlight {
  const came = new Uint32Array(youngLooks);
  let [looks, all, young, left] = [0, 0, 0, 0];
  const placeOf = (look: number): number => look % youngLooks;
  return {
    all: () => all,
    young: () => young,
    enter() {
      all += 1;
      young += 1;
      came[placeOf(looks)] = (came[placeOf(looks)] ?? 0) + 1;
      return looks;
    },
    leave(look) {
      all -= 1;
      left += 1;
      if (looks - look >= youngLooks) return;
      young -= 1;
      came[placeOf(look)] = (came[placeOf(look)] ?? 0) - 1;
    },
    look() {
      const leftMeanwhile = left;
      left = 0;
      looks += 1;
      young -= came[placeOf(looks)] ?? 0;
      came[placeOf(looks)] = 0;
      return leftMeanwhile;
    },
  };
}

/** Lets steps of many requests share the turns of the event loop. */
export type TurnSharing = {
  /** Does it now, or in a later turn where this one has had its share. */
  readonly take: (step: () => void) => void;
  /** Steps that wait for their turn. */
  readonly waiting: () => number;
};

/** Some milliseconds' worth: whoever is refused, and a health check, waits for one turn. */
const STEPS_PER_TURN = 8;

/**
 * While there is a crowd, so many steps at the most are done in one turn of the event loop, in the order in which they came:
 * nothing is done later for it, as the processor is busy either way, but what takes microseconds waits for few steps and
 * not for hundreds. Without a crowd nothing waits.
 */
export function shareTurns(isCrowded: () => boolean, perTurn = STEPS_PER_TURN): TurnSharing {
  const line: (() => void)[] = [];
  let [taken, turns] = [0, false];

  function turn(): void {
    turns = false;
    taken = 0;
    const steps = line.splice(0, perTurn);
    if (line.length > 0) turnSoon();
    for (const step of steps) {
      taken += 1;
      step();
    }
  }

  function turnSoon(): void {
    if (!turns) setImmediate(turn);
    turns = true;
  }

  return {
    waiting: () => line.length,
    take(step) {
      if (line.length === 0 && !isCrowded()) return step();
      turnSoon();
      if (line.length > 0 || taken >= perTurn) return void line.push(step);
      taken += 1;
      step();
    },
  };
}
