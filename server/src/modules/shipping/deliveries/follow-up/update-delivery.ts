import {
  normaliseJobNumber,
  operations,
  type Delivery,
  type Input,
  type Operations,
} from '@cottontree/contract';
import type { Call } from '../../../../kernel/call/call.ts';
import { requireMatch } from '../../../../kernel/change/if-match.ts';
import { refuseReadOnly } from '../../../../kernel/shape/read-only.ts';
import { reply, type Reply } from '../../../../kernel/call/reply.ts';
import type { DeliveryChange, DeliveryRow } from '../deliveries.queries.ts';
import { deliveryNotFound, moveDelivery } from '../move-delivery.ts';
import type { Shipping } from '../../module.ts';
import { presentDelivery } from '../present-delivery.ts';
import { editDelivery } from './edit-delivery.ts';
import { readEdit } from './read-edit.ts';

/** Changes what may still change of a delivery; the fee stays as it is. */
export async function updateDelivery(
  { params, body }: Input<Operations['updateDelivery']>,
  call: Call,
  module: Shipping,
): Promise<Reply<Delivery>> {
  const jobNumber = normaliseJobNumber(params.jobNumber);
  if (jobNumber === null) throw deliveryNotFound(params.jobNumber);
  const edit = readEdit(body, call, module.map().card.currency);
  const decide = (row: DeliveryRow): DeliveryChange | null => {
    requireMatch(call.ifMatch, { version: row.version, what: `Delivery ${row.job_number}` });
    refuseReadOnly(operations.updateDelivery.readOnly, body, presentDelivery(row, module));
    return editDelivery(row, { edit, now: call.now, zones: module.map().zones });
  };
  const { row } = await moveDelivery(
    module.store.of(call.tenant),
    { tenant: call.tenant, jobNumber },
    { decide, wallClock: module.world.now() },
  );
  return reply(presentDelivery(row, module), { version: String(row.version) });
}
