import {
  nextStatuses,
  pathTo,
  type Data,
  type DeliverySummary,
  type Input,
  type Operations,
} from '@cottontree/contract';
import type { DispatchCall } from '../../../kernel/call/call.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { composeFile, insertFile, readPhoto } from '../../files/index.ts';
import type { DeliveryChange, DeliveryRow } from '../deliveries/deliveries.queries.ts';
import { moved } from '../deliveries/delivery-change.ts';
import { isSearchedAgain } from '../deliveries/is-waiting.ts';
import type { Shipping } from '../module.ts';
import { reissued, REISSUES_MAX } from '../deliveries/follow-up/reissue-code.ts';
import { changeJob, directJob, findReachedJob } from './direct-job.ts';

type Body = Input<Operations['overrideHandoff']>['body'];

/** Hands a parcel over without its code, for a reason and with a photo that the audit log names. */
export async function overrideHandoff(
  { params, body }: Input<Operations['overrideHandoff']>,
  call: DispatchCall,
  module: Shipping,
): Promise<Reply<DeliverySummary>> {
  const photo = composeFile(module, await module.photos.encode(readPhoto(body.photo)));
  return directJob(
    {
      action: 'overrideHandoff',
      jobNumber: params.jobNumber,
      details: { to_status: body.to_status, reason: body.reason, photo: photo.id },
      decide: (row, { now }) => overridden(row, body, { call, now }),
      alongside: (tx, { tenant, jobNumber }) => insertFile(tx, { tenant, subject: jobNumber }, photo),
    },
    { call, module },
  );
}

/** Null where it stands there already. The handoff has happened, but no code has proved it. */
function overridden(
  row: DeliveryRow,
  body: Body,
  { call, now }: { readonly call: DispatchCall; readonly now: Date },
): DeliveryChange | null {
  const from = row.status;
  if (from === body.to_status) return null;
  const path = from === 'pending' || isSearchedAgain(row) ? null : pathTo(from, body.to_status);
  if (!path || (body.to_status === 'delivered' && from === 'assigned')) {
    throw new Failure(
      'STATE_CONFLICT',
      `Delivery ${row.job_number} is ${from}; its handoff to ${body.to_status} cannot be overridden now.`,
      { details: { from, to: body.to_status, allowed: nextStatuses(from, 'dispatcher') } },
    );
  }
  const taken = body.recipient_name === undefined ? '' : ` Taken by ${body.recipient_name}.`;
  return moved(row, {
    path,
    cause: {
      actor_type: 'dispatcher',
      actor: call.operator.name,
      note: `Without a code: ${body.reason}${taken}`,
    },
    moment: { at: now, recordedAt: now },
  });
}

/** Makes a handoff code anew for whoever holds it; the dispatcher never sees it. */
export async function reissueCodeByDispatcher(
  { params, body }: Input<Operations['reissueCodeByDispatcher']>,
  call: DispatchCall,
  module: Shipping,
): Promise<Reply<Data<Operations['reissueCodeByDispatcher']>>> {
  const { type, reason } = body;
  const job = await findReachedJob(params.jobNumber, call, module);
  return effect(
    module,
    { tenant: job.tenant, idempotency: call.idempotency },
    {
      work: async (tx) => {
        const { row } = await changeJob(
          tx,
          {
            action: 'reissueCodeByDispatcher',
            jobNumber: job.jobNumber,
            details: { type, reason: reason ?? null },
            decide: (found) => reissued(found, { type, now: job.now, module }),
          },
          { job, call, module },
        );
        return reply({
          job_number: job.jobNumber,
          type,
          reissues_left: REISSUES_MAX - (type === 'pickup' ? row.pickup_reissues : row.delivery_reissues),
        });
      },
    },
  );
}
