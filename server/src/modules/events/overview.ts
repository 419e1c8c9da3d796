import type { OverviewToday } from '@cottontree/contract';
import { needWhere, type OverviewQuestion, type OverviewShare } from '../../kernel/call/overview-share.ts';
import type { Events } from './module.ts';
import { eventsNearlySoldOut, firstEvent, nextEvents, type NextEvent } from './overview.queries.ts';

/** What events say to an overview. */
export async function overviewOfEvents(
  { store }: Events,
  question: OverviewQuestion,
): Promise<OverviewShare> {
  const seen = question.may('events:read');
  if (!seen) return { steps: [{ step: 'event', operation: 'createEvent', seen, proof: null }] };
  const runner = store.reads(question.tenant);
  const { count, ids, names, starts } = await eventsNearlySoldOut(runner, question);
  const [id = ''] = ids ?? [];
  const [name = ''] = names ?? [];
  return {
    needs: needWhere(count > 0n, () => ({
      kind: 'events_nearly_sold_out',
      tone: 'idle',
      count: Number(count),
      amount: null,
      first: { id, label: name, detail: starts?.toISOString() ?? null, since: null },
      names: names ?? [],
      list: { operation: 'listEvents', query: { status: 'published', upcoming: 'true' } },
    })),
    today: { events: (await nextEvents(runner, question)).map(presentNext) },
    steps: [{ step: 'event', operation: 'createEvent', seen, proof: await firstEvent(runner, question) }],
  };
}

type Shown = NonNullable<OverviewToday['events']>[number];

/** Where the event has no bound of its own, its types' together are one. */
function presentNext(row: NextEvent): Shown {
  const capacity = row.capacity ?? (row.types_capacity === null ? null : Number(row.types_capacity));
  const sold = row.sold ?? 0;
  return {
    id: row.id,
    name: row.name,
    start_date: row.start_date.toISOString(),
    sold,
    held: row.held ?? 0,
    capacity,
    sold_percent: capacity ? Math.floor((sold * 100) / capacity) : null,
    ticket_types: row.types.map(({ id, name, sold: ofType }) => ({ id, name, sold: ofType })),
  };
}
