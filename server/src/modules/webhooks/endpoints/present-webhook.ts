import type { Webhook, WebhookSecret } from '@cottontree/contract';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import type { EndpointRecord } from './endpoints.queries.ts';
import { endOfOverlap, secretsAt } from '../signing/secrets-at.ts';

/** An endpoint as it is shown at a moment: without its secrets' text and the values of its headers. */
export function presentWebhook(record: EndpointRecord, now: Date): Webhook {
  return {
    id: record.id,
    url: record.url,
    events: [...record.events],
    description: record.description,
    status: record.status,
    disabled_reason: record.disabled_reason,
    success: record.success,
    max_in_flight: record.max_in_flight,
    rate_per_second: record.rate_per_second,
    ordered: record.ordered,
    header_names: [...record.header_names],
    secrets: presentSecrets(record, now),
    created_at: record.created_at.toISOString(),
    updated_at: record.updated_at.toISOString(),
    livemode: record.livemode,
  };
}

/** The endpoint with the version that If-Match names. */
export function replyWebhook(record: EndpointRecord, now: Date): Reply<Webhook> {
  return reply(presentWebhook(record, now), { version: String(record.version) });
}

/** While one is next, the primary's end is known already. */
function presentSecrets({ secrets }: EndpointRecord, now: Date): WebhookSecret[] {
  const read = secrets.map((secret) => ({
    id: secret.id,
    role: secret.role,
    overlap_hours: secret.overlap_hours,
    created_at: new Date(secret.created_at),
    promotes_at: secret.promotes_at === null ? null : new Date(secret.promotes_at),
    expires_at: secret.expires_at === null ? null : new Date(secret.expires_at),
  }));
  const standing = secretsAt(read, now);
  const promotesAt = standing.find(({ role }) => role === 'next')?.promotes_at ?? null;
  return standing.map(({ id, role, created_at, promotes_at, expires_at }) => {
    const end = role === 'primary' && promotesAt !== null ? endOfOverlap(standing, promotesAt) : expires_at;
    return {
      id,
      role,
      created_at: created_at.toISOString(),
      promotes_at: promotes_at?.toISOString() ?? null,
      expires_at: end?.toISOString() ?? null,
    };
  });
}

/** The same refusal for absent, another merchant's, the other mode's and malformed. */
export function webhookNotFound(id: string): Failure {
  return new Failure('WEBHOOK_NOT_FOUND', `There is no webhook endpoint ${id}.`);
}
