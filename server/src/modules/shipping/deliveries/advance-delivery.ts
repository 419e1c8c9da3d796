import {
  nextStatuses,
  normaliseJobNumber,
  pathTo,
  type Delivery,
  type DeliveryStatus,
  type Input,
  type Operations,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { withDriver } from './assign-driver.ts';
import { walked } from './walk-delivery.ts';
import type { DeliveryChange, DeliveryRow } from './deliveries.queries.ts';
import { findLeastBusyDriver } from './driver-choice.queries.ts';
import { moveAndFollow } from './follow-up/move-and-follow.ts';
import { deliveryNotFound } from './move-delivery.ts';
import type { Shipping } from '../module.ts';
import { presentDelivery } from './present-delivery.ts';

/** Walks a test delivery along the legal path to a status, as if a driver came and the right codes were entered. */
export async function advanceDelivery(
  { params, body }: Input<Operations['advanceDelivery']>,
  call: Call,
  module: Shipping,
): Promise<Reply<Delivery>> {
  const jobNumber = normaliseJobNumber(params.jobNumber);
  if (jobNumber === null) throw deliveryNotFound(params.jobNumber);

  return effect(module, call, {
    work: async (tx) => {
      const driver = await findLeastBusyDriver(module.store.system, call.tenant);
      const decide = (row: DeliveryRow): DeliveryChange | null => {
        const path = pathTo(row.status, body.to_status);
        if (path === null) throw noWay(row, body.to_status);
        if (path.length === 0) return null;
        return walked(row, {
          path,
          driverId: driver?.id ?? null,
          reason: null,
          by: 'merchant',
          now: call.now,
        });
      };
      const { row } = await moveAndFollow(
        tx,
        { tenant: call.tenant, jobNumber },
        { decide, module, now: call.now },
      );
      return reply(
        presentDelivery(driver && row.driver_id === driver.id ? withDriver(row, driver) : row, module),
      );
    },
  });
}

function noWay(row: DeliveryRow, to: DeliveryStatus): Failure {
  const from = row.status;
  return new Failure(
    'STATE_CONFLICT',
    `Delivery ${row.job_number} is ${from}; no legal way leads to ${to}.`,
    { details: { from, to, allowed: nextStatuses(from) } },
  );
}
