import {
  formatOptionalTime,
  formatTime,
  type Input,
  type Operations,
  type Scan,
  type ScanStats,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import type { EventFeed } from '../../../kernel/running/event-feed.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Events } from '../module.ts';
import { requireEvent, requireScanner, requireSupervisor } from './find-scanner.ts';
import { readStats } from './read-stats.ts';
import { scanList, type ScanRow } from './scan-log.queries.ts';

/** Lists attempts at an event's doors, latest first unless sorted otherwise, the refused ones included. */
export async function listScans(
  { params: { id }, query }: Input<Operations['listScans']>,
  call: Call,
  module: Events,
): Promise<Reply<readonly Scan[]>> {
  const { tenant } = call;
  await requireEvent(module, { tenant, eventId: id });
  const { rows, meta } = await scanList.find(module.store.reads(tenant), {
    call,
    query,
    given: { event_id: id },
  });
  return reply(rows.map(presentScan), { meta });
}

/** Tells how the doors of an event stand; as a stream, each time that changes. */
export async function getScanStats(
  { params }: Input<Operations['getScanStats' | 'getScanStatsAtDoor']>,
  call: Call,
  module: Events,
): Promise<Reply<ScanStats>> {
  const event = { tenant: call.tenant, eventId: params.id };
  const scanner = await requireScanner(call, module, { eventId: params.id, deviceId: undefined });
  await requireEvent(module, event);
  const stats = await readStats(module, event, call.now);
  if (call.stream === null) return reply(stats);
  requireSupervisor(scanner, 'watch the figures as they change');
  const feed: EventFeed = (sink) => {
    let sent = 0;
    const tell = (one: ScanStats): void =>
      sink.send({ name: 'scan_stats', id: String((sent += 1)), data: JSON.stringify(one) });
    tell(stats);
    return {
      beat: () => undefined,
      stop: module.statsWatch.watch({ ...event, clock: call.caller.clock }, tell),
    };
  };
  return reply(stats, { events: feed });
}

/** An attempt at a door as the API shows it. */
export function presentScan(row: ScanRow): Scan {
  return {
    id: row.id,
    event_id: row.event_id,
    result: row.result,
    code: row.code,
    ticket_id: row.ticket_id,
    ticket_type_id: row.ticket_type_id,
    direction: row.direction,
    source: row.source,
    gate: row.gate,
    device_id: row.device_id,
    device_name: row.device_name,
    nonce: row.nonce,
    offline: row.offline,
    forced: row.forced,
    conflict: row.conflict,
    entry_count: row.entry_count,
    first_scan: row.first_scan,
    scanned: row.scanned,
    scanned_at: formatTime(row.scanned_at),
    recorded_at: formatTime(row.recorded_at),
    undone_at: formatOptionalTime(row.undone_at),
    undoes: row.undoes,
    reason: row.reason,
  };
}
