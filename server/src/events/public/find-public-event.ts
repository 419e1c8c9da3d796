import type { PublicEvent } from '@cottontree/contract';
import type { Tenant } from '../../core/tenant.ts';
import type { Events } from '../open-events.ts';
import { presentPublicEvent } from './present-public-event.ts';

export type FoundEvent = { readonly tenant: Tenant; readonly event: PublicEvent };

/** An event that was published, of whatever merchant, at most a second old; null where there is none. One that is over or cancelled says so by its status. */
export async function findPublicEvent(room: Events, eventId: string): Promise<FoundEvent | null> {
  const snapshot = await room.snapshots.find(eventId);
  if (!snapshot) return null;
  const now = snapshot.clock ?? room.world.now();
  return {
    tenant: snapshot.tenant,
    event: presentPublicEvent(snapshot, { now, publicUrl: room.settings.publicUrl }),
  };
}
