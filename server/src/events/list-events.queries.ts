import { eventStatuses } from '@cottontree/contract';
import { byGiven, from, search, several, until } from '../core/list-filters.queries.ts';
import { list } from '../core/list.queries.ts';
import { byTime } from '../core/list-walk.queries.ts';
import { EVENT_COUNTER, EVENT_ROW, EVENT_SELECT } from './event-rows.queries.ts';

/** A merchant's events, those alone that end at `ends_from` or later, where that is given. */
export const eventList = list('listEvents', {
  from: 'events e',
  row: EVENT_ROW,
  select: EVENT_SELECT,
  joins: EVENT_COUNTER,
  counted: 'apart',
  given: { ends_from: 'timestamptz?' },
  where: '(:ends_from::timestamptz IS NULL OR e.end_date >= :ends_from)',
  filters: {
    status: several('e.status', eventStatuses),
    upcoming: byGiven,
    q: search('e.name', 'e.venue'),
    from: from('e.start_date'),
    to: until('e.start_date'),
  },
  sorts: { created_at: byTime('e.created_at'), start_date: byTime('e.start_date') },
});
