import { nextStatuses } from '@cottontree/contract';
import { Failure } from '../../../kernel/call/failure.ts';
import { type Fact, newFact } from '../../../outbox/index.ts';
import { moved, unchanged, type Cause } from './delivery-change.ts';
import { unassignedDue } from './due-time.ts';
import { detailsOf } from './present-delivery.ts';
import type { DeliveryChange, DeliveryRow } from './deliveries.queries.ts';
import type { DriverRow } from './driver-choice.queries.ts';

export type Assigning = { readonly now: Date; readonly cause: Cause };

/** The change that gives a delivery its driver, or an assigned one another driver, which is no change of status. */
export function assigned(row: DeliveryRow, driver: DriverRow, { now, cause }: Assigning): DeliveryChange {
  if (row.status === 'assigned')
    return {
      ...unchanged(row, now),
      driver_id: driver.id,
      phase: null,
      facts: [driverChanged(row, driver, now)],
    };
  if (row.status !== 'pending') {
    const details = { from: row.status, to: 'assigned', allowed: nextStatuses(row.status, 'dispatcher') };
    throw new Failure(
      'STATE_CONFLICT',
      `Delivery ${row.job_number} is ${row.status}; a driver can be assigned only until pickup.`,
      { details },
    );
  }
  return {
    ...moved(row, { path: ['assigned'], cause, moment: { at: now, recordedAt: now } }),
    driver_id: driver.id,
  };
}

/** The change that takes a delivery from its driver: the status stays, somebody else is searched; null where nobody has it. */
export function unassigned(row: DeliveryRow, now: Date): DeliveryChange | null {
  if (row.status === 'assigned')
    return row.driver_id === null
      ? null
      : {
          ...unchanged(row, now),
          driver_id: null,
          phase: 'searching',
          due_at: dueAgain(row, now),
          facts: [driverChanged(row, null, now)],
        };
  const details = { from: row.status, to: row.status, allowed: nextStatuses(row.status) };
  throw new Failure(
    'STATE_CONFLICT',
    `Delivery ${row.job_number} is ${row.status}; it can be taken from its driver only while it is assigned.`,
    { details },
  );
}

/** The row as it reads with its driver, whose name stands in another table. */
export function withDriver(row: DeliveryRow, driver: DriverRow): DeliveryRow {
  return {
    ...row,
    driver_id: driver.id,
    driver_name: driver.name,
    driver_phone: driver.phone,
    driver_vehicle_type: driver.vehicle_type,
    driver_plate: driver.plate,
  };
}

/** Until when another driver may be found: as long as there was at first, from now; a simulation has steps of its own. */
function dueAgain(row: DeliveryRow, now: Date): Date | null {
  if (row.simulation !== null) return row.due_at;
  const end = detailsOf(row).pickup_window_end;
  return unassignedDue(now, end === null || new Date(end) <= now ? null : new Date(end));
}

function driverChanged(row: DeliveryRow, driver: DriverRow | null, now: Date): Fact {
  return newFact({
    kind: 'shipping.driver.changed',
    sequence: row.version + 1,
    at: now.toISOString(),
    facts: {
      job_number: row.job_number,
      order_number: row.order_number,
      transaction_id: row.transaction_id,
      driver: driver && {
        id: driver.id,
        name: driver.name,
        vehicle_type: driver.vehicle_type,
        plate: driver.plate,
      },
      previous_driver_id: row.driver_id,
    },
  });
}
