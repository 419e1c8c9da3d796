import type { Tenant } from '../../../kernel/call/tenant.ts';
import { statement, type Runner, type ValuesOf } from '../../../store/index.ts';
import type { FeedPosition } from '../feed/feed-cursor.ts';

/** The moment of the last batch of messages. */
const head = statement({
  name: 'live.head',
  params: {},
  row: { at: 'timestamptz' },
  sql: `SELECT at FROM fan_out_clock`,
});

/** The first messages of each tenant after a position, tests left out. */
const news = statement({
  name: 'live.news',
  params: {
    merchant_ids: 'text[]',
    livemodes: 'bool[]',
    after_ats: 'timestamptz[]',
    after_ids: 'text[]',
    rows_max: 'int4',
  },
  row: { place: 'int8', id: 'text', event: 'text', entity: 'text', created_at: 'timestamptz' },
  sql: `SELECT g.place, m.id, m.event, m.entity, m.created_at
        FROM unnest(:merchant_ids::text[], :livemodes::bool[], :after_ats::timestamptz[], :after_ids::text[]) WITH ORDINALITY AS g(merchant_id, livemode, at, id, place)
        CROSS JOIN LATERAL (
          SELECT m.id, m.event, m.entity, m.created_at FROM webhook_messages m
          WHERE m.merchant_id = g.merchant_id AND m.livemode = g.livemode AND (m.created_at, m.id) > (g.at, g.id) AND m.entity <> ''
          ORDER BY m.created_at, m.id LIMIT :rows_max
        ) m ORDER BY g.place, m.created_at, m.id`,
});

export type NewsRow = ValuesOf<(typeof news)['row']>;
export type NewsMark = { readonly tenant: Tenant; readonly after: FeedPosition };

export async function headOfMessages(system: Runner): Promise<Date> {
  return (await system.run(head, {}))[0]?.at ?? new Date(0);
}

/** The news of each mark, at most so many of one. */
export async function newsAfter(
  system: Runner,
  marks: readonly NewsMark[],
  rowsMax: number,
): Promise<readonly (readonly NewsRow[])[]> {
  const rows = await system.run(news, {
    merchant_ids: marks.map(({ tenant }) => tenant.merchantId),
    livemodes: marks.map(({ tenant }) => tenant.livemode),
    after_ats: marks.map(({ after }) => after.at),
    after_ids: marks.map(({ after }) => after.id),
    rows_max: rowsMax,
  });
  const found = marks.map((): NewsRow[] => []);
  for (const row of rows) found[Number(row.place) - 1]?.push(row);
  return found;
}
