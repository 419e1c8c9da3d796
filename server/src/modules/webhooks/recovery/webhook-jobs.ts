import type { Input, Operations, WebhookJob } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Webhooks } from '../module.ts';
import { cancelJobRow, findJobRow, jobList, type WebhookJobRow } from './jobs.queries.ts';
import { presentJob } from './present-job.ts';

/** Lists jobs, newest first unless sorted otherwise. */
export async function listWebhookJobs(
  { query }: Input<Operations['listWebhookJobs']>,
  call: Call,
  { store }: Webhooks,
): Promise<Reply<readonly WebhookJob[]>> {
  const { rows, meta } = await jobList.find(store.reads(call.tenant), { call, query });
  return reply(rows.map(presentJob), { meta });
}

/** Reads a job: how far it is. */
export async function getWebhookJob(
  { params }: Input<Operations['getWebhookJob']>,
  { tenant }: Call,
  module: Webhooks,
): Promise<Reply<WebhookJob>> {
  const row = await findJobRow(module.store.of(tenant), tenant, params.id);
  if (!row) throw webhookJobNotFound(params.id);
  return reply(presentJob(row));
}

/** Stops a job; what it queued already is still sent. */
export async function cancelWebhookJob(
  { params }: Input<Operations['cancelWebhookJob']>,
  call: Call,
  module: Webhooks,
): Promise<Reply<WebhookJob>> {
  const { tenant } = call;
  return effect(module, call, {
    single: true,
    work: async (runner) => {
      const row =
        (await cancelJobRow(runner, tenant, { id: params.id, now: module.world.systemNow() })) ??
        (await findJobRow(runner, tenant, params.id));
      if (!row) throw webhookJobNotFound(params.id);
      if (row.state === 'completed') throw completed(row);
      return reply(presentJob(row));
    },
  });
}

function completed({ id, state }: WebhookJobRow): Failure {
  return new Failure(
    'STATE_CONFLICT',
    `The job ${id} has completed: everything it was for is in the queue or sent.`,
    { details: { from: state, to: 'cancelled', allowed: [] } },
  );
}

function webhookJobNotFound(id: string): Failure {
  return new Failure(
    'WEBHOOK_JOB_NOT_FOUND',
    `There is no webhook job ${id}. Finished ones are kept for 30 days.`,
  );
}
