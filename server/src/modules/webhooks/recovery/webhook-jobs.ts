import type {
  Input,
  Operations,
  RecoverWebhookBody,
  WebhookJob,
  WebhookRecovery,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { Failure, invalid } from '../../../kernel/call/failure.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { readTime } from '../../../kernel/time/read-time.ts';
import type { Webhooks } from '../module.ts';
import { findEndpoint, lockEndpoints } from '../endpoints/endpoints.queries.ts';
import { idMaker } from '../fan-out/plan-messages.ts';
import { webhookNotFound } from '../endpoints/present-webhook.ts';
import {
  cancelJobRow,
  countRecoverable,
  findJobRow,
  insertJob,
  jobList,
  type Recoverable,
  type WebhookJobRow,
} from './jobs.queries.ts';

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

const RUNNING_MAX = 10;

/** Makes a job that sends again what the endpoint missed; a dry run only counts. */
export async function recoverWebhook(
  input: Input<Operations['recoverWebhook']>,
  call: Call,
  module: Webhooks,
): Promise<Reply<WebhookRecovery>> {
  const { params, body } = input;
  const { tenant } = call;
  if (body.dry_run === true) return countOnly(input, call, module);
  const answer = await effect<WebhookRecovery>(module, call, {
    work: async (tx) => {
      const endpoint = await findEndpoint(tx, tenant, params.id);
      if (!endpoint) throw webhookNotFound(params.id);
      if (endpoint.status !== 'active') throw notActive(endpoint);
      const wanted = readWanted(body, call, { module, endpointId: params.id });
      await lockEndpoints(tx, tenant);
      const now = module.world.systemNow();
      const total = await countRecoverable(tx, tenant, wanted);
      const made = await insertJob(tx, tenant, {
        ...wanted,
        id: idMaker(module, now)('wj_'),
        matched: total,
        created_at: now,
        running_max: RUNNING_MAX,
      });
      if (!made) throw tooManyJobs();
      return reply({ dry_run: false, total, job: presentJob(made) });
    },
  });
  if (!answer.replayed) module.wake('webhooks.recover');
  return answer;
}

/** Nothing is written, so nothing is remembered of it. */
async function countOnly(
  { params, body }: Input<Operations['recoverWebhook']>,
  call: Call,
  module: Webhooks,
): Promise<Reply<WebhookRecovery>> {
  const { tenant } = call;
  if (!(await findEndpoint(module.store.of(tenant), tenant, params.id))) throw webhookNotFound(params.id);
  const wanted = readWanted(body, call, { module, endpointId: params.id });
  return reply(
    { dry_run: true, total: await countRecoverable(module.store.slow(tenant), tenant, wanted), job: null },
    { status: 200 },
  );
}

/** Webhooks live by the wall clock, whatever a test clock says. */
function readWanted(
  body: RecoverWebhookBody,
  call: Call,
  { module, endpointId }: { readonly module: Webhooks; readonly endpointId: string },
): Recoverable {
  const since = readTime(body.since, { path: 'since', call });
  const until =
    body.until === undefined ? module.world.systemNow() : readTime(body.until, { path: 'until', call });
  if (since >= until)
    throw invalid({
      path: 'since',
      message: `must lie before ${body.until === undefined ? 'now' : 'until'}`,
    });
  const statuses = typeof body.status === 'string' ? [body.status] : (body.status ?? ['failed', 'skipped']);
  return { endpoint_id: endpointId, since, until, statuses, events: body.events ?? null };
}

function notActive({ id, status }: { readonly id: string; readonly status: string }): Failure {
  return new Failure(
    'STATE_CONFLICT',
    `The webhook endpoint ${id} is ${status.replace('_', '-')}. Enable it first.`,
    { details: { from: status, to: 'active', allowed: ['active'] } },
  );
}

function tooManyJobs(): Failure {
  return new Failure(
    'TOO_MANY_JOBS',
    `${RUNNING_MAX} jobs are at work already. Wait for one to end, or cancel one, and try again.`,
    { details: { jobs_max: RUNNING_MAX } },
  );
}

/** A job as it is shown. */
function presentJob(row: WebhookJobRow): WebhookJob {
  return {
    id: row.id,
    kind: 'recover',
    endpoint_id: row.endpoint_id,
    since: row.since.toISOString(),
    until: row.until.toISOString(),
    statuses: [...row.statuses],
    events: row.events && [...row.events],
    state: row.state,
    reason: row.reason,
    total: row.matched,
    done: row.done,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
    livemode: row.livemode,
  };
}
