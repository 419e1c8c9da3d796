import { formatOptionalTime, formatTime, type WidgetSession } from '@cottontree/contract';
import { showMode } from '../../core/show-mode.ts';
import { scopesNow } from './session-book.ts';
import type { SessionRow } from './widget-sessions.queries.ts';

/** A session as the API shows it. */
export function presentSession(row: SessionRow): WidgetSession {
  return {
    id: row.id,
    widget: row.widget,
    scopes: [...scopesNow(row)],
    staff_id: row.staff_id,
    staff_name: row.staff_name,
    terminal_id: row.terminal_id,
    ip_ranges: [...row.ip_ranges],
    created_at: formatTime(row.created_at),
    expires_at: formatTime(row.expires_at),
    ended_at: formatOptionalTime(row.ended_at),
    ...showMode(row.livemode),
  };
}
