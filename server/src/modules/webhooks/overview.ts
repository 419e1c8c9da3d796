import type { OverviewToday } from '@cottontree/contract';
import {
  needWhere,
  type FoundNeed,
  type OverviewQuestion,
  type OverviewShare,
} from '../../kernel/call/overview-share.ts';
import { summarise } from './health/get-webhook-health.ts';
import type { Webhooks } from './module.ts';
import {
  endpointsOf,
  waitingFor,
  webhookHours,
  type EndpointNow,
  type WebhookHour,
} from './overview.queries.ts';

const HOUR_MS = 3_600_000;
const HOURS = 24;

/** What endpoints say to an overview; sending goes by the service's own clock. */
export async function overviewOfWebhooks(
  { store, world }: Webhooks,
  question: OverviewQuestion,
): Promise<OverviewShare> {
  const seen = question.may('webhooks:read');
  if (!seen) return { steps: [{ step: 'webhook_endpoint', operation: 'createWebhook', seen, proof: null }] };
  const runner = store.of(question.tenant);
  const known = await endpointsOf(runner, question);
  const endpoints = known.map(({ id }) => id);
  const thisHourMs = Math.floor(world.systemNow().getTime() / HOUR_MS) * HOUR_MS;
  const from = new Date(thisHourMs - (HOURS - 1) * HOUR_MS);
  const rows = endpoints.length > 0 ? await webhookHours(runner, question.tenant, { endpoints, from }) : [];
  const waiting =
    endpoints.length > 0 ? await waitingFor(store.system, endpoints) : new Map<string, number>();
  const [first] = known;
  return {
    needs: needsOf(known, waiting),
    today: { webhooks: todayOf(rows, { from, waiting: sumOf([...waiting.values()]) }) },
    steps: [
      {
        step: 'webhook_endpoint',
        operation: 'createWebhook',
        seen,
        proof: first ? { id: first.id, at: first.created_at } : null,
      },
    ],
  };
}

function needsOf(known: readonly EndpointNow[], waiting: ReadonlyMap<string, number>): readonly FoundNeed[] {
  const disabled = known.filter(({ status }) => status === 'auto_disabled');
  // Also when nothing waits any more: what was given up has to be sent again by somebody.
  const failing = known.filter(({ status, failing_since: since }) => status === 'active' && since !== null);
  return [
    ...needOf(disabled, { kind: 'webhooks_disabled', tone: 'bad', waiting }),
    ...needOf(failing, { kind: 'webhooks_failing', tone: 'wait', waiting }),
  ];
}

type Found = Pick<FoundNeed, 'kind' | 'tone'> & { readonly waiting: ReadonlyMap<string, number> };

function needOf(endpoints: readonly EndpointNow[], { waiting, ...need }: Found): readonly FoundNeed[] {
  const sinceOf = ({ failing_since: since, updated_at: at }: EndpointNow): Date => since ?? at;
  const sorted = endpoints.toSorted((one, other) => sinceOf(one).getTime() - sinceOf(other).getTime());
  const [first] = sorted;
  return needWhere(first !== undefined, () => ({
    ...need,
    count: sorted.length,
    amount: null,
    first: {
      id: first?.id ?? '',
      label: first ? nameOf(first) : '',
      detail: first?.last_failure ?? null,
      since: first ? sinceOf(first) : null,
    },
    names: sorted.slice(0, 3).map(nameOf),
    waiting: sumOf(sorted.map(({ id }) => waiting.get(id) ?? 0)),
    list: { operation: 'listWebhooks', query: {} },
  }));
}

function nameOf({ description, url }: EndpointNow): string {
  return description ?? url;
}

function todayOf(
  rows: readonly WebhookHour[],
  { from, waiting }: { readonly from: Date; readonly waiting: number },
): NonNullable<OverviewToday['webhooks']> {
  const all = summarise(rows);
  return {
    answered: all.succeeded,
    failed: all.attempts - all.succeeded,
    duration_p50_ms: all.duration_p50_ms,
    waiting,
    hours: Array.from({ length: HOURS }, (_, index) => {
      const at = new Date(from.getTime() + index * HOUR_MS);
      const { attempts, succeeded } = summarise(rows.filter(({ hour }) => hour.getTime() === at.getTime()));
      return { at: at.toISOString(), answered: succeeded, failed: attempts - succeeded };
    }),
  };
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
