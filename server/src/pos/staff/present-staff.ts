import { formatOptionalTime, formatTime, type Staff } from '@cottontree/contract';
import { reply, type Reply } from '../../core/reply.ts';
import { showMode } from '../../core/show-mode.ts';
import { lockedUntil } from './try-pin.ts';
import type { StaffRow } from './staff.queries.ts';

/** Somebody as the API shows them at a moment of the wall clock. */
export function presentStaff(row: StaffRow, now: Date): Staff {
  return {
    id: row.id,
    version: row.version,
    name: row.name,
    role: row.role,
    permissions: [...row.permissions],
    location_ids: [...row.location_ids],
    is_active: row.is_active,
    has_pin: row.pin_set_at !== null,
    pin_set_at: formatOptionalTime(row.pin_set_at),
    pin_locked_until: formatOptionalTime(lockedUntil(row, now)),
    ...showMode(row.livemode),
    created_at: formatTime(row.created_at),
    updated_at: formatTime(row.updated_at),
  };
}

/** A lock comes and goes without a new version, so it stands in the tag behind it. */
export function replyStaff(row: StaffRow, now: Date): Reply<Staff> {
  return reply(presentStaff(row, now), {
    version: `${row.version}.${lockedUntil(row, now)?.getTime() ?? 0}`,
  });
}
