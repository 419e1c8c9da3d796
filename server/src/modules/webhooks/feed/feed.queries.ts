import type { EventKind } from '@cottontree/contract';
import { orNull } from '../../../kernel/list/page-rows.ts';
import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { statement, text, type Runner, type ValuesOf } from '../../../store/index.ts';
import type { FeedPosition } from './feed-cursor.ts';

const MESSAGE = {
  id: 'text',
  message_id: 'text',
  event: text<EventKind>(),
  created_at: 'timestamptz',
  body: 'bytea',
} as const;
/** What the fan-out made; tests are logged beside it, out of its order. */
const IN_ORDER = `d.entity <> ''`;

/** A part of an endpoint's messages, and the moment up to which all of them are seen. */
const read = statement({
  name: 'feed.read',
  params: {
    merchant_id: 'text',
    livemode: 'bool',
    endpoint_id: 'text',
    after_at: 'timestamptz',
    after_id: 'text',
    rows_max: 'int4',
  },
  row: { seen_at: 'timestamptz', ...orNull(MESSAGE) },
  sql: `SELECT c.at AS seen_at, p.* FROM fan_out_clock c LEFT JOIN (
          SELECT d.id, d.message_id, d.event, d.created_at, m.body FROM webhook_deliveries d
          JOIN webhook_messages m ON m.merchant_id = d.merchant_id AND m.livemode = d.livemode AND m.created_at = d.created_at AND m.id = d.message_id
          WHERE d.merchant_id = :merchant_id AND d.livemode = :livemode AND d.endpoint_id = :endpoint_id AND (d.created_at, d.id) > (:after_at, :after_id) AND ${IN_ORDER} ORDER BY d.created_at, d.id LIMIT :rows_max
        ) p ON true ORDER BY p.created_at, p.id`,
});

/** Which of those who wait have messages now. */
const news = statement({
  name: 'feed.news',
  params: {
    merchant_ids: 'text[]',
    livemodes: 'bool[]',
    endpoint_ids: 'text[]',
    after_ats: 'timestamptz[]',
    after_ids: 'text[]',
  },
  row: { place: 'int8' },
  sql: `SELECT g.place FROM unnest(:merchant_ids::text[], :livemodes::bool[], :endpoint_ids::text[], :after_ats::timestamptz[], :after_ids::text[]) WITH ORDINALITY AS g(merchant_id, livemode, endpoint_id, at, id, place)
        WHERE EXISTS (SELECT FROM webhook_deliveries d
          WHERE d.merchant_id = g.merchant_id AND d.livemode = g.livemode AND d.endpoint_id = g.endpoint_id AND (d.created_at, d.id) > (g.at, g.id) AND ${IN_ORDER})`,
});

export type FedMessage = ValuesOf<typeof MESSAGE>;
export type FeedMark = { readonly tenant: Tenant; readonly endpointId: string; readonly after: FeedPosition };

/** The messages after a position, oldest first, all of one snapshot. */
export async function readFeed(
  runner: Runner,
  { tenant, endpointId, after }: FeedMark,
  rowsMax: number,
): Promise<{ readonly seenAt: Date; readonly rows: readonly FedMessage[] }> {
  const rows = await runner.run(read, {
    ...keyOf(tenant),
    endpoint_id: endpointId,
    after_at: after.at,
    after_id: after.id,
    rows_max: rowsMax,
  });
  const isThere = (row: (typeof rows)[number]): row is (typeof rows)[number] & FedMessage => row.id !== null;
  return { seenAt: rows[0]?.seen_at ?? after.at, rows: rows.filter(isThere) };
}

/** The marks behind which messages stand by now. */
export async function marksWithNews<M extends FeedMark>(
  system: Runner,
  marks: readonly M[],
): Promise<readonly M[]> {
  const places = await system.run(news, {
    merchant_ids: marks.map(({ tenant }) => tenant.merchantId),
    livemodes: marks.map(({ tenant }) => tenant.livemode),
    endpoint_ids: marks.map(({ endpointId }) => endpointId),
    after_ats: marks.map(({ after }) => after.at),
    after_ids: marks.map(({ after }) => after.id),
  });
  const found = new Set(places.map(({ place }) => Number(place) - 1));
  return marks.filter((_mark, index) => found.has(index));
}
