import type { InvoiceStatus } from '@cottontree/contract';
import type { SearchQuestion } from '../../kernel/call/search-share.ts';
import { keyOf } from '../../kernel/call/tenant.ts';
import { statement, text, type Runner, type ValuesOf } from '../../store/index.ts';

const OWN = 'i.merchant_id = :merchant_id AND i.livemode = :livemode';
const SHOWN = `i.id, i.number, i.status, i.customer ->> 'name' AS customer_name, i.customer ->> 'phone' AS customer_phone, i.customer ->> 'email' AS customer_email`;
const READ = 'id, number, status, customer_name, customer_phone, customer_email';
/** Customers are looked for among so many of the latest: no index holds them. */
const LATEST_MAX = 1_000;

const find = statement({
  name: 'search.invoices',
  params: {
    merchant_id: 'text',
    livemode: 'bool',
    words: 'text',
    upper: 'text',
    lower: 'text',
    phone: 'text?',
    like: 'text?',
    rows_max: 'int4',
  },
  row: {
    id: 'text',
    number: 'text?',
    status: text<InvoiceStatus>(),
    customer_name: 'text?',
    customer_phone: 'text?',
    customer_email: 'text?',
    way: 'int4',
  },
  sql: `(SELECT ${SHOWN}, 0 AS way FROM invoices i WHERE ${OWN} AND i.id = :words)
        UNION ALL (SELECT ${SHOWN}, 1 FROM invoices i WHERE ${OWN} AND i.number IN (:words, :upper) LIMIT :rows_max)
        UNION ALL (SELECT ${READ}, CASE WHEN r.customer_phone = :phone THEN 2 WHEN lower(r.customer_email) = :lower THEN 3 ELSE 4 END FROM (SELECT ${SHOWN} FROM invoices i WHERE ${OWN} ORDER BY i.created_at DESC, i.id DESC LIMIT ${LATEST_MAX}) r
          WHERE r.customer_phone = :phone OR lower(r.customer_email) = :lower OR r.customer_name ILIKE :like LIMIT :rows_max)`,
});

export type FoundInvoice = ValuesOf<(typeof find)['row']>;

/** Invoices by id or number, or whose customer it is among the latest. */
export async function findInvoicesOf(
  runner: Runner,
  { tenant, text: words, lower, phone, like, rowsMax }: SearchQuestion,
): Promise<readonly FoundInvoice[]> {
  const upper = words.toUpperCase();
  return runner.run(find, { ...keyOf(tenant), words, upper, lower, phone, like, rows_max: rowsMax });
}
