import type { Milestone } from '@cottontree/contract';
import { type Fact, newFact } from '../../../outbox/index.ts';
import type { Runner } from '../../../store/index.ts';
import type { JobKey } from '../deliveries/deliveries.queries.ts';
import { reachMilestone } from './positions.queries.ts';

type Told = {
  readonly job_number: string;
  readonly order_number: string;
  readonly transaction_id: string;
  readonly version: number;
};
export type Reached = {
  readonly key: JobKey;
  readonly row: Told;
  readonly milestone: Milestone;
  readonly at: Date;
};

/** Tells, once a job, that its courier has come so far; false when that was told before. */
export async function announceMilestone(
  runner: Runner,
  { key, row, milestone, at }: Reached,
): Promise<boolean> {
  const { job_number, order_number, transaction_id, version } = row;
  const fact: Fact = newFact({
    kind: 'shipping.milestone',
    sequence: version,
    at: at.toISOString(),
    facts: { job_number, order_number, transaction_id, milestone },
  });
  return reachMilestone(runner, key, { milestone, at, facts: [fact] });
}
