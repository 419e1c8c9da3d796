import type { Input, Operations, PublicEvent } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { reply, type Reply } from '../../core/reply.ts';
import { eventNotFound } from '../event-not-found.ts';
import type { Events } from '../open-events.ts';
import { findPublicEvent } from './find-public-event.ts';

/** Reads a published event of the key's merchant and mode. */
export async function getPublicEvent(
  { params }: Input<Operations['getPublicEvent']>,
  call: Call,
  room: Events,
): Promise<Reply<PublicEvent>> {
  const found = await findPublicEvent(room, params.id);
  const { merchantId, livemode } = call.tenant;
  if (
    found?.tenant.merchantId !== merchantId ||
    found.tenant.livemode !== livemode ||
    found.event.status !== 'published'
  )
    throw eventNotFound(params.id);
  return reply(found.event);
}
