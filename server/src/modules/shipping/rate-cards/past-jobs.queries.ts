import type { Currency, RateCardReplay } from '@cottontree/contract';
import {
  findOwner,
  json,
  nullable,
  type Runner,
  statement,
  text,
  type ValuesOf,
} from '../../../store/index.ts';
import type { PricingRecord } from '../pricing/pricing-record.ts';

const sample = statement({
  name: 'rateCards.sampleJobs',
  params: { since: 'timestamptz', until: 'timestamptz', livemode: 'bool', rows_max: 'int4' },
  row: { jobs: 'int8', job_number: 'text', shipping_fee: 'int8', pricing: nullable(json<PricingRecord>()) },
  sql: `WITH made AS (
          SELECT merchant_id, livemode, job_number, row_number() OVER w AS place, count(*) OVER () AS jobs FROM deliveries
          WHERE created_at >= :since AND created_at < :until AND livemode = :livemode AND kind = 'delivery' WINDOW w AS (ORDER BY created_at, job_number)
        )
        SELECT m.jobs, d.job_number, d.shipping_fee, d.details -> 'pricing' AS pricing FROM made m JOIN deliveries d USING (merchant_id, livemode, job_number)
        WHERE m.place * :rows_max::int8 / greatest(m.jobs, :rows_max) <> (m.place - 1) * :rows_max::int8 / greatest(m.jobs, :rows_max) ORDER BY m.place`,
});

const priced = statement({
  name: 'rateCards.pricedJob',
  params: { merchant_id: 'text', livemode: 'bool', job_number: 'text' },
  row: {
    merchant_id: 'text',
    livemode: 'bool',
    currency: text<Currency>(),
    shipping_fee: 'int8',
    fee_breakdown: nullable(json<RateCardReplay['fee_breakdown']>()),
    pricing: nullable(json<PricingRecord>()),
  },
  sql: `SELECT merchant_id, livemode, currency, shipping_fee, details -> 'fee_breakdown' AS fee_breakdown, details -> 'pricing' AS pricing FROM deliveries WHERE merchant_id = :merchant_id AND livemode = :livemode AND job_number = :job_number`,
});

export type PastJob = ValuesOf<(typeof sample)['row']>;
export type PricedJob = ValuesOf<(typeof priced)['row']>;
export type SampleInput = ValuesOf<(typeof sample)['params']>;

/** Deliveries of all merchants made in a time; where there are more than `rows_max`, so many of them, evenly spread. */
export async function samplePastJobs(system: Runner, input: SampleInput): Promise<readonly PastJob[]> {
  return system.run(sample, input);
}

/** How a delivery, whoever it belongs to, was priced. */
export async function findPricedJob(system: Runner, jobNumber: string): Promise<PricedJob | undefined> {
  const owner = await findOwner(system, 'job', jobNumber);
  return owner && (await system.run(priced, { ...owner, job_number: jobNumber }))[0];
}
