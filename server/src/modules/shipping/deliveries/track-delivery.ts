import {
  normaliseJobNumber,
  type BulkTracking,
  type Input,
  type Operations,
  type Tracking,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { nextVersion } from '../../../kernel/change/if-match.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import type { TrackedRow } from './deliveries.queries.ts';
import { deliveryNotFound } from './move-delivery.ts';
import type { Shipping } from '../module.ts';
import {
  presentStanding,
  presentTimeline,
  presentTracking,
  trackingVersion,
  type TrackingView,
} from './present-tracking.ts';
import { streamTracking } from './tracking/stream-tracking.ts';
import { standingsOf } from './standings.queries.ts';
import { trackingUrl } from './present-delivery.ts';

/** Tells where a delivery stands; with `wait` and `since_version`, as soon as it stands elsewhere; as a stream, each time. */
export async function trackDelivery(
  { params, query }: Input<Operations['trackDelivery']>,
  call: Call,
  module: Shipping,
): Promise<Reply<Tracking>> {
  const jobNumber = normaliseJobNumber(params.jobNumber);
  if (jobNumber === null) throw deliveryNotFound(params.jobNumber);
  const now = await module.readTracked({ tenant: call.tenant, jobNumber });
  if (!now) throw deliveryNotFound(params.jobNumber);
  const row =
    query.wait && query.since_version !== undefined && call.stream === null
      ? await nextVersion(now, {
          watch: module.watch.watch,
          waitSeconds: query.wait,
          sinceVersion: query.since_version,
        })
      : now;
  const answer = (state: TrackedRow): Tracking =>
    presentTracking(state, { settings: module.settings, vault: module.vault, ...viewOf(call, module) });
  const versionOf = (state: TrackedRow): string => trackingVersion(state, viewOf(call, module));
  if (call.stream === null) return reply(answer(row), { version: versionOf(row) });
  const present = (state: TrackedRow): string => JSON.stringify(answer(state));
  return reply(answer(row), {
    events: streamTracking(row, { module, name: 'tracking', present, versionOf, ...call.stream }),
  });
}

/** A stream outlives its call, so time goes on in it, unless the merchant's test clock has stopped it. */
function viewOf(call: Call, module: Shipping): TrackingView {
  return {
    now: call.stream !== null && call.caller.clock === null ? module.world.now() : call.now,
    zones: module.map().zones,
  };
}

const JOB_NUMBERS_MAX = 100;

/** Tells where up to 100 deliveries stand; unknown, foreign and malformed numbers look the same. */
export async function bulkTrack(
  { body }: Input<Operations['bulkTrack']>,
  call: Call,
  module: Shipping,
): Promise<Reply<BulkTracking>> {
  refuseTooMany(body.job_numbers);
  const asked = readNumbers(body.job_numbers);
  const withTimelines = body.include_timeline === true;
  const found = await standingsOf(module.store.of(call.tenant), call.tenant, {
    jobNumbers: asked.filter(({ isWellFormed }) => isWellFormed).map(({ number }) => number),
    withTimelines,
  });
  const view = { now: call.now, zones: module.map().zones };
  const results = asked.map(({ number }): BulkTracking['results'][number] => {
    const row = found.get(number);
    if (row === undefined) return { job_number: number, found: false };
    return {
      job_number: number,
      found: true,
      ...presentStanding(row, row.changed_at, view),
      ...(row.timeline && { timeline: presentTimeline({ kind: row.kind, timeline: row.timeline }) }),
      tracking_url: trackingUrl(number, module),
      version: row.version,
    };
  });
  return reply({
    results,
    not_found: asked.filter(({ number }) => !found.has(number)).map(({ number }) => number),
    count: results.length,
    livemode: call.tenant.livemode,
  });
}

type Asked = { readonly number: string; readonly isWellFormed: boolean };

/** Each number once, as we spell it; what can be none stays as it was given. */
function readNumbers(given: readonly string[]): readonly Asked[] {
  const asked = new Map<string, Asked>();
  for (const text of given) {
    const spelt = normaliseJobNumber(text);
    const number = spelt ?? text;
    asked.set(number, { number, isWellFormed: spelt !== null });
  }
  return [...asked.values()];
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
