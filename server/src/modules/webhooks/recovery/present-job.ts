import type { WebhookJob } from '@cottontree/contract';
import type { WebhookJobRow } from './jobs.queries.ts';

/** A job as it is shown. */
export function presentJob(row: WebhookJobRow): WebhookJob {
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
