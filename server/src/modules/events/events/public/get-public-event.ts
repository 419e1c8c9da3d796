import type { Input, Operations, PublicEvent } from '@cottontree/contract';
import type { Call } from '../../../../kernel/call/call.ts';
import { reply, type Reply } from '../../../../kernel/call/reply.ts';
import type { Tenant } from '../../../../kernel/call/tenant.ts';
import { eventNotFound } from '../event-not-found.ts';
import type { Events } from '../../module.ts';
import { presentPublicEvent } from './present-public-event.ts';

/** Reads a published event of the key's merchant and mode. */
export async function getPublicEvent(
  { params }: Input<Operations['getPublicEvent']>,
  call: Call,
  module: Events,
): Promise<Reply<PublicEvent>> {
  const found = await findPublicEvent(module, params.id);
  const { merchantId, livemode } = call.tenant;
  if (
    found?.tenant.merchantId !== merchantId ||
    found.tenant.livemode !== livemode ||
    found.event.status !== 'published'
  )
    throw eventNotFound(params.id);
  return reply(found.event);
}

type FoundEvent = { readonly tenant: Tenant; readonly event: PublicEvent };

/** An event that was published, of whatever merchant, at most a second old; null where there is none. One that is over or cancelled says so by its status. */
export async function findPublicEvent(module: Events, eventId: string): Promise<FoundEvent | null> {
  const snapshot = await module.snapshots.find(eventId);
  if (!snapshot) return null;
  const now = snapshot.clock ?? module.world.now();
  return {
    tenant: snapshot.tenant,
    event: presentPublicEvent(snapshot, { now, publicUrl: module.settings.publicUrl }),
  };
}
