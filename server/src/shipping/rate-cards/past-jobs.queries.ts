import { statement, type Runner, type ValuesOf } from '../../store/index.ts';

const sample = statement({
  name: 'rateCards.sampleJobs',
  params: { since: 'timestamptz', until: 'timestamptz', livemode: 'bool', rows_max: 'int4' },
  row: { jobs: 'int8', job_number: 'text', shipping_fee: 'int8', pricing: 'jsonb?' },
  sql: `WITH made AS (
          SELECT merchant_id, livemode, job_number, row_number() OVER w AS place, count(*) OVER () AS jobs FROM deliveries
          WHERE created_at >= $1 AND created_at < $2 AND livemode = $3 AND kind = 'delivery' WINDOW w AS (ORDER BY created_at, job_number)
        )
        SELECT m.jobs, d.job_number, d.shipping_fee, d.details -> 'pricing' AS pricing FROM made m JOIN deliveries d USING (merchant_id, livemode, job_number)
        WHERE m.place * $4::int8 / greatest(m.jobs, $4) <> (m.place - 1) * $4::int8 / greatest(m.jobs, $4) ORDER BY m.place`,
});

const priced = statement({
  name: 'rateCards.pricedJob',
  params: { job_number: 'text' },
  row: {
    merchant_id: 'text',
    livemode: 'bool',
    currency: 'text',
    shipping_fee: 'int8',
    fee_breakdown: 'jsonb?',
    pricing: 'jsonb?',
  },
  sql: `SELECT merchant_id, livemode, currency, shipping_fee, details -> 'fee_breakdown' AS fee_breakdown, details -> 'pricing' AS pricing FROM deliveries WHERE job_number = $1`,
});

export type PastJob = ValuesOf<(typeof sample)['row']>;
export type PricedJob = ValuesOf<(typeof priced)['row']>;
export type SampleWish = ValuesOf<(typeof sample)['params']>;

/** Deliveries of all merchants made in a time; where there are more than `rows_max`, so many of them, evenly spread. */
export async function samplePastJobs(system: Runner, wish: SampleWish): Promise<readonly PastJob[]> {
  return system.run(sample, wish);
}

/** How a delivery, whoever it belongs to, was priced. */
export async function findPricedJob(system: Runner, jobNumber: string): Promise<PricedJob | undefined> {
  return (await system.run(priced, { job_number: jobNumber }))[0];
}
