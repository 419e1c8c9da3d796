import {
  eventCatalogue,
  type EventKind,
  type Input,
  type Operations,
  type WebhookTestResult,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { writeThenAct } from '../../../kernel/effect/outside-effect.ts';
import { currentTrace, keepTrace } from '../../../kernel/running/trace.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import { findEndpoint, type EndpointRecord } from '../endpoints/endpoints.queries.ts';
import { maskerFor } from '../log/mask-codes.ts';
import { insertTestRecord } from '../log/messages.queries.ts';
import type { Webhooks } from '../module.ts';
import { idMaker, MESSAGE_SECRET } from '../fan-out/plan-messages.ts';
import { presentAttempt } from '../log/webhook-deliveries.ts';
import { readKey } from '../log/read-key.ts';
import { renderMessage } from '../fan-out/render-message.ts';
import { AttemptFault, postOnce, type TellAttempt } from '../send/post-once.ts';
import { findWebhookDelivery, wholeAttemptsOf } from '../log/webhook-deliveries.queries.ts';
import { webhookNotFound } from '../endpoints/present-webhook.ts';

/** What a test was given before it was sent. */
type Planned = { readonly message_id: string; readonly delivery_id: string };

/** Sends a signed example now, to a disabled endpoint too, and answers what came back; it is logged and never retried. */
export async function testWebhook(
  { params, body }: Input<Operations['testWebhook']>,
  call: Call,
  module: Webhooks,
): Promise<Reply<WebhookTestResult>> {
  const { tenant } = call;
  const endpoint = await findEndpoint(module.store.of(tenant), tenant, params.id);
  if (!endpoint) throw webhookNotFound(params.id);
  const newId = idMaker(module, module.world.systemNow());
  const basis: Basis = { call, module, endpoint };
  return writeThenAct(module, call, {
    judge: async () => null,
    write: async (): Promise<Planned> => ({ message_id: newId('msg_'), delivery_id: newId('wd_') }),
    act: async (planned, again) => {
      const known = again ? await readResult(planned, basis) : null;
      if (known) return reply(known);
      await sendExample(body.event ?? 'webhook.test', planned, basis);
      const result = await readResult(planned, basis);
      if (!result) throw new Error('A test was sent but its record cannot be read.');
      return reply(result);
    },
  });
}

type Basis = { readonly call: Call; readonly module: Webhooks; readonly endpoint: EndpointRecord };

async function sendExample(
  event: EventKind,
  planned: Planned,
  { call, module, endpoint }: Basis,
): Promise<void> {
  const createdAt = readKey('msg_', planned.message_id)?.created_at ?? module.world.systemNow();
  const object =
    event === 'webhook.test'
      ? { ...eventCatalogue[event].example, endpoint_id: endpoint.id }
      : eventCatalogue[event].example;
  const body = renderMessage({ event, livemode: call.tenant.livemode, createdAt, object });
  await sendTest(module, call.tenant, {
    endpoint,
    event,
    body,
    createdAt,
    sealed: module.vault.seal(body, MESSAGE_SECRET),
    ...planned,
  });
}

async function readResult(
  planned: Planned,
  { call, module, endpoint }: Basis,
): Promise<WebhookTestResult | null> {
  const runner = module.store.of(call.tenant);
  const key = readKey('wd_', planned.delivery_id);
  const row = key && (await findWebhookDelivery(runner, call.tenant, key));
  const [attempt] = row ? await wholeAttemptsOf(runner, call.tenant, row) : [];
  if (!row?.body || !attempt) return null;
  const body = module.vault.open(row.body, MESSAGE_SECRET).toString('utf8');
  return {
    ...presentAttempt(row, attempt, { body, mask: maskerFor(call.caller, body) }),
    succeeded: row.status === 'succeeded',
    event: row.event,
    delivery_id: row.id,
    message_id: row.message_id,
    endpoint_id: endpoint.id,
    livemode: row.livemode,
  };
}

type TestToSend = {
  readonly endpoint: EndpointRecord;
  readonly event: EventKind;
  readonly body: Buffer;
  /** The body as it is stored. */
  readonly sealed: Buffer;
  readonly createdAt: Date;
  readonly message_id: string;
  readonly delivery_id: string;
};

/** Makes the one attempt of a test and logs it as a message with its delivery. */
async function sendTest(module: Webhooks, tenant: Tenant, test: TestToSend): Promise<void> {
  const { endpoint } = test;
  const key = { merchant_id: tenant.merchantId, livemode: tenant.livemode, endpoint_id: endpoint.id };
  const receiver = (await module.endpoints.read([{ ...key, endpoint_version: endpoint.version }])).get(
    endpoint.id,
  );
  if (!receiver) throw new Error('An endpoint has no secret to sign with.');
  const row = {
    ...key,
    delivery_id: test.delivery_id,
    message_id: test.message_id,
    created_at: test.createdAt,
    trigger: 'test',
    attempt: 1,
    tries: 0,
    gone: false,
    ordered: false,
    drill: null,
    endpoint_version: endpoint.version,
    endpoint_status: endpoint.status,
    endpoint_lane: null,
  };
  const trace = currentTrace();
  const message = { event: test.event, body: test.body, trace: trace ? keepTrace(trace) : '' };
  const outcome = await new Promise<Parameters<TellAttempt>[0]>((done) =>
    postOnce(module, { row, receiver, message, leaseId: '' }, done),
  );
  if (outcome instanceof AttemptFault) throw outcome;
  if (!outcome?.attempt)
    throw new Failure(
      'SERVICE_UNAVAILABLE',
      'Nothing was sent: every connection to this server is busy with earlier requests. Send the same request again in ten seconds.',
      { retryAfterSeconds: 10 },
    );
  const { status, reason, attempt } = outcome;
  await insertTestRecord(module.store.of(tenant), tenant, {
    created_at: test.createdAt,
    message_id: test.message_id,
    event: test.event,
    body: test.sealed,
    delivery_id: test.delivery_id,
    endpoint_id: endpoint.id,
    status,
    reason: reason || null,
    finished_at: module.world.systemNow(),
    at: attempt.at,
    duration_ms: Math.round(attempt.durationMs),
    response: attempt.response,
    error: attempt.error,
    hint: attempt.hint,
    remote_address: attempt.remoteAddress,
    request_headers: attempt.signatures,
    response_headers: attempt.responseHeaders ? JSON.stringify(attempt.responseHeaders) : null,
    response_body: attempt.response === null ? null : attempt.responseBody,
  });
}
