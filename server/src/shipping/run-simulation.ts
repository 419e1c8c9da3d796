import { isTerminal, pathTo, type DeliveryStatus } from '@cottontree/contract';
import type { Json } from '../store/index.ts';
import type { DeliveryChange, DeliveryRow } from './deliveries.queries.ts';
import { unchanged } from './delivery-change.ts';
import { CODE_ATTEMPTS_MAX } from './judge-code.ts';
import { planSimulation, type Simulation, type SimulationStep } from './simulate.ts';
import { walked } from './walk-delivery.ts';

/** How far a simulated delivery has come: its plan follows from `simulation`, `done` counts the steps taken. */
export type SimulationState = { readonly simulation: Simulation; readonly started_at: string; readonly done: number; readonly next_at: string };

/** The state of a simulation whose first step is still to come. */
export function startSimulation(simulation: Simulation, now: Date): SimulationState {
  const first = actsOf(simulation)[0];
  return { simulation, started_at: now.toISOString(), done: 0, next_at: timeOf(now, first).toISOString() };
}

/** Takes the next step of a simulated delivery; null once it has none. */
export function simulated(row: DeliveryRow, { driverId, now }: { readonly driverId: string | null; readonly now: Date }): DeliveryChange | null {
  const state = row.simulation as unknown as SimulationState;
  const step = actsOf(state.simulation)[state.done];
  const next = actsOf(state.simulation)[state.done + 1];
  const started = new Date(state.started_at);
  const after: SimulationState | null = next ? { ...state, done: state.done + 1, next_at: timeOf(started, next).toISOString() } : null;
  const change = step && !isTerminal(row.status as DeliveryStatus) ? takeStep(row, step, { driverId, now }) : unchanged(row, now);
  // The last step leaves behind what its status waits for by itself, such as completion; a step without a status nothing.
  const dueAtLast = change.status === row.status ? null : change.due_at;
  return { ...change, simulation: after as unknown as Json, due_at: after ? new Date(after.next_at) : dueAtLast };
}

function takeStep(row: DeliveryRow, step: SimulationStep, { driverId, now }: { readonly driverId: string | null; readonly now: Date }): DeliveryChange {
  if (step.kind === 'wrong_code') return { ...unchanged(row, now), delivery_attempts: Math.min(CODE_ATTEMPTS_MAX, row.delivery_attempts + 1) };
  const path = step.kind === 'move' ? pathTo(row.status as DeliveryStatus, step.to) : null;
  if (step.kind !== 'move' || path === null || path.length === 0) return unchanged(row, now);
  return walked(row, { path, driverId, reason: step.reason, by: step.to === 'cancelled' && step.reason === 'customer_cancelled' ? 'merchant' : 'system', now });
}

/** Positions on the way and return jobs belong to the courier's side; a delivery takes its own steps. */
function actsOf(simulation: Simulation): readonly SimulationStep[] {
  return planSimulation(simulation).filter((step) => step.kind === 'move' || step.kind === 'wrong_code');
}

function timeOf(started: Date, step: SimulationStep | undefined): Date {
  return new Date(started.getTime() + (step?.afterSeconds ?? 0) * 1_000);
}
