import { normaliseJobNumber, type BulkTracking, type Input, type Operations } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { trackDeliveries, type TrackedRow } from './deliveries.queries.ts';
import type { Shipping } from '../module.ts';
import { presentStanding, presentTimeline } from './present-tracking.ts';
import { trackingUrl } from './present-delivery.ts';

export const JOB_NUMBERS_MAX = 100;

/** Tells where up to 100 deliveries stand; unknown, foreign and malformed numbers look the same. */
export async function bulkTrack(
  { body }: Input<Operations['bulkTrack']>,
  call: Call,
  module: Shipping,
): Promise<Reply<BulkTracking>> {
  refuseTooMany(body.job_numbers);
  const asked = [...new Set(body.job_numbers.map((number) => normaliseJobNumber(number) ?? number))];
  const wellFormed = asked.filter((number) => normaliseJobNumber(number) !== null);
  const rows = await trackDeliveries(
    module.store.of(call.tenant),
    wellFormed.map((jobNumber) => ({ tenant: call.tenant, jobNumber })),
  );
  const found = new Map(rows.filter((row) => row !== undefined).map((row) => [row.job_number, row]));
  const view = { now: call.now, zones: module.map().zones };
  const present = (row: TrackedRow): BulkTracking['results'][number] => ({
    job_number: row.job_number,
    found: true,
    ...presentStanding(row, view),
    ...(body.include_timeline ? { timeline: presentTimeline(row) } : {}),
    tracking_url: trackingUrl(row.job_number, module),
    version: row.version,
  });
  const results = asked.map((number): BulkTracking['results'][number] => {
    const row = found.get(number);
    return row ? present(row) : { job_number: number, found: false };
  });
  return reply({
    results,
    not_found: asked.filter((number) => !found.has(number)),
    count: results.length,
    livemode: call.tenant.livemode,
  });
}

/** More at once than one answer is good for. */
export function refuseTooMany(jobNumbers: readonly string[]): void {
  if (jobNumbers.length > JOB_NUMBERS_MAX) {
    throw new Failure(
      'TOO_MANY_ITEMS',
      `job_numbers has ${jobNumbers.length} items; at most ${JOB_NUMBERS_MAX} can be asked for at once.`,
      {
        details: { fields: [{ path: 'job_numbers', message: `must have at most ${JOB_NUMBERS_MAX} items` }] },
      },
    );
  }
}
