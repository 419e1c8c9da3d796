import type { EventKind } from '@cottontree/contract';
import { Failure } from '../core/failure.ts';
import type { Tenant } from '../core/tenant.ts';
import type { EndpointRecord } from './endpoints.queries.ts';
import { insertTestRecord } from './messages.queries.ts';
import type { Webhooks } from './open-webhooks.ts';
import { postOnce } from './send/post-once.ts';

export type TestToSend = {
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
export async function sendTest(room: Webhooks, tenant: Tenant, test: TestToSend): Promise<void> {
  const { endpoint } = test;
  const key = { merchant_id: tenant.merchantId, livemode: tenant.livemode, endpoint_id: endpoint.id };
  const receiver = (await room.endpoints.read([{ ...key, endpoint_version: endpoint.version }])).get(
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
    event: test.event,
    body: test.sealed,
    endpoint_version: endpoint.version,
    endpoint_status: endpoint.status,
    endpoint_lane: null,
  };
  const outcome = await postOnce(room, row, { receiver, leaseId: '' });
  if (!outcome?.attempt)
    throw new Failure(
      'SERVICE_UNAVAILABLE',
      'Nothing was sent: every connection to this server is busy with earlier requests. Send the same request again in ten seconds.',
      { retryAfterSeconds: 10 },
    );
  const { status, reason, attempt } = outcome;
  await insertTestRecord(room.store.of(tenant), tenant, {
    created_at: test.createdAt,
    message_id: test.message_id,
    event: test.event,
    body: test.sealed,
    delivery_id: test.delivery_id,
    endpoint_id: endpoint.id,
    status,
    reason: reason || null,
    finished_at: room.world.systemNow(),
    at: attempt.at,
    duration_ms: Math.round(attempt.durationMs),
    response: attempt.response,
    error: attempt.error,
    hint: attempt.hint,
    remote_address: attempt.remoteAddress,
    request_headers: JSON.stringify(attempt.signatures),
    response_headers: attempt.responseHeaders ? JSON.stringify(attempt.responseHeaders) : null,
    response_body: attempt.response === null ? null : attempt.responseBody,
  });
}
