import type { Data, Input, Operations } from '@cottontree/contract';
import type { DispatchCall } from '../../../kernel/call/call.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { reissued, REISSUES_MAX } from '../deliveries/follow-up/reissue-code.ts';
import type { Shipping } from '../module.ts';
import { changeJob } from './direct-job.ts';
import { findReachedJob } from './find-reached-job.ts';

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
