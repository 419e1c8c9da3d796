import type {
  FoundNeed,
  OverviewQuestion,
  OverviewShare,
  StepTaken,
} from '../../kernel/call/overview-share.ts';
import { needWhere } from '../../kernel/call/overview-share.ts';
import type { Shipping } from './module.ts';
import {
  collectedCash,
  contestedDeliveries,
  firstDelivery,
  standingOfDeliveries,
  type ContestedDeliveries,
  type DeliveriesStanding,
  type FirstDelivery,
} from './overview.queries.ts';

const WEEK_MS = 7 * 86_400_000;

/** What deliveries say to an overview. */
export async function overviewOfShipping(
  { store }: Shipping,
  question: OverviewQuestion,
): Promise<OverviewShare> {
  const isSeen = question.may('shipping:read');
  if (!isSeen) return { steps: stepsOf(undefined, isSeen) };
  const runner = store.reads(question.tenant);
  const week = new Date(question.now.getTime() - WEEK_MS);
  const standing = await standingOfDeliveries(runner, question, week);
  const contested = await contestedDeliveries(runner, question);
  return {
    sources: ['deliveries'],
    money: await collectedCash(runner, question),
    needs: [...needsOf(standing, week), ...contestedNeeds(contested)],
    today: { deliveries: todayOf(standing) },
    steps: stepsOf(await firstDelivery(runner, question), isSeen),
  };
}

function todayOf(row: DeliveriesStanding) {
  const count = (name: 'pending' | 'assigned' | 'picked_up' | 'in_transit'): number => Number(row[name]);
  const [pending, assigned] = [count('pending'), count('assigned')];
  const [picked_up, in_transit] = [count('picked_up'), count('in_transit')];
  return {
    pending,
    assigned,
    picked_up,
    in_transit,
    in_motion: pending + assigned + picked_up + in_transit,
    late: Number(row.late),
    late_by_status: {
      pending: Number(row.late_pending),
      assigned: Number(row.late_assigned),
      picked_up: Number(row.late_picked_up),
      in_transit: Number(row.late_in_transit),
    },
    delivered: Number(row.delivered),
    failed: Number(row.failed_today),
  };
}

function needsOf(row: DeliveriesStanding, week: Date): readonly FoundNeed[] {
  const late = row.late_jobs ?? [];
  const failed = row.failed_jobs ?? [];
  return [
    ...needWhere(row.late > 0n, () => ({
      kind: 'deliveries_late',
      tone: 'bad',
      count: Number(row.late),
      amount: null,
      first: jobNamed(late[0], row.late_city, row.late_since),
      names: late,
      list: { operation: 'listDeliveries', query: { late: 'true' } },
    })),
    ...needWhere(row.failed > 0n, () => ({
      kind: 'deliveries_failed',
      tone: 'bad',
      count: Number(row.failed),
      amount: null,
      first: jobNamed(failed[0], row.failed_city, row.failed_since),
      names: failed,
      list: { operation: 'listDeliveries', query: { status: 'failed', updated_since: week.toISOString() } },
    })),
  ];
}

function contestedNeeds(row: ContestedDeliveries): readonly FoundNeed[] {
  const jobs = row.disputed_jobs ?? [];
  const claimed = row.claims_jobs ?? [];
  return [
    ...needWhere(row.disputed > 0n, () => ({
      kind: 'cod_disputed',
      tone: 'bad',
      count: Number(row.disputed),
      amount: row.disputed_amount,
      first: jobNamed(jobs[0], row.disputed_city, row.disputed_since),
      names: jobs,
      list: { operation: 'listDeliveries', query: { cod_status: 'disputed' } },
    })),
    ...needWhere(row.claims > 0n, () => ({
      kind: 'claims_open',
      tone: 'wait',
      count: Number(row.claims),
      amount: row.claims_amount,
      first: {
        id: row.claims_ids?.[0] ?? '',
        label: claimed[0] ?? '',
        detail: null,
        since: row.claims_since,
      },
      names: claimed,
      list: { operation: 'listClaims', query: { status: 'open' } },
    })),
  ];
}

function jobNamed(job = '', city: string | null, since: Date | null): FoundNeed['first'] {
  return { id: job, label: job, detail: city, since };
}

function stepsOf(first: FirstDelivery | undefined, seen: boolean): readonly StepTaken[] {
  const { address_id: address, job_number: job } = first ?? {};
  return [
    {
      step: 'pickup_address',
      operation: 'saveAddress',
      seen,
      proof: address ? { id: address, at: first?.address_at ?? null } : null,
    },
    {
      step: 'first_delivery',
      operation: 'createDelivery',
      seen,
      proof: job ? { id: job, at: first?.created_at ?? null } : null,
    },
  ];
}
