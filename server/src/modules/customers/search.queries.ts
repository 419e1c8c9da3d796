import { prefixOf, type SearchQuestion } from '../../kernel/call/search-share.ts';
import { keyOf } from '../../kernel/call/tenant.ts';
import { statement, type Runner, type ValuesOf } from '../../store/index.ts';

const LIVING = 'c.merchant_id = :merchant_id AND c.livemode = :livemode AND c.deleted_at IS NULL';
const SHOWN = 'c.id, c.name, c.phone, c.email';

const find = statement({
  name: 'search.customers',
  params: {
    merchant_id: 'text',
    livemode: 'bool',
    words: 'text',
    phone: 'text?',
    email: 'text',
    prefix: 'text',
    prefix_end: 'text',
    rows_max: 'int4',
  },
  row: { id: 'text', name: 'text?', phone: 'text?', email: 'text?', way: 'int4' },
  sql: `(SELECT ${SHOWN}, 0 AS way FROM customers c WHERE ${LIVING} AND c.id = :words)
        UNION ALL (SELECT ${SHOWN}, 1 FROM customers c WHERE ${LIVING} AND c.phone = :phone)
        UNION ALL (SELECT ${SHOWN}, 2 FROM customers c WHERE ${LIVING} AND c.email_key = :email LIMIT :rows_max)
        UNION ALL (SELECT ${SHOWN}, 3 FROM customers c WHERE ${LIVING} AND c.name_key >= :prefix AND c.name_key < :prefix_end LIMIT :rows_max)
        UNION ALL (SELECT ${SHOWN}, 3 FROM customers c WHERE ${LIVING} AND c.last_name_key >= :prefix AND c.last_name_key < :prefix_end LIMIT :rows_max)`,
});

export type FoundCustomer = ValuesOf<(typeof find)['row']>;

/** Customers by id, phone number, e-mail address, or the beginning of their first or last name. */
export async function findCustomersNamed(
  runner: Runner,
  { tenant, text: words, lower, phone, rowsMax }: SearchQuestion,
): Promise<readonly FoundCustomer[]> {
  const wanted = { words, phone, email: lower, ...prefixOf(lower), rows_max: rowsMax };
  return runner.run(find, { ...keyOf(tenant), ...wanted });
}
