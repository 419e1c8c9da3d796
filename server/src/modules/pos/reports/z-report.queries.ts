import { byGiven, equal } from '../../../kernel/list/list-filters.queries.ts';
import { list } from '../../../kernel/list/list.queries.ts';
import { byTime } from '../../../kernel/list/list-walk.queries.ts';
import type { ValuesOf } from '../../../store/index.ts';

const ROW = { id: 'text', body: 'text', hash: 'bytea' } as const;

/** The Z reports of drawers closed in the time. */
export const zReportList = list('reportZ', {
  from: 'z_reports z',
  row: ROW,
  given: { closed_from: 'timestamptz', closed_until: 'timestamptz' },
  where: 'z.closed_at >= :closed_from AND z.closed_at < :closed_until',
  filters: { from: byGiven, to: byGiven, location_id: equal('z.location_id') },
  sorts: { closed_at: byTime('z.closed_at') },
});

export type ZRow = ValuesOf<typeof ROW>;
