import { scheduler } from 'node:timers/promises';
import type { Input, Operations, RateCardPreview } from '@cottontree/contract';
import type { DispatchCall } from '../../../kernel/call/call.ts';
import { operatorsOnly } from '../../../kernel/call/operators-only.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Shipping } from '../module.ts';
import { repriceDelivery } from '../pricing/pricing-record.ts';
import type { RateCard } from '../pricing/rate-card.ts';
import { readRateCard } from '../pricing/read-rate-card.ts';
import type { ZoneIndex } from '../coverage/compile-zones.ts';
import { findCard } from './find-card.ts';
import { samplePastJobs, type PastJob } from './past-jobs.queries.ts';
import { summarisePreview, type Repriced } from './summarise-preview.ts';

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
