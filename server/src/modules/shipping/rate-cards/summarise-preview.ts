import { toMajor, type Currency, type RateCardPreview } from '@cottontree/contract';
import type { PricingRecord } from '../pricing/pricing-record.ts';

/** A past delivery with what it cost and what it would cost; `after` is null where the card does not serve it. */
export type Repriced = {
  readonly jobNumber: string;
  readonly record: PricingRecord;
  readonly before: bigint;
  readonly after: bigint | null;
  readonly refusal: string | null;
};
type Priced = Repriced & { readonly after: bigint };

type Summary = Omit<
  RateCardPreview,
  'version' | 'days' | 'livemode' | 'jobs' | 'sampled' | 'sampling' | 'unknown'
>;

const CHANGES_MAX = 20;

/** What a card changes: how many jobs become cheaper or dearer, by how much in all, for each zone and service level, and for which jobs most. */
export function summarisePreview(jobs: readonly Repriced[], currency: Currency): Summary {
  const priced = jobs.filter((job): job is Priced => job.after !== null);
  const byDifference = priced
    .filter((job) => job.after !== job.before)
    .toSorted((one, other) => compare(differenceOf(other), differenceOf(one)));
  const dearer = byDifference.filter((job) => job.after > job.before);
  const cheaper = byDifference.filter((job) => job.after < job.before).toReversed();
  const refused = jobs.filter((job) => job.refusal !== null);
  const shown = (some: readonly Priced[]) =>
    some.slice(0, CHANGES_MAX).map((job) => presentChange(job, currency));
  return {
    cheaper: cheaper.length,
    dearer: dearer.length,
    same: priced.length - byDifference.length,
    unquotable: refused.length,
    unquotable_reasons: [...groupBy(refused, ({ refusal }) => refusal ?? '')]
      .map(([code, some]) => ({ code, jobs: some.length }))
      .toSorted((one, other) => other.jobs - one.jobs),
    currency,
    ...sumsOf(priced, currency),
    by_zone: groupsOf(priced, { codeOf: ({ record }) => record.delivery_zone, currency }),
    by_service_level: groupsOf(priced, { codeOf: ({ record }) => record.service_level, currency }),
    dearest: shown(dearer),
    cheapest: shown(cheaper),
  };
}

type Grouping = { readonly codeOf: (job: Priced) => string; readonly currency: Currency };

function groupsOf(jobs: readonly Priced[], { codeOf, currency }: Grouping): Summary['by_zone'] {
  const groups = [...groupBy(jobs, codeOf)].map(([code, some]) => ({
    code,
    jobs: some.length,
    ...sumsOf(some, currency),
  }));
  return groups.toSorted(
    (one, other) => Math.abs(other.difference) - Math.abs(one.difference) || (one.code < other.code ? -1 : 1),
  );
}

function sumsOf(
  jobs: readonly Priced[],
  currency: Currency,
): { readonly before: number; readonly after: number; readonly difference: number } {
  const before = jobs.reduce((sum, job) => sum + job.before, 0n);
  const after = jobs.reduce((sum, job) => sum + job.after, 0n);
  return {
    before: toMajor(before, currency),
    after: toMajor(after, currency),
    difference: toMajor(after - before, currency),
  };
}

function presentChange(job: Priced, currency: Currency): Summary['dearest'][number] {
  const { record } = job;
  return {
    job_number: job.jobNumber,
    pickup_zone: record.pickup_zone,
    delivery_zone: record.delivery_zone,
    service_level: record.service_level,
    ...sumsOf([job], currency),
  };
}

function groupBy<Job>(
  jobs: readonly Job[],
  codeOf: (job: Job) => string,
): ReadonlyMap<string, readonly Job[]> {
  const groups = new Map<string, Job[]>();
  for (const job of jobs) {
    const group = groups.get(codeOf(job));
    if (group === undefined) groups.set(codeOf(job), [job]);
    else group.push(job);
  }
  return groups;
}

function differenceOf({ before, after }: Priced): bigint {
  return after - before;
}

function compare(one: bigint, other: bigint): number {
  return one < other ? -1 : Number(one > other);
}
