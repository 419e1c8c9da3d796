import { nextStatuses, normaliseJobNumber, type DeliveryStatus, type DeliverySummary, type Input, type Operations } from '@cottontree/contract';
import type { Call } from '../core/call.ts';
import { effect } from '../core/effect.ts';
import { Failure } from '../core/failure.ts';
import { reply, type Reply } from '../core/reply.ts';
import type { Fact } from '../outbox/index.ts';
import type { Json } from '../store/index.ts';
import { moved, unchanged } from './delivery-change.ts';
import type { DeliveryChange, DeliveryRow } from './deliveries.queries.ts';
import { findActiveDriver, type DriverRow } from './driver-choice.queries.ts';
import { deliveryNotFound, moveDelivery } from './move-delivery.ts';
import type { Shipping } from './open-shipping.ts';
import { presentSummary } from './present-delivery.ts';

/** Gives a delivery its driver, or another one; the latter is no change of status. */
export async function assignDelivery({ params, body }: Input<Operations['assignDelivery']>, call: Call, room: Shipping): Promise<Reply<DeliverySummary>> {
  const jobNumber = normaliseJobNumber(params.jobNumber);
  if (jobNumber === null) throw deliveryNotFound(params.jobNumber);

  return effect(room, call, {
    single: true,
    work: async (runner) => {
      const driver = await findActiveDriver(runner, body.driver_id);
      const decide = (row: DeliveryRow): DeliveryChange | null => {
        if (!driver) throw new Failure('DRIVER_NOT_FOUND', `There is no active driver ${body.driver_id}.`);
        return row.driver_id === driver.id && row.status === 'assigned' ? null : assigned(row, driver, call.now);
      };
      const { row, changed } = await moveDelivery(runner, { tenant: call.tenant, jobNumber }, { decide, wallClock: room.world.now() });
      if (changed) room.wake('webhooks.fanOut');
      return reply(presentSummary(driver ? withDriver(row, driver) : row, room.settings));
    },
  });
}

/** The row as it reads with its driver, whose name stands in another table. */
export function withDriver(row: DeliveryRow, driver: DriverRow): DeliveryRow {
  return { ...row, driver_id: driver.id, driver_name: driver.name, driver_phone: driver.phone, driver_vehicle_type: driver.vehicle_type, driver_plate: driver.plate };
}

function assigned(row: DeliveryRow, driver: DriverRow, now: Date): DeliveryChange {
  if (row.status === 'assigned') return { ...unchanged(row, now), driver_id: driver.id, facts: [driverChanged(row, driver, now)] as unknown as Json };
  if (row.status !== 'pending') {
    const details = { from: row.status, to: 'assigned', allowed: nextStatuses(row.status as DeliveryStatus, 'dispatcher') };
    throw new Failure('STATE_CONFLICT', `Delivery ${row.job_number} is ${row.status}; a driver can be assigned only until pickup.`, { details });
  }
  const change = moved(row, { path: ['assigned'], cause: { actor_type: 'dispatcher', actor: null, note: null }, moment: { at: now, recordedAt: now } });
  return { ...change, driver_id: driver.id };
}

function driverChanged(row: DeliveryRow, driver: DriverRow, now: Date): Fact {
  return {
    kind: 'shipping.driver.changed',
    sequence: row.version + 1,
    at: now.toISOString(),
    facts: {
      job_number: row.job_number,
      order_number: row.order_number,
      transaction_id: row.transaction_id,
      driver: { id: driver.id, name: driver.name, vehicle_type: driver.vehicle_type, plate: driver.plate },
      previous_driver_id: row.driver_id,
    },
  };
}
