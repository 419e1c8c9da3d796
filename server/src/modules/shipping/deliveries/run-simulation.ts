import { isTerminal, pathTo } from '@cottontree/contract';
import type { DeliveryChange, DeliveryRow } from './deliveries.queries.ts';
import { unchanged } from './delivery-change.ts';
import { CODE_ATTEMPTS_MAX } from './judge-code.ts';
import { planSimulation, type Simulation, type SimulationState, type SimulationStep } from './simulate.ts';
import type { KnownPosition } from './tracking/position.ts';
import type { Point } from '../coverage/zone.ts';
import { walked } from './walk-delivery.ts';

/** Who takes the step, when, and both ends of the way as far as they are known. */
type Taking = {
  readonly driverId: string | null;
  readonly now: Date;
  readonly ends: { readonly pickup: Point | null; readonly delivery: Point | null };
};

/** From where a simulated courier sets out to the pickup: about 2 km away. */
const SETS_OUT = Object.freeze({ lat: 0.015, lng: 0.012 });
const ACCURACY_M = 15;

/** The state of a simulation whose first step is still to come. */
export function startSimulation(simulation: Simulation, now: Date): SimulationState {
  const first = actsOf(simulation)[0];
  return { simulation, started_at: now.toISOString(), done: 0, next_at: timeOf(now, first).toISOString() };
}

/** Takes the next step of a simulated delivery; null once it has none. */
export function simulated(row: DeliveryRow, taking: Taking): DeliveryChange | null {
  const state = row.simulation;
  if (state === null) throw new Error('A delivery that nobody simulates takes no simulated step.');
  const step = actsOf(state.simulation)[state.done];
  const next = actsOf(state.simulation)[state.done + 1];
  const started = new Date(state.started_at);
  const position = step ? (positionAt(step, taking) ?? state.position) : state.position;
  const after: SimulationState | null = next
    ? {
        ...state,
        ...(position ? { position } : {}),
        done: state.done + 1,
        next_at: timeOf(started, next).toISOString(),
      }
    : null;
  const change = step && !isTerminal(row.status) ? takeStep(row, step, taking) : unchanged(row, taking.now);
  // The last step leaves behind what its status waits for by itself, such as completion; a step without a status nothing.
  const dueAtLast = change.status === row.status ? null : change.due_at;
  return { ...change, simulation: after, due_at: after ? new Date(after.next_at) : dueAtLast };
}

function takeStep(row: DeliveryRow, step: SimulationStep, { driverId, now }: Taking): DeliveryChange {
  if (step.kind === 'wrong_code')
    return {
      ...unchanged(row, now),
      delivery_attempts: Math.min(CODE_ATTEMPTS_MAX, row.delivery_attempts + 1),
    };
  const path = step.kind === 'move' ? pathTo(row.status, step.to) : null;
  if (step.kind !== 'move' || path === null || path.length === 0) return unchanged(row, now);
  return walked(row, {
    path,
    driverId,
    reason: step.reason,
    by: step.to === 'cancelled' && step.reason === 'customer_cancelled' ? 'merchant' : 'system',
    now,
  });
}

/** Where a step takes the courier: along a straight line to the next stop, and to the stop itself; null where it stays. */
function positionAt(step: SimulationStep, { ends: { pickup, delivery }, now }: Taking): KnownPosition | null {
  const at = (point: Point): KnownPosition => ({
    lat: point.lat,
    lng: point.lng,
    accuracy_m: ACCURACY_M,
    recorded_at: now.toISOString(),
  });
  if (step.kind === 'move' && step.to === 'picked_up' && pickup) return at(pickup);
  if (step.kind !== 'location' || !pickup) return null;
  if (step.leg === 'pickup')
    return at(
      between({ lat: pickup.lat + SETS_OUT.lat, lng: pickup.lng + SETS_OUT.lng }, pickup, step.progress),
    );
  return delivery && at(between(pickup, delivery, step.progress));
}

function between(from: Point, to: Point, progress: number): Point {
  return { lat: from.lat + (to.lat - from.lat) * progress, lng: from.lng + (to.lng - from.lng) * progress };
}

/** Return jobs belong to another delivery; a delivery takes its own steps. */
function actsOf(simulation: Simulation): readonly SimulationStep[] {
  return planSimulation(simulation).filter((step) => step.kind !== 'return');
}

function timeOf(started: Date, step: SimulationStep | undefined): Date {
  return new Date(started.getTime() + (step?.afterSeconds ?? 0) * 1_000);
}
