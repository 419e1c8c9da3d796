import {
  normaliseJobNumber,
  parseSignedAmount,
  toMajor,
  type Currency,
  type Input,
  type Operations,
  type RateCardReplay,
} from '@cottontree/contract';
import type { DispatchCall } from '../../../kernel/call/call.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { deliveryNotFound } from '../deliveries/move-delivery.ts';
import type { Shipping } from '../module.ts';
import type { FeeLine } from '../pricing/compose-fee.ts';
import { replayFee, repriceDelivery, type PricingRecord } from '../pricing/pricing-record.ts';
import { readRateCard } from '../pricing/read-rate-card.ts';
import type { RateCard } from '../pricing/rate-card.ts';
import { cardNotFound, findCard } from './find-card.ts';
import { findPricedJob, type PricedJob } from './past-jobs.queries.ts';

type Replayed = {
  readonly fee: bigint | null;
  readonly lines: readonly FeeLine[];
  readonly refusal: RateCardReplay['refusal'];
};

/** Makes the fee of a past delivery again, line beside line: by its own card as it was, by another card on today's map. */
export async function replayRateCard(
  { params, body }: Input<Operations['replayRateCard']>,
  call: DispatchCall,
  module: Shipping,
): Promise<Reply<RateCardReplay>> {
  const { system } = module.store;
  const row = await findCard(system, params.version, call.now);
  if (call.reach !== null && row.published_at === null) throw cardNotFound(params.version);
  const jobNumber = normaliseJobNumber(body.job_number);
  const job = jobNumber === null ? undefined : await findPricedJob(system, jobNumber);
  if (jobNumber === null || job === undefined || !reaches(call, job)) throw deliveryNotFound(body.job_number);
  const record = job.pricing;
  if (record === null)
    throw new Failure(
      'PRICING_NOT_KEPT',
      `How the fee of delivery ${jobNumber} was made is not known: no rate card priced it, or it was made before that was kept.`,
    );
  const read = readRateCard(row.card);
  if (!read.ok) throw new Error(`Rate card ${row.version} cannot be read.`);
  const replayed = replay(record, read.card, module);
  return reply({
    job_number: jobNumber,
    version: row.version,
    made_with_version: record.rate_card_version,
    ...compared(job, replayed),
  });
}

function reaches({ reach }: DispatchCall, job: PricedJob): boolean {
  return reach === null || (reach.merchantId === job.merchant_id && reach.livemode === job.livemode);
}

function replay(record: PricingRecord, card: RateCard, module: Shipping): Replayed {
  if (card.version === record.rate_card_version) return { ...replayFee(record, card), refusal: null };
  const price = repriceDelivery(record, card, module.map().zones.byCode);
  if (price?.ok === true) return { fee: price.fee, lines: price.lines, refusal: null };
  const refusal =
    price === null
      ? { code: 'ZONE_NOT_SERVICED', message: 'A zone of the delivery is no longer on the map.' }
      : { code: price.code, message: price.message };
  return { fee: null, lines: [], refusal };
}

function compared(
  job: PricedJob,
  { fee, lines, refusal }: Replayed,
): Omit<RateCardReplay, 'job_number' | 'version' | 'made_with_version'> {
  const currency = job.currency;
  const breakdown = job.fee_breakdown ?? [];
  const was = new Map(breakdown.map((line) => [line.code, line]));
  const is = new Map(lines.map((line) => [line.code, line]));
  const beside = [...new Set([...was.keys(), ...is.keys()])].map((code) => {
    const [before, after] = [was.get(code), is.get(code)];
    return {
      code,
      label: before?.label ?? after?.label ?? code,
      was: before?.amount ?? null,
      is: after === undefined ? null : toMajor(after.amount, currency),
      equal:
        before !== undefined &&
        after !== undefined &&
        before.label === after.label &&
        minorOf(before.amount, currency) === after.amount,
    };
  });
  return {
    equal: fee === job.shipping_fee && beside.every((line) => line.equal),
    currency,
    shipping_fee: toMajor(job.shipping_fee, currency),
    replayed_fee: fee === null ? null : toMajor(fee, currency),
    lines: beside,
    refusal,
    fee_breakdown: [...breakdown],
  };
}

function minorOf(amount: number, currency: Currency): bigint | null {
  const read = parseSignedAmount(amount, currency);
  return read.ok ? read.minor : null;
}
