import { creditRefundStatuses, type CreditRefundStatus, type Currency } from '@cottontree/contract';
import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { announcement, type Fact } from '../../../outbox/index.ts';
import { json, statement, text, type JsonObject, type Runner, type ValuesOf } from '../../../store/index.ts';
import { equal, from, search, several, since, until } from '../../../kernel/list/list-filters.queries.ts';
import { list } from '../../../kernel/list/list.queries.ts';
import { byTime } from '../../../kernel/list/list-walk.queries.ts';
import type { KeptCreditItem, KeptCreditRefund } from '../invoices/kept-parts.ts';
import type { Numbering } from '../invoices/numbering.ts';
import { numberIn, takePlace } from '../invoices/numbers.queries.ts';

const KEY = { merchant_id: 'text', livemode: 'bool' } as const;
const NEW = {
  ...KEY,
  id: 'text',
  invoice_id: 'text',
  invoice_number: 'text',
  currency: text<Currency>(),
  amount: 'int8',
  tax_total: 'int8',
  reason: 'text?',
  items: json<readonly KeptCreditItem[]>(),
  amount_refunded: 'int8',
  refunds: json<readonly KeptCreditRefund[]>(),
  metadata: json<JsonObject>(),
  created_at: 'timestamptz',
  refund_status: text<CreditRefundStatus>(),
  amount_returned: 'int8',
  updated_at: 'timestamptz',
} as const;
const CREDIT_NOTE = { ...NEW, number: 'text', version: 'int4', sequence: 'int4' } as const;
/** Read from `credit_notes d`. */
const CREDIT_NOTE_COLUMNS = Object.keys(CREDIT_NOTE)
  .map((name) => `d.${name}`)
  .join(', ');
const NAMES = Object.keys(NEW);

/** Its number is taken in the same statement, so that neither is without the other. */
const insert = statement({
  name: 'creditNotes.insert',
  params: {
    ...NEW,
    number_period: 'text',
    number_prefix: 'text',
    number_suffix: 'text',
    number_width: 'int4',
    facts: json<readonly Fact[]>(),
  },
  row: CREDIT_NOTE,
  sql: `WITH owner AS (SELECT :merchant_id::text AS merchant_id, :livemode::bool AS livemode), numbered AS (
          ${takePlace({ source: 'owner', series: 'credit_note', period: ':number_period' })}
        ), made AS (
          INSERT INTO credit_notes AS d (${NAMES.join(', ')}, number, number_period, number_place)
          SELECT ${NAMES.map((name) => `:${name}`).join(', ')}, ${numberIn('n.place', { prefix: ':number_prefix', suffix: ':number_suffix', width: ':number_width' })}, n.period, n.place FROM numbered n RETURNING ${CREDIT_NOTE_COLUMNS}
        ), announced AS (
          ${announcement({ source: 'made', entity: 'id', facts: `(SELECT jsonb_agg(jsonb_set(one, '{facts,number}', to_jsonb(s.number))) FROM jsonb_array_elements(:facts) AS one)` })}
        ) SELECT ${CREDIT_NOTE_COLUMNS} FROM made d`,
});

const find = statement({
  name: 'creditNotes.find',
  params: { ...KEY, id: 'text' },
  row: CREDIT_NOTE,
  sql: `SELECT ${CREDIT_NOTE_COLUMNS} FROM credit_notes d WHERE d.merchant_id = :merchant_id AND d.livemode = :livemode AND d.id = :id`,
});

/** How far the money of a note is, with its messages; only on the version that was read. */
const move = statement({
  name: 'creditNotes.move',
  params: {
    ...KEY,
    id: 'text',
    version: 'int4',
    refunds: json<readonly KeptCreditRefund[]>(),
    refund_status: text<CreditRefundStatus>(),
    amount_returned: 'int8',
    updated_at: 'timestamptz',
    facts: json<readonly Fact[]>(),
  },
  row: CREDIT_NOTE,
  sql: `WITH moved AS (
          UPDATE credit_notes d SET version = d.version + 1, sequence = d.sequence + jsonb_array_length(:facts), refunds = :refunds, refund_status = :refund_status, amount_returned = :amount_returned, updated_at = :updated_at
          WHERE d.merchant_id = :merchant_id AND d.livemode = :livemode AND d.id = :id AND d.version = :version RETURNING ${CREDIT_NOTE_COLUMNS}
        ), announced AS (
          ${announcement({ source: 'moved', entity: 'id', facts: ':facts' })}
        ) SELECT ${CREDIT_NOTE_COLUMNS} FROM moved d`,
});

const claim = statement({
  name: 'creditNotes.claimReturning',
  params: { now: 'timestamptz', before: 'timestamptz', rows_max: 'int4' },
  row: { ...KEY, id: 'text' },
  sql: `UPDATE credit_notes d SET checked_at = :now FROM (
          SELECT p.merchant_id, p.livemode, p.id FROM credit_notes p WHERE p.refund_status = 'pending' AND p.amount_refunded > 0 AND p.checked_at <= :before ORDER BY p.checked_at LIMIT :rows_max::int4 FOR UPDATE SKIP LOCKED
        ) AS q WHERE d.merchant_id = q.merchant_id AND d.livemode = q.livemode AND d.id = q.id RETURNING d.merchant_id, d.livemode, d.id`,
});

const RETURNS = { returned: 'int8', returning: 'int8', failed: 'int8', kept: 'int8' } as const;
const left = (status: string): string =>
  `coalesce(sum(d.amount_refunded - d.amount_returned) FILTER (WHERE d.refund_status = '${status}'), 0)::int8`;

const returns = statement({
  name: 'creditNotes.returnsOfInvoice',
  params: { ...KEY, invoice_id: 'text' },
  row: RETURNS,
  sql: `SELECT coalesce(sum(d.amount_returned), 0)::int8 AS returned, ${left('pending')} AS returning, ${left('failed')} AS failed, ${left('kept')} AS kept FROM credit_notes d WHERE d.merchant_id = :merchant_id AND d.livemode = :livemode AND d.invoice_id = :invoice_id`,
});

export type CreditNoteRow = ValuesOf<typeof CREDIT_NOTE>;
export type NewCreditNote = Omit<CreditNoteRow, 'number' | 'version' | 'sequence'>;

/** Writes a credit note with the next number of its series. */
export async function insertCreditNote(
  tx: Runner,
  {
    note,
    numbering,
    facts,
  }: { readonly note: NewCreditNote; readonly numbering: Numbering; readonly facts: readonly Fact[] },
): Promise<CreditNoteRow> {
  const [row] = await tx.run(insert, {
    ...note,
    number_period: numbering.period,
    number_prefix: numbering.prefix,
    number_suffix: numbering.suffix,
    number_width: numbering.width,
    facts,
  });
  if (!row) throw new Error(`The credit note ${note.id} was not written.`);
  return row;
}

export async function findCreditNote(
  runner: Runner,
  tenant: Tenant,
  id: string,
): Promise<CreditNoteRow | undefined> {
  return (await runner.run(find, { ...keyOf(tenant), id }))[0];
}

/** Undefined where the version has moved on. `after` is of the version that follows. */
export async function writeCreditNoteMove(
  runner: Runner,
  { after, facts }: { readonly after: CreditNoteRow; readonly facts: readonly Fact[] },
): Promise<CreditNoteRow | undefined> {
  const { merchant_id, livemode, id, version, refunds, refund_status, amount_returned, updated_at } = after;
  return (
    await runner.run(move, {
      merchant_id,
      livemode,
      id,
      version: version - 1,
      refunds,
      refund_status,
      amount_returned,
      updated_at,
      facts,
    })
  )[0];
}

/** Takes up notes whose money is on its way and was last looked at before the moment. */
export async function claimReturningNotes(
  system: Runner,
  { now, before, rowsMax }: { readonly now: Date; readonly before: Date; readonly rowsMax: number },
): Promise<readonly { readonly tenant: Tenant; readonly id: string }[]> {
  const rows = await system.run(claim, { now, before, rows_max: rowsMax });
  return rows.map(({ merchant_id, livemode, id }) => ({ tenant: { merchantId: merchant_id, livemode }, id }));
}

/** What became of the money that the credit notes of an invoice send back, minor units. */
export type InvoiceReturns = ValuesOf<typeof RETURNS>;

export async function readInvoiceReturns(
  runner: Runner,
  tenant: Tenant,
  invoiceId: string,
): Promise<InvoiceReturns> {
  return (
    (await runner.run(returns, { ...keyOf(tenant), invoice_id: invoiceId }))[0] ?? {
      returned: 0n,
      returning: 0n,
      failed: 0n,
      kept: 0n,
    }
  );
}

/** A merchant's credit notes. */
export const creditNoteList = list('listCreditNotes', {
  from: 'credit_notes d',
  row: CREDIT_NOTE,
  select: CREDIT_NOTE_COLUMNS,
  filters: {
    invoice_id: equal('d.invoice_id'),
    refund_status: several(
      "CASE WHEN d.amount_refunded = 0 THEN 'none' ELSE d.refund_status END",
      creditRefundStatuses,
    ),
    q: search('d.number', 'd.invoice_number', 'd.reason'),
    created_from: from('d.created_at'),
    created_to: until('d.created_at'),
    updated_since: since('d.updated_at'),
  },
  sorts: { created_at: byTime('d.created_at') },
});
