import {
  cancelReasons,
  failureReasons,
  noDriverReason,
  pickupFailureReasons,
  simulationOutcomes,
  type CancelReason,
  type DeliveryStatus,
  type FailureReason,
  type SimulationOutcome,
} from '@cottontree/contract';
import type { KnownPosition } from './tracking/position.ts';

/** How a test delivery moves by itself. */
export type Simulation = {
  readonly stepSeconds: number;
  readonly outcome: SimulationOutcome;
  readonly failureReason: FailureReason;
  readonly cancelReason: CancelReason;
  /** Wrong delivery codes entered at the door, 0–5; the fifth locks the code, so the delivery fails. */
  readonly wrongCodes: number;
};

/** How far a simulated delivery has come: its plan follows from `simulation`, `done` counts the steps taken. */
export type SimulationState = {
  readonly simulation: Simulation;
  readonly started_at: string;
  readonly done: number;
  readonly next_at: string;
  /** Where its courier is made out to be. */
  readonly position?: KnownPosition;
};

/** One thing that happens `afterSeconds` after the delivery was created. */
export type SimulationStep = { readonly afterSeconds: number } & SimulationAct;
export type SimulationAct =
  | { readonly kind: 'move'; readonly to: DeliveryStatus; readonly reason: string | null }
  /** The courier has come this share (0–1) of the way to the pickup or the delivery. */
  | { readonly kind: 'location'; readonly leg: 'pickup' | 'delivery'; readonly progress: number }
  | { readonly kind: 'wrong_code' }
  /** A return job comes into being and is itself delivered at the same pace. */
  | { readonly kind: 'return' };

const stepSecondsDefault = 10;
const stepSecondsMax = 300;
const codeAttempts = 5;
const magicPhone = /^\+2329900000([1-8])$/;

/** Everything that happens to a simulated delivery, in order of time; each act takes one step, positions come between. */
export function planSimulation(simulation: Simulation): readonly SimulationStep[] {
  const acts = actsOf(simulation);
  return acts.flatMap((act, at): SimulationStep[] => {
    const afterSeconds = (at + 1) * simulation.stepSeconds;
    return [
      { afterSeconds, ...act },
      ...positionsAfter(act, { afterSeconds, stepSeconds: simulation.stepSeconds }),
    ];
  });
}

export type SimulateResult =
  | { readonly ok: true; readonly simulation: Simulation }
  | { readonly ok: false; readonly path: string; readonly message: string };

/** Reads the `simulate` object of a create; a problem names its path. */
export function parseSimulate(field: unknown): SimulateResult {
  if (typeof field !== 'object' || field === null || Array.isArray(field))
    return problem('simulate', 'must be an object');
  const {
    mode = 'auto',
    step_seconds = stepSecondsDefault,
    outcome = 'delivered',
    reason,
    wrong_codes = 0,
  } = field as Readonly<Record<string, unknown>>;
  if (mode !== 'auto') return problem('simulate.mode', 'must be auto');
  const known = simulationOutcomes.find((one) => one === outcome);
  if (known === undefined)
    return problem('simulate.outcome', `must be one of ${simulationOutcomes.join(', ')}`);
  if (!isWhole(step_seconds, 1, stepSecondsMax))
    return problem('simulate.step_seconds', `must be a whole number from 1 to ${stepSecondsMax}`);
  if (!isWhole(wrong_codes, 0, codeAttempts))
    return problem('simulate.wrong_codes', `must be a whole number from 0 to ${codeAttempts}`);
  const failureReason = failureReasons.find((one) => one === (reason ?? usualFailureOf(known)));
  const cancelReason = cancelReasons.find((one) => one === (reason ?? usual.cancelReason));
  if ((known === 'failed' || known === 'returned') && failureReason === undefined)
    return problem('simulate.reason', `must be one of ${failureReasons.join(', ')}`);
  if (known === 'cancelled' && cancelReason === undefined)
    return problem('simulate.reason', `must be one of ${cancelReasons.join(', ')}`);
  return {
    ok: true,
    simulation: {
      stepSeconds: step_seconds,
      outcome: known,
      failureReason: failureReason ?? usualFailureOf(known),
      cancelReason: cancelReason ?? usual.cancelReason,
      wrongCodes: wrong_codes,
    },
  };
}

/** What a recipient's phone (E.164) stands for in test mode, +23299000001 … 8; null for an ordinary phone. */
export function simulationOfPhone(e164: string): Simulation | null {
  const digit = magicPhone.exec(e164)?.[1];
  return digit === undefined ? null : (magicSimulations[Number(digit) - 1] ?? null);
}

const usual: Simulation = Object.freeze({
  stepSeconds: stepSecondsDefault,
  outcome: 'delivered',
  failureReason: 'recipient_not_home',
  cancelReason: 'customer_cancelled',
  wrongCodes: 0,
});

const magicSimulations: readonly Simulation[] = Object.freeze([
  usual,
  { ...usual, outcome: 'failed' },
  { ...usual, outcome: 'cancelled' },
  { ...usual, outcome: 'no_driver' },
  { ...usual, outcome: 'returned', failureReason: 'recipient_refused' },
  { ...usual, wrongCodes: 1 },
  { ...usual, outcome: 'failed', failureReason: 'package_lost' },
  { ...usual, stepSeconds: stepSecondsMax },
] satisfies Simulation[]);

function usualFailureOf(outcome: SimulationOutcome): FailureReason {
  return outcome === 'returned' ? 'recipient_refused' : usual.failureReason;
}

function actsOf({ outcome, failureReason, cancelReason, wrongCodes }: Simulation): readonly SimulationAct[] {
  if (outcome === 'no_driver') return [move('cancelled', noDriverReason)];
  if (outcome === 'cancelled') return [move('assigned'), move('cancelled', cancelReason)];
  const fails = outcome === 'failed' || outcome === 'returned';
  if (fails && pickupFailureReasons.includes(failureReason))
    return [move('assigned'), move('failed', failureReason)];
  const wrong = Array.from({ length: wrongCodes }, (): SimulationAct => ({ kind: 'wrong_code' }));
  const way = [move('assigned'), move('picked_up'), move('in_transit'), ...wrong];
  if (fails)
    return [
      ...way,
      move('failed', failureReason),
      ...(outcome === 'returned' ? [{ kind: 'return' } as const] : []),
    ];
  return [...way, wrongCodes < codeAttempts ? move('delivered') : move('failed', 'code_failed')];
}

type Pace = { readonly afterSeconds: number; readonly stepSeconds: number };

/** On the way to the pickup once assigned, to the recipient once in transit: a quarter, half and three quarters. */
function positionsAfter(act: SimulationAct, { afterSeconds, stepSeconds }: Pace): SimulationStep[] {
  if (act.kind !== 'move' || (act.to !== 'assigned' && act.to !== 'in_transit')) return [];
  const leg = act.to === 'assigned' ? 'pickup' : 'delivery';
  return [0.25, 0.5, 0.75].map((progress) => ({
    afterSeconds: afterSeconds + progress * stepSeconds,
    kind: 'location',
    leg,
    progress,
  }));
}

function move(to: DeliveryStatus, reason: string | null = null): SimulationAct {
  return { kind: 'move', to, reason };
}

function isWhole(value: unknown, least: number, most: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most;
}

function problem(path: string, message: string): SimulateResult {
  return { ok: false, path, message };
}
