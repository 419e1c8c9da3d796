import {
  syncEventsMax,
  type Input,
  type Operations,
  type Synced,
  type SyncEvent,
  type SyncResult,
} from '@cottontree/contract';
import type { DriverCall } from '../../../../kernel/call/call.ts';
import { Failure } from '../../../../kernel/call/failure.ts';
import { reply, type Reply } from '../../../../kernel/call/reply.ts';
import type { Shipping } from '../../module.ts';
import { applyEvent } from './apply-event.ts';
import { findLastSync, markSynced } from './driver-events.queries.ts';
import { readOccurredAt } from './step-time.ts';

type Placed = { readonly event: SyncEvent; readonly at: Date; readonly place: number };

/** Takes what a courier's phone recorded offline, in the order in which it happened, each event once. */
export async function syncJobs(
  { body }: Input<Operations['syncJobs']>,
  call: DriverCall,
  module: Shipping,
): Promise<Reply<Synced>> {
  const { events, more } = body;
  if (events.length > syncEventsMax)
    throw new Failure(
      'TOO_MANY_ITEMS',
      `At most ${syncEventsMax} events go into one request; ${events.length} were sent.`,
      { details: { items_max: syncEventsMax } },
    );
  const placed = events.map((event, place): Placed => ({
    event,
    place,
    at: readOccurredAt(event.occurred_at) ?? call.now,
  }));
  const since = await findLastSync(module.store.system, call.driver.id);
  const results: SyncResult[] = [];
  for (const { event, at, place } of placed.toSorted(
    (one, other) => one.at.getTime() - other.at.getTime() || one.place - other.place,
  )) {
    results[place] = await applyEvent({ event, occurredAt: at, since }, call, module);
  }
  if (more !== true) await markSynced(module.store.system, call.driver.id, call.now);
  return reply({ results });
}
