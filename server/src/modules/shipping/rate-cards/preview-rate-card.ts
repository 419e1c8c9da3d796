import { scheduler } from 'node:timers/promises';
import {
  toMajor,
  type Currency,
  type Input,
  type Operations,
  type RateCardPreview,
} from '@cottontree/contract';
import type { DispatchCall } from '../../../kernel/call/call.ts';
import { operatorsOnly } from '../../../kernel/call/operators-only.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Shipping } from '../module.ts';
import { repriceDelivery, type PricingRecord } from '../pricing/pricing-record.ts';
import type { RateCard } from '../pricing/rate-card.ts';
import { readRateCard } from '../pricing/read-rate-card.ts';
import type { ZoneIndex } from '../coverage/compile-zones.ts';
import { findCard } from './find-card.ts';
import { samplePastJobs, type PastJob } from './past-jobs.queries.ts';

const JOBS_MAX = 5_000;
/** Pricing one takes about 15 µs; other requests get their turn in between. */
const AT_ONCE = 250;
const DAYS = 30;
const DAY_MS = 86_400_000;

/** Prices past deliveries of all merchants by a card, beside what they cost; changes nothing. */
export async function previewRateCard(
  { params, body }: Input<Operations['previewRateCard']>,
  call: DispatchCall,
  module: Shipping,
): Promise<Reply<RateCardPreview>> {
  operatorsOnly(call);
  const row = await findCard(module.store.system, params.version, call.now);
  const read = readRateCard(row.card);
  if (!read.ok) throw new Error(`Rate card ${row.version} cannot be read.`);
  const { days = DAYS, livemode = true } = body;
  const since = new Date(call.now.getTime() - days * DAY_MS);
  const sampled = await samplePastJobs(module.store.system.slow, {
    since,
    until: call.now,
    livemode,
    rows_max: JOBS_MAX,
  });
  const repriced = await repriceAll(sampled, { card: read.card, zones: module.map().zones });
  const jobs = Number(sampled[0]?.jobs ?? 0n);
  return reply({
    version: row.version,
    days,
    livemode,
    jobs,
    sampled: sampled.length,
    sampling: jobs > sampled.length ? 'even' : 'all',
    unknown: sampled.length - repriced.length,
    ...summarisePreview(repriced, read.card.currency),
  });
}

async function repriceAll(
  jobs: readonly PastJob[],
  { card, zones }: { readonly card: RateCard; readonly zones: ZoneIndex },
): Promise<readonly Repriced[]> {
  const repriced: Repriced[] = [];
  for (const [at, job] of jobs.entries()) {
    if (at % AT_ONCE === AT_ONCE - 1) await scheduler.yield();
    if (job.pricing === null) continue;
    const record = job.pricing;
    const price = repriceDelivery(record, card, zones.byCode);
    const refusal = price === null ? 'ZONE_NOT_SERVICED' : price.ok ? null : price.code;
    repriced.push({
      jobNumber: job.job_number,
      record,
      before: job.shipping_fee,
      after: price?.ok === true ? price.fee : null,
      refusal,
    });
  }
  return repriced;
}

/** A past delivery with what it cost and what it would cost; `after` is null where the card does not serve it. */
type Repriced = {
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
function summarisePreview(jobs: readonly Repriced[], currency: Currency): Summary {
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
