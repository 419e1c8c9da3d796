import { normaliseJobNumber, type Input, type Operations, type Tracking } from '@cottontree/contract';
import type { Call } from '../core/call.ts';
import { reply, type Reply } from '../core/reply.ts';
import type { TrackedRow } from './deliveries.queries.ts';
import { deliveryNotFound } from './move-delivery.ts';
import type { Shipping } from './open-shipping.ts';
import { presentTracking, trackingVersion } from './present-tracking.ts';

/** How often a long poll looks again when no word of a change reaches it. */
const LOOK_EVERY_MS = 500;

/** Tells where a delivery stands; with `wait` and `since_version`, as soon as it stands elsewhere. */
export async function trackDelivery({ params, query }: Input<Operations['trackDelivery']>, call: Call, room: Shipping): Promise<Reply<Tracking>> {
  const jobNumber = normaliseJobNumber(params.jobNumber);
  if (jobNumber === null) throw deliveryNotFound(params.jobNumber);
  const read = async (): Promise<TrackedRow> => {
    const row = await room.readTracked({ tenant: call.tenant, jobNumber });
    if (!row) throw deliveryNotFound(params.jobNumber);
    return row;
  };
  const row = query.wait && query.since_version !== undefined ? await readLater(read, { room, waitSeconds: query.wait, sinceVersion: query.since_version }) : await read();
  return reply(presentTracking(row, { now: call.now, settings: room.settings }), { version: trackingVersion(row, call.now) });
}

type Later = { readonly room: Shipping; readonly waitSeconds: number; readonly sinceVersion: number };

async function readLater(read: () => Promise<TrackedRow>, { room, waitSeconds, sinceVersion }: Later): Promise<TrackedRow> {
  const endMs = room.world.monotonicMs() + waitSeconds * 1_000;
  for (;;) {
    const row = await read();
    const leftMs = endMs - room.world.monotonicMs();
    if (row.version > sinceVersion || leftMs <= 0) return row;
    await new Promise((resolve) => setTimeout(resolve, Math.min(LOOK_EVERY_MS, leftMs)));
  }
}
