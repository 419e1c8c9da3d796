import type { Milestone } from '@cottontree/contract';
import { announcement, type Fact } from '../../../outbox/index.ts';
import { keyOf } from '../../../kernel/call/tenant.ts';
import { json, statement, type Runner, type ValuesOf } from '../../../store/index.ts';
import type { JobKey } from '../deliveries/deliveries.queries.ts';

const JOB = {
  merchant_id: 'text',
  livemode: 'bool',
  job_number: 'text',
  order_number: 'text',
  transaction_id: 'text',
  status: 'text',
  version: 'int4',
  picked_up_at: 'timestamptz?',
  details: 'jsonb',
  clock: 'timestamptz?',
  reached: 'text[]',
} as const;

/** Of one courier, who has few. */
const underWay = statement({
  name: 'milestones.underWay',
  params: { driver_id: 'text' },
  row: JOB,
  sql: `SELECT d.merchant_id, d.livemode, d.job_number, d.order_number, d.transaction_id, d.status, d.version, d.picked_up_at, d.details, c.frozen_at AS clock,
          ARRAY(SELECT m.milestone FROM delivery_milestones m WHERE m.merchant_id = d.merchant_id AND m.livemode = d.livemode AND m.job_number = d.job_number) AS reached
        FROM deliveries d LEFT JOIN test_clocks c ON c.merchant_id = d.merchant_id AND c.livemode = d.livemode
        WHERE d.driver_id = :driver_id AND d.status IN ('assigned', 'picked_up', 'in_transit') LIMIT 50`,
});

/** The milestone and its message, once; or neither. */
const reach = statement({
  name: 'milestones.reach',
  params: {
    merchant_id: 'text',
    livemode: 'bool',
    job_number: 'text',
    milestone: 'text',
    reached_at: 'timestamptz',
    facts: json<readonly Fact[]>(),
  },
  row: { milestone: 'text' },
  sql: `WITH reached AS (
          INSERT INTO delivery_milestones (merchant_id, livemode, job_number, milestone, reached_at) VALUES (:merchant_id, :livemode, :job_number, :milestone, :reached_at)
          ON CONFLICT DO NOTHING RETURNING merchant_id, livemode, job_number, milestone
        ), announced AS (
          ${announcement({ source: 'reached', entity: 'job_number', facts: ':facts' })}
        )
        SELECT milestone FROM reached`,
});

export type JobUnderWay = ValuesOf<typeof JOB>;
export type NewMilestone = {
  readonly milestone: Milestone;
  readonly at: Date;
  readonly facts: readonly Fact[];
};

export async function jobsUnderWay(system: Runner, driverId: string): Promise<readonly JobUnderWay[]> {
  return system.run(underWay, { driver_id: driverId });
}

/** False when the job had reached it before. */
export async function reachMilestone(
  runner: Runner,
  { tenant, jobNumber }: JobKey,
  { milestone, at, facts }: NewMilestone,
): Promise<boolean> {
  return (
    (await runner.run(reach, { ...keyOf(tenant), job_number: jobNumber, milestone, reached_at: at, facts }))
      .length === 1
  );
}
