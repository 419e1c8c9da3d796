import { formatTime, type Location } from '@cottontree/contract';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { showMode } from '../../../kernel/call/show-mode.ts';
import type { LocationRow } from './locations.queries.ts';

/** A location as people and programs read it. */
export function presentLocation(row: LocationRow): Location {
  return {
    id: row.id,
    version: row.version,
    name: row.name,
    code: row.code,
    address: row.address,
    phone: row.phone,
    receipt_lines: [...row.receipt_lines],
    is_default: row.is_default,
    is_active: row.is_active,
    ...showMode(row.livemode),
    created_at: formatTime(row.created_at),
    updated_at: formatTime(row.updated_at),
  };
}

export function replyLocation(row: LocationRow): Reply<Location> {
  return reply(presentLocation(row), { version: String(row.version) });
}
