import { normaliseJobNumber, type Delivery, type Input, type Operations } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { effect } from '../../core/effect.ts';
import { Failure } from '../../core/failure.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Runner } from '../../store/index.ts';
import { composeDelivery, type ComposedDelivery } from '../compose-delivery.ts';
import { findDelivery, type DeliveryChange, type DeliveryRow, type JobKey } from '../deliveries.queries.ts';
import { insertDeliveries } from '../new-deliveries.queries.ts';
import { unchanged } from '../delivery-change.ts';
import { deliveryNotFound, guessesOf, moveDelivery } from '../move-delivery.ts';
import type { Shipping } from '../open-shipping.ts';
import { detailsOf, type DeliveryDetails } from '../present-delivery.ts';
import { readOrder } from '../read-order.ts';
import { walked } from '../walk-delivery.ts';
import { composeRedelivery, type RedeliverBody } from './compose-redelivery.ts';
import { existingReturn } from './return-delivery.ts';

/** Makes a new job for a parcel that could not be delivered, priced as of now; a return not yet begun is called off. */
export async function redeliverDelivery(
  { params, body }: Input<Operations['redeliverDelivery']>,
  call: Call,
  room: Shipping,
): Promise<Reply<Delivery>> {
  const jobNumber = normaliseJobNumber(params.jobNumber);
  if (jobNumber === null) throw deliveryNotFound(params.jobNumber);
  return effect(room, call, { work: (tx) => redeliver(tx, { jobNumber, body, call, room }) });
}

type Wish = {
  readonly jobNumber: string;
  readonly body: RedeliverBody;
  readonly call: Call;
  readonly room: Shipping;
};

async function redeliver(tx: Runner, { jobNumber, body, call, room }: Wish): Promise<Reply<Delivery>> {
  const key = { tenant: call.tenant, jobNumber };
  const row = await findDelivery(tx, key, guessesOf(room.world.now()));
  if (!row) throw deliveryNotFound(jobNumber);
  refuseUnlessFailed(row);
  const order = await readOrder(composeRedelivery(row, body), call, room);
  const follows = { kind: 'redelivery' as const, original: { job_number: row.job_number, kind: row.kind } };
  const made = composeDelivery({ ...order, follows }, call, room);
  await callOffReturn(tx, row, { call, room });
  await link(tx, key, { made, call, room });
  const [inserted] = await insertDeliveries(tx, [
    { recorded_at: room.world.now().toISOString(), ...made.columns },
  ]);
  if (!inserted?.inserted)
    throw new Failure('SERVICE_UNAVAILABLE', 'No free job number was found. Send the same request again.', {
      retryAfterSeconds: 1,
    });
  const { warnings: _warnings, ...delivery } = made.answer;
  return reply(delivery);
}

function refuseUnlessFailed(row: DeliveryRow): void {
  const status = row.status;
  const details = { from: status, to: status, allowed: [] };
  if (status !== 'failed')
    throw new Failure(
      'STATE_CONFLICT',
      `Delivery ${row.job_number} is ${status}; only what has failed can be delivered again.`,
      { details },
    );
  const again = detailsOf(row).related_jobs.find(
    ({ kind, job_number }) => kind === 'redelivery' && job_number !== detailsOf(row).original_job_number,
  );
  if (again)
    throw new Failure(
      'STATE_CONFLICT',
      `Delivery ${row.job_number} is being delivered again as ${again.job_number}. If that one fails too, redeliver it.`,
      { details: { ...details, job_number: again.job_number } },
    );
}

/** The failed job names the new one; two requests at once cannot both make one. */
async function link(
  tx: Runner,
  key: JobKey,
  { made, call, room }: { readonly made: ComposedDelivery; readonly call: Call; readonly room: Shipping },
): Promise<void> {
  const decide = (row: DeliveryRow): DeliveryChange => {
    refuseUnlessFailed(row);
    const before = detailsOf(row);
    const details: DeliveryDetails = {
      ...before,
      related_jobs: [...before.related_jobs, { job_number: made.columns.job_number, kind: 'redelivery' }],
    };
    return { ...unchanged(row, call.now), phase: null, details };
  };
  await moveDelivery(tx, key, { decide, wallClock: room.world.now() });
}

/** Nobody pays for a return that has not begun; one that has must arrive first. */
async function callOffReturn(
  tx: Runner,
  row: DeliveryRow,
  { call, room }: { readonly call: Call; readonly room: Shipping },
): Promise<void> {
  const back = existingReturn(row);
  if (back === null) return;
  const decide = (found: DeliveryRow): DeliveryChange | null => {
    if (found.status === 'picked_up' || found.status === 'in_transit') {
      const details = { from: row.status, to: row.status, allowed: [], job_number: back };
      throw new Failure(
        'STATE_CONFLICT',
        `The parcel of ${row.job_number} is on its way back as ${back}. Deliver it again once that has arrived.`,
        { details },
      );
    }
    if (found.status !== 'pending' && found.status !== 'assigned') return null;
    return walked(found, {
      path: ['cancelled'],
      driverId: null,
      reason: 'other',
      by: 'system',
      now: call.now,
    });
  };
  await moveDelivery(tx, { tenant: call.tenant, jobNumber: back }, { decide, wallClock: room.world.now() });
}
