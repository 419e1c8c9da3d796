import { nextStatuses, type DeliveryStatus } from '@cottontree/contract';
import { Failure } from '../../../../kernel/call/failure.ts';
import type { DeliveryRow } from '../../deliveries/deliveries.queries.ts';

/** A step that the delivery's status does not allow; `what` continues "it cannot …". */
export function notNow(row: DeliveryRow, to: DeliveryStatus, what: string): Failure {
  const from = row.status;
  if (from === 'cancelled' || from === 'failed') {
    return new Failure('DELIVERY_NOT_ACTIVE', `Delivery ${row.job_number} is ${from}; it cannot ${what}.`, {
      details: { status: from },
    });
  }
  return new Failure('STATE_CONFLICT', `Delivery ${row.job_number} is ${from}; it cannot ${what}.`, {
    details: { from, to, allowed: nextStatuses(from, 'driver') },
  });
}
