import type { Attempt, AttemptSummary, WebhookDelivery, WebhookDeliverySummary } from '@cottontree/contract';
import { fixedHeaders } from '../signing/message-headers.ts';
import type { AttemptRow, WebhookDeliveryRow, WholeAttemptRow } from './webhook-deliveries.queries.ts';

/** A delivery with its attempts in short. */
export function presentDeliverySummary(
  row: WebhookDeliveryRow,
  attempts: readonly AttemptRow[],
): WebhookDeliverySummary {
  return { ...standing(row), attempts: attempts.map(presentAttemptSummary) };
}

export type SentTexts = { readonly body: string; readonly mask: (text: string) => string };

/** A delivery with all that was sent and answered. */
export function presentDelivery(
  row: WebhookDeliveryRow,
  attempts: readonly WholeAttemptRow[],
  sent: SentTexts,
): WebhookDelivery {
  return { ...standing(row), attempts: attempts.map((attempt) => presentAttempt(row, attempt, sent)) };
}

/** An attempt whole; the values of an endpoint's own headers are kept nowhere. */
export function presentAttempt(
  delivery: Pick<WebhookDeliveryRow, 'id' | 'event' | 'message_id'>,
  row: WholeAttemptRow,
  { body, mask }: SentTexts,
): Attempt {
  const signatures = JSON.parse(row.request_headers) as Record<string, string>;
  const headers = {
    ...fixedHeaders({ deliveryId: delivery.id, event: delivery.event, number: row.number }),
    'webhook-id': delivery.message_id,
    ...signatures,
  };
  return {
    ...presentAttemptSummary(row),
    request: { headers, body: mask(body) },
    response:
      row.status === null
        ? null
        : {
            headers: JSON.parse(mask(row.response_headers ?? '{}')) as Record<string, string>,
            body: mask(row.response_body?.toString('utf8') ?? ''),
          },
  };
}

function presentAttemptSummary(row: AttemptRow): AttemptSummary {
  return {
    number: row.number,
    trigger: row.trigger,
    at: row.at.toISOString(),
    duration_ms: row.duration_ms,
    response_status: row.status,
    error: row.error,
    hint: row.hint,
    drill: row.drill,
  };
}

function standing(row: WebhookDeliveryRow): Omit<WebhookDeliverySummary, 'attempts'> {
  return {
    id: row.id,
    message_id: row.message_id,
    endpoint_id: row.endpoint_id,
    event: row.event,
    entity: row.entity === '' ? null : row.entity,
    status: row.status,
    reason: row.reason,
    next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
    livemode: row.livemode,
  };
}
