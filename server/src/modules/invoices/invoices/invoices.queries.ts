import { invoiceStatuses } from '@cottontree/contract';
import {
  equal,
  flag,
  from,
  matchingAs,
  search,
  several,
  since,
  until,
} from '../../../kernel/list/list-filters.queries.ts';
import { byText, byTime } from '../../../kernel/list/list-walk.queries.ts';
import { list } from '../../../kernel/list/list.queries.ts';
import { pickColumns } from '../../../kernel/list/pick-columns.ts';
import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { postingStatements, postingsToJson, type Posting } from '../../ledger/index.ts';
import { announcement, type Fact } from '../../../outbox/index.ts';
import { findOwner, json, type Runner, statement } from '../../../store/index.ts';
import {
  BORN,
  INVOICE,
  INVOICE_COLUMNS,
  STATE,
  type InvoiceRow,
  type InvoiceState,
  type NewInvoice,
} from './invoice-rows.ts';
import type { Numbering } from './numbering.ts';
import { readDay } from './read-lines.ts';
import { numberIn, NUMBERING, takePlace } from './numbers.queries.ts';

const KEY = { merchant_id: 'text', livemode: 'bool', id: 'text' } as const;
const NEW = { merchant_id: 'text', livemode: 'bool', ...BORN, ...STATE } as const;
const names = (shape: object): readonly string[] => Object.keys(shape);

const insert = statement({
  name: 'invoices.insert',
  params: { ...NEW, facts: json<readonly Fact[]>() },
  row: INVOICE,
  sql: `WITH made AS (
          INSERT INTO invoices AS i (${names(NEW).join(', ')}, version, sequence) VALUES (${names(NEW)
            .map((name) => `:${name}`)
            .join(', ')}, 1, 1) RETURNING ${INVOICE_COLUMNS}
        ), announced AS (
          ${announcement({ source: 'made', entity: 'id', facts: ':facts' })}
        ) SELECT ${INVOICE_COLUMNS} FROM made i`,
});

const find = statement({
  name: 'invoices.find',
  params: KEY,
  row: INVOICE,
  sql: `SELECT ${INVOICE_COLUMNS} FROM invoices i WHERE i.merchant_id = :merchant_id AND i.livemode = :livemode AND i.id = :id`,
});

const findByToken = statement({
  name: 'invoices.findByToken',
  params: { merchant_id: 'text', livemode: 'bool', page_token: 'text' },
  row: INVOICE,
  sql: `SELECT ${INVOICE_COLUMNS} FROM invoices i WHERE i.merchant_id = :merchant_id AND i.livemode = :livemode AND i.page_token = :page_token`,
});

const CHANGE = {
  ...KEY,
  version: 'int4',
  ...STATE,
  number: 'text?',
  ...NUMBERING,
  facts: json<readonly Fact[]>(),
  postings: 'jsonb',
} as const;
const place = (name: keyof typeof CHANGE): string => `:${name}`;

/**
 * The one statement that writes an invoice's status, with its messages and its ledger entries. It takes effect only on the
 * version that was read. The counter gives a number away only where the row is locked and still of that version, so that a
 * number and its invoice commit together or not at all.
 */
const change = statement({
  name: 'invoices.change',
  params: CHANGE,
  row: INVOICE,
  sql: `WITH target AS (
          SELECT t.merchant_id, t.livemode, t.id FROM invoices t WHERE t.merchant_id = :merchant_id AND t.livemode = :livemode AND t.id = :id AND t.version = :version FOR UPDATE
        ), numbered AS (
          ${takePlace({ source: 'target', series: 'invoice', period: place('number_period') })}
        ), changed AS (
          UPDATE invoices i SET version = i.version + 1, sequence = i.sequence + jsonb_array_length(${place('facts')}), ${names(
            STATE,
          )
            .map((name) => `${name} = :${name}`)
            .join(', ')},
            number = coalesce((SELECT ${numberIn('n.place', { prefix: place('number_prefix'), suffix: place('number_suffix'), width: place('number_width') })} FROM numbered n), ${place('number')}, i.number),
            number_period = coalesce((SELECT n.period FROM numbered n), i.number_period), number_place = coalesce((SELECT n.place FROM numbered n), i.number_place)
          FROM target t WHERE i.merchant_id = t.merchant_id AND i.livemode = t.livemode AND i.id = t.id RETURNING ${INVOICE_COLUMNS}
        ), ${postingStatements({ source: 'changed', postings: place('postings') })}, announced AS (
          ${announcement({ source: 'changed', entity: 'id', facts: `(SELECT jsonb_agg(jsonb_set(one, '{facts,number}', coalesce(to_jsonb(s.number), 'null'))) FROM jsonb_array_elements(${place('facts')}) AS one)` })}
        ) SELECT ${INVOICE_COLUMNS} FROM changed i`,
});

const remove = statement({
  name: 'invoices.deleteDraft',
  params: { ...KEY, version: 'int4' },
  row: { id: 'text' },
  sql: `DELETE FROM invoices WHERE merchant_id = :merchant_id AND livemode = :livemode AND id = :id AND version = :version AND status = 'draft' RETURNING id`,
});

export type InvoiceKey = { readonly tenant: Tenant; readonly id: string };
type InvoiceMove = {
  readonly version: number;
  readonly state: InvoiceState;
  readonly number: string | null;
  readonly numbering: Numbering | null;
  readonly facts: readonly Fact[];
  readonly postings: readonly Posting[];
};

/** Writes a draft and what is told of it. */
export async function insertInvoice(
  runner: Runner,
  tenant: Tenant,
  { invoice, facts }: { readonly invoice: NewInvoice; readonly facts: readonly Fact[] },
): Promise<InvoiceRow> {
  const [row] = await runner.run(insert, { ...keyOf(tenant), ...invoice, facts });
  if (!row) throw new Error(`The invoice ${invoice.id} was not written.`);
  return row;
}

export async function findInvoice(
  runner: Runner,
  { tenant, id }: InvoiceKey,
): Promise<InvoiceRow | undefined> {
  return (await runner.run(find, { ...keyOf(tenant), id }))[0];
}

/** The invoice behind the address of its page, of whichever merchant. */
export async function findInvoiceByToken(system: Runner, pageToken: string): Promise<InvoiceRow | undefined> {
  const owner = await findOwner(system, 'invoice_page', pageToken);
  return owner && (await system.run(findByToken, { ...owner, page_token: pageToken }))[0];
}

/** Undefined where the version has moved on. */
export async function writeInvoiceMove(
  runner: Runner,
  { tenant, id }: InvoiceKey,
  { version, state, number, numbering, facts, postings }: InvoiceMove,
): Promise<InvoiceRow | undefined> {
  const values = {
    ...keyOf(tenant),
    id,
    version,
    number,
    number_period: numbering?.period ?? null,
    number_prefix: numbering?.prefix ?? '',
    number_suffix: numbering?.suffix ?? '',
    number_width: numbering?.width ?? 1,
    facts,
    postings: postingsToJson(postings),
    ...pickColumns(state, STATE),
  };
  return (await runner.run(change, values))[0];
}

/** False where it is no draft any more, or another version. */
export async function deleteDraftInvoice(
  runner: Runner,
  { tenant, id }: InvoiceKey,
  version: number,
): Promise<boolean> {
  return (await runner.run(remove, { ...keyOf(tenant), id, version })).length === 1;
}

/** A merchant's invoices. */
export const invoiceList = list('listInvoices', {
  from: 'invoices i',
  row: INVOICE,
  select: INVOICE_COLUMNS,
  joins: '',
  counted: 'kept',
  given: { now: 'timestamptz' },
  filters: {
    status: several('i.status', invoiceStatuses),
    customer_id: equal('i.customer_id'),
    // As `isOverdue` decides.
    overdue: flag("i.status IN ('open', 'partially_paid') AND i.overdue_at <= :now::timestamptz"),
    due_from: matchingAs((day) => `i.due_date >= ${day}`, readDay),
    due_to: matchingAs((day) => `i.due_date <= ${day}`, readDay),
    created_from: from('i.created_at'),
    created_to: until('i.created_at'),
    updated_since: since('i.updated_at'),
    q: search(
      'i.number',
      "i.customer->>'name'",
      "i.customer->>'email'",
      "i.customer->>'phone'",
      'i.po_number',
    ),
  },
  sorts: { created_at: byTime('i.created_at'), due_date: byText('i.due_date') },
});
