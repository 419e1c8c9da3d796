import { normaliseJobNumber, type Input, type Operations, type Tracking } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { nextVersion } from '../../../kernel/change/next-version.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { TrackedRow } from './deliveries.queries.ts';
import { deliveryNotFound } from './move-delivery.ts';
import type { Shipping } from '../module.ts';
import { presentTracking, trackingVersion, type TrackingView } from './present-tracking.ts';
import { streamTracking } from './tracking/stream-tracking.ts';

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
