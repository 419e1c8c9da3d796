import type { Input, Operations, ScanStats } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import type { EventFeed } from '../../core/event-feed.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Events } from '../open-events.ts';
import { requireScanner, requireSupervisor } from './find-scanner.ts';
import { readStats } from './read-stats.ts';
import { requireEvent } from './require-event.ts';

/** Tells how the doors of an event stand; as a stream, each time that changes. */
export async function getScanStats(
  { params }: Input<Operations['getScanStats' | 'getScanStatsAtDoor']>,
  call: Call,
  room: Events,
): Promise<Reply<ScanStats>> {
  const event = { tenant: call.tenant, eventId: params.id };
  const scanner = await requireScanner(call, room, { eventId: params.id, deviceId: undefined });
  await requireEvent(room, event);
  const stats = await readStats(room, event, call.now);
  if (call.stream === null) return reply(stats);
  requireSupervisor(scanner, 'watch the figures as they change');
  const feed: EventFeed = (sink) => {
    let sent = 0;
    const tell = (one: ScanStats): void =>
      sink.send({ name: 'scan_stats', id: String((sent += 1)), data: JSON.stringify(one) });
    tell(stats);
    return {
      beat: () => undefined,
      stop: room.statsWatch.watch({ ...event, clock: call.caller.clock }, tell),
    };
  };
  return reply(stats, { events: feed });
}
