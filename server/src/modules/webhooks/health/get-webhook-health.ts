import {
  attemptErrors,
  type HealthPeriod,
  type Input,
  type Operations,
  type WebhookHealth,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Webhooks } from '../module.ts';
import { webhookNotFound } from '../endpoints/present-webhook.ts';
import { hoursOf, oldestPendingOf, standingOf, type HealthHour } from './health.queries.ts';
import { FAILING_MS } from './judge-failing.ts';
import { DURATION_BOUNDS_MS, OUTCOMES } from './outcome-counter.ts';

const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;
const WEEK_HOURS = 7 * DAY_HOURS;

/** Tells how an endpoint fares, from its hourly figures. */
export async function getWebhookHealth(
  { params }: Input<Operations['getWebhookHealth']>,
  { tenant }: Call,
  module: Webhooks,
): Promise<Reply<WebhookHealth>> {
  const runner = module.store.of(tenant);
  const standing = await standingOf(runner, tenant, params.id);
  if (!standing) throw webhookNotFound(params.id);
  const thisHourMs = Math.floor(module.world.systemNow().getTime() / HOUR_MS) * HOUR_MS;
  const since = (hours: number): Date => new Date(thisHourMs - (hours - 1) * HOUR_MS);
  const week = await hoursOf(runner, tenant, { endpointId: params.id, from: since(WEEK_HOURS) });
  const day = week.filter(({ hour }) => hour >= since(DAY_HOURS));
  const oldest = await oldestPendingOf(module.store.system, params.id);
  const { failing_since: failingSince } = standing;
  return reply({
    endpoint_id: params.id,
    status: standing.status,
    lane: standing.lane === 0 ? 'healthy' : 'suspect',
    failing_since: failingSince?.toISOString() ?? null,
    consecutive_failures: standing.failures,
    deliveries_given_up: standing.exhausted,
    last_failure: standing.last_failure,
    disables_at:
      failingSince && standing.status === 'active'
        ? new Date(failingSince.getTime() + FAILING_MS).toISOString()
        : null,
    oldest_pending_at: oldest?.toISOString() ?? null,
    last_24_hours: summarise(day),
    last_7_days: summarise(week),
    hours: Array.from(
      { length: DAY_HOURS },
      (_, index) =>
        summarise(day.filter(({ hour }) => hour.getTime() === thisHourMs - (DAY_HOURS - 1 - index) * HOUR_MS))
          .success_rate,
    ),
    livemode: tenant.livemode,
  });
}

/** Adds hours up. */
export function summarise(hours: readonly Pick<HealthHour, 'outcomes' | 'durations'>[]): HealthPeriod {
  const outcomes = OUTCOMES.map((_, place) => sumOf(hours.map((hour) => hour.outcomes[place] ?? 0)));
  const durations = [...DURATION_BOUNDS_MS, 0].map((_, place) =>
    sumOf(hours.map((hour) => hour.durations[place] ?? 0)),
  );
  const attempts = sumOf(outcomes);
  const succeeded = outcomes[0] ?? 0;
  const failed = Object.fromEntries(
    attemptErrors.map((error) => [error, outcomes[OUTCOMES.indexOf(error)] ?? 0]),
  ) as HealthPeriod['failed'];
  return {
    attempts,
    succeeded,
    failed,
    success_rate: attempts === 0 ? null : Math.round((succeeded / attempts) * 10_000) / 10_000,
    duration_p50_ms: quantile(durations, 0.5),
    duration_p95_ms: quantile(durations, 0.95),
  };
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

/** Where in its bucket a quantile lies is taken as if the bucket were evenly filled. */
function quantile(counts: readonly number[], share: number): number | null {
  const all = sumOf(counts);
  if (all === 0) return null;
  let before = 0;
  for (const [place, count] of counts.entries()) {
    if (count > 0 && before + count >= all * share) {
      const from = DURATION_BOUNDS_MS[place - 1] ?? 0;
      const to = DURATION_BOUNDS_MS[place] ?? from;
      return Math.round(from + ((all * share - before) / count) * (to - from));
    }
    before += count;
  }
  return DURATION_BOUNDS_MS.at(-1) ?? null;
}
