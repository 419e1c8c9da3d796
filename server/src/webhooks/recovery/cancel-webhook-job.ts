import type { Input, Operations, WebhookJob } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { effect } from '../../core/effect.ts';
import { Failure } from '../../core/failure.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Webhooks } from '../open-webhooks.ts';
import { webhookJobNotFound } from '../webhook-not-found.ts';
import { cancelJobRow, findJobRow, type JobRow } from './jobs.queries.ts';
import { presentJob } from './present-job.ts';

/** Stops a job; what it queued already is still sent. */
export async function cancelWebhookJob(
  { params }: Input<Operations['cancelWebhookJob']>,
  call: Call,
  room: Webhooks,
): Promise<Reply<WebhookJob>> {
  const { tenant } = call;
  return effect(room, call, {
    single: true,
    work: async (runner) => {
      const row =
        (await cancelJobRow(runner, tenant, { id: params.id, now: room.world.systemNow() })) ??
        (await findJobRow(runner, tenant, params.id));
      if (!row) throw webhookJobNotFound(params.id);
      if (row.state === 'completed') throw completed(row);
      return reply(presentJob(row));
    },
  });
}

function completed({ id, state }: JobRow): Failure {
  return new Failure(
    'STATE_CONFLICT',
    `The job ${id} has completed: everything it was for is in the queue or sent.`,
    { details: { from: state, to: 'cancelled', allowed: [] } },
  );
}
