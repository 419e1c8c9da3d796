import type { EventSubscription, EndpointStatus, SuccessRule, Webhook } from '@cottontree/contract';
import { reply, type Reply } from '../core/reply.ts';
import type { EndpointRecord } from './endpoints.queries.ts';

/** An endpoint as it is shown: without its secret and the values of its headers. */
export function presentWebhook(record: EndpointRecord): Webhook {
  return {
    id: record.id,
    url: record.url,
    events: record.events as EventSubscription[],
    description: record.description,
    status: record.status as EndpointStatus,
    disabled_reason: record.disabled_reason,
    success: record.success as SuccessRule,
    max_in_flight: record.max_in_flight,
    rate_per_second: record.rate_per_second,
    ordered: record.ordered,
    header_names: [...record.header_names],
    created_at: record.created_at.toISOString(),
    updated_at: record.updated_at.toISOString(),
    livemode: record.livemode,
  };
}

/** The endpoint with the version that If-Match names. */
export function replyWebhook(record: EndpointRecord): Reply<Webhook> {
  return reply(presentWebhook(record), { version: String(record.version) });
}
