import type { PaymentStatus } from '@cottontree/contract';
import type { SearchQuestion } from '../../kernel/call/search-share.ts';
import { keyOf } from '../../kernel/call/tenant.ts';
import { statement, text, type Runner, type ValuesOf } from '../../store/index.ts';

const KEY = { merchant_id: 'text', livemode: 'bool' } as const;
const ownOf = (table: string): string =>
  `${table}.merchant_id = :merchant_id AND ${table}.livemode = :livemode`;
const PAYMENT =
  'p.id, p.reference, p.status, p.customer_name, p.description, p.provider_ref, p.customer_phone, p.phone, p.customer_email';
const LINK = 'l.id, l.slug, l.title, l.active';
/** Payers and titles are looked for among so many of the latest: no index holds them. */
const LATEST_MAX = 1_000;

const payments = statement({
  name: 'search.payments',
  params: {
    ...KEY,
    words: 'text',
    lower: 'text',
    phone: 'text?',
    like: 'text?',
    rows_max: 'int4',
    upper: 'text',
  },
  row: {
    id: 'text',
    reference: 'text?',
    status: text<PaymentStatus>(),
    customer_name: 'text?',
    description: 'text?',
    way: 'int4',
  },
  sql: `(SELECT p.id, p.reference, p.status, p.customer_name, p.description, 0 AS way FROM payments p WHERE ${ownOf('p')} AND p.id = :words)
        UNION ALL (SELECT p.id, p.reference, p.status, p.customer_name, p.description, 1 FROM payments p WHERE ${ownOf('p')} AND p.reference IN (:words, :upper) LIMIT :rows_max)
        UNION ALL (SELECT r.id, r.reference, r.status, r.customer_name, r.description, CASE WHEN r.provider_ref = :words THEN 1 WHEN :phone IN (r.customer_phone, r.phone) THEN 2 WHEN lower(r.customer_email) = :lower THEN 3 ELSE 4 END
          FROM (SELECT ${PAYMENT} FROM payments p WHERE ${ownOf('p')} ORDER BY p.created_at DESC, p.id DESC LIMIT ${LATEST_MAX}) r
          WHERE r.provider_ref = :words OR :phone IN (r.customer_phone, r.phone) OR lower(r.customer_email) = :lower OR r.customer_name ILIKE :like LIMIT :rows_max)`,
});

const links = statement({
  name: 'search.links',
  params: { ...KEY, words: 'text', lower: 'text', like: 'text?', rows_max: 'int4' },
  row: { id: 'text', slug: 'text', title: 'text', active: 'bool', way: 'int4' },
  sql: `(SELECT ${LINK}, 0 AS way FROM payment_links l WHERE ${ownOf('l')} AND l.id = :words)
        UNION ALL (SELECT ${LINK}, 1 FROM payment_links l WHERE ${ownOf('l')} AND l.slug IN (:words, :lower))
        UNION ALL (SELECT r.*, 2 FROM (SELECT ${LINK} FROM payment_links l WHERE ${ownOf('l')} ORDER BY l.created_at DESC, l.id DESC LIMIT ${LATEST_MAX}) r WHERE :like::text IS NOT NULL AND r.title ILIKE :like LIMIT :rows_max)`,
});

export type FoundPayment = ValuesOf<(typeof payments)['row']>;
export type FoundLink = ValuesOf<(typeof links)['row']>;

/** Payments by id or reference, or, among the latest, by the provider's reference or who paid. */
export async function findPaymentsOf(
  runner: Runner,
  { tenant, text: words, lower, phone, like, rowsMax }: SearchQuestion,
): Promise<readonly FoundPayment[]> {
  const upper = words.toUpperCase();
  return runner.run(payments, { ...keyOf(tenant), words, upper, lower, phone, like, rows_max: rowsMax });
}

/** Links by id or slug, or by a title among the latest. */
export async function findLinksNamed(
  runner: Runner,
  { tenant, text: words, lower, like, rowsMax }: SearchQuestion,
): Promise<readonly FoundLink[]> {
  return runner.run(links, { ...keyOf(tenant), words, lower, like, rows_max: rowsMax });
}
