import type { DeliveryStatus } from '@cottontree/contract';
import type { SearchQuestion } from '../../kernel/call/search-share.ts';
import { keyOf } from '../../kernel/call/tenant.ts';
import { statement, text, type Runner, type ValuesOf } from '../../store/index.ts';

const OWN = 'd.merchant_id = :merchant_id AND d.livemode = :livemode';
const SHOWN = `d.job_number, d.order_number, d.status, d.delivery_city, d.recipient_phone, d.details ->> 'recipient_name' AS recipient_name`;
const READ = 'job_number, order_number, status, delivery_city, recipient_phone, recipient_name';
/** Names are looked for among so many of the latest, for no index holds them, and only where the text is no number that was found. */
const LATEST_MAX = 1_000;

const find = statement({
  name: 'search.deliveries',
  params: {
    merchant_id: 'text',
    livemode: 'bool',
    job_number: 'text?',
    words: 'text',
    phone: 'text?',
    like: 'text?',
    rows_max: 'int4',
    upper: 'text',
  },
  row: {
    job_number: 'text',
    order_number: 'text',
    status: text<DeliveryStatus>(),
    delivery_city: 'text',
    recipient_phone: 'text?',
    recipient_name: 'text?',
    way: 'int4',
  },
  sql: `WITH numbered AS MATERIALIZED (
          (SELECT ${SHOWN}, 0 AS way FROM deliveries d WHERE ${OWN} AND d.job_number = :job_number)
          UNION ALL (SELECT ${SHOWN}, 1 FROM deliveries d WHERE ${OWN} AND d.order_number IN (:words, :upper) LIMIT :rows_max)
          UNION ALL (SELECT ${SHOWN}, 1 FROM deliveries d WHERE ${OWN} AND d.transaction_id = :words LIMIT :rows_max)
        )
        SELECT * FROM numbered
        UNION ALL (SELECT ${SHOWN}, 2 FROM deliveries d WHERE ${OWN} AND d.recipient_phone = :phone ORDER BY d.created_at DESC LIMIT :rows_max)
        UNION ALL (SELECT ${READ}, 3 FROM (SELECT ${SHOWN} FROM deliveries d WHERE ${OWN} ORDER BY d.created_at DESC, d.job_number DESC LIMIT ${LATEST_MAX}) r
          WHERE :like::text IS NOT NULL AND NOT (:words ~ '\\d' AND EXISTS (SELECT FROM numbered)) AND r.recipient_name ILIKE :like LIMIT :rows_max)`,
});

export type FoundDelivery = ValuesOf<(typeof find)['row']>;

/** Deliveries by their number, that of their order or payment, their recipient's phone, or a name among the latest. */
export async function findDeliveries(
  runner: Runner,
  { tenant, text: words, phone, like, rowsMax }: SearchQuestion,
  jobNumber: string | null,
): Promise<readonly FoundDelivery[]> {
  const upper = words.toUpperCase();
  const wanted = { job_number: jobNumber, words, upper, phone, like, rows_max: rowsMax };
  return runner.run(find, { ...keyOf(tenant), ...wanted });
}
