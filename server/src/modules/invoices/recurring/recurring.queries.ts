import type { Recurrence, RecurringInvoice, RecurringTemplate, SendChannel } from '@cottontree/contract';
import { pickColumns } from '../../../kernel/list/pick-columns.ts';
import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { json, nullable, statement, text, texts, type Runner, type ValuesOf } from '../../../store/index.ts';
import { several } from '../../../kernel/list/list-filters.queries.ts';
import { list } from '../../../kernel/list/list.queries.ts';
import { byTime } from '../../../kernel/list/list-walk.queries.ts';
import { recurringStatuses } from '@cottontree/contract';

const KEY = { merchant_id: 'text', livemode: 'bool' } as const;
const BORN = {
  id: 'text',
  frequency: text<Recurrence>(),
  step: 'int4',
  start_date: 'text',
  day_of_month: 'int4?',
  created_at: 'timestamptz',
} as const;
const TERMS = {
  status: text<RecurringInvoice['status']>(),
  name: 'text?',
  template: json<RecurringTemplate>(),
  end_date: 'text?',
  count_max: 'int4?',
  auto_finalize: 'bool',
  send_channels: texts<SendChannel>(),
  next_period: 'int4',
  next_date: 'text?',
  next_at: 'timestamptz?',
  failure: nullable(json<RecurringInvoice['failure']>()),
  retry_at: 'timestamptz?',
  updated_at: 'timestamptz',
  deleted_at: 'timestamptz?',
} as const;
const ROW = { ...KEY, ...BORN, ...TERMS, version: 'int4', made: 'int4', skipped: 'int4' } as const;
const COLUMNS = Object.keys(ROW)
  .map((name) => `r.${name}`)
  .join(', ');
const NEW = { ...KEY, ...BORN, ...TERMS } as const;

const insert = statement({
  name: 'recurringInvoices.insert',
  params: NEW,
  row: ROW,
  sql: `INSERT INTO recurring_invoices AS r (${Object.keys(NEW).join(', ')}, version) VALUES (${Object.keys(
    NEW,
  )
    .map((name) => `:${name}`)
    .join(', ')}, 1) RETURNING ${COLUMNS}`,
});

const find = statement({
  name: 'recurringInvoices.find',
  params: { ...KEY, id: 'text' },
  row: ROW,
  sql: `SELECT ${COLUMNS} FROM recurring_invoices r WHERE r.merchant_id = :merchant_id AND r.livemode = :livemode AND r.id = :id AND r.deleted_at IS NULL`,
});

/** Takes effect on the version that was read; what it makes moves on together with its periods, and not here. */
const change = statement({
  name: 'recurringInvoices.change',
  params: { ...KEY, id: 'text', version: 'int4', ...TERMS },
  row: ROW,
  sql: `UPDATE recurring_invoices r SET version = r.version + 1, ${Object.keys(TERMS)
    .map((name) => `${name} = :${name}`)
    .join(', ')}
        WHERE r.merchant_id = :merchant_id AND r.livemode = :livemode AND r.id = :id AND r.version = :version AND r.deleted_at IS NULL RETURNING ${COLUMNS}`,
});

/** A merchant's recurring invoices. */
export const recurringList = list('listRecurringInvoices', {
  from: 'recurring_invoices r',
  row: ROW,
  where: 'r.deleted_at IS NULL',
  filters: { status: several('r.status', recurringStatuses) },
  sorts: { created_at: byTime('r.created_at') },
});

export type RecurringRow = ValuesOf<typeof ROW>;
export type RecurringTerms = ValuesOf<typeof TERMS>;
export type NewRecurring = Omit<ValuesOf<typeof NEW>, keyof typeof KEY>;
export type RecurringKey = { readonly tenant: Tenant; readonly id: string };
export const RECURRING_COLUMNS = COLUMNS;
export const RECURRING_ROW = ROW;

export async function insertRecurring(
  runner: Runner,
  tenant: Tenant,
  recurring: NewRecurring,
): Promise<RecurringRow> {
  const [row] = await runner.run(insert, { ...keyOf(tenant), ...recurring });
  if (!row) throw new Error(`The recurring invoice ${recurring.id} was not written.`);
  return row;
}

export async function findRecurring(
  runner: Runner,
  { tenant, id }: RecurringKey,
): Promise<RecurringRow | undefined> {
  return (await runner.run(find, { ...keyOf(tenant), id }))[0];
}

/** Undefined where the version has moved on. */
export async function changeRecurringRow(
  runner: Runner,
  before: RecurringRow,
  terms: RecurringTerms,
): Promise<RecurringRow | undefined> {
  return (
    await runner.run(change, {
      merchant_id: before.merchant_id,
      livemode: before.livemode,
      id: before.id,
      version: before.version,
      ...pickColumns(terms, TERMS),
    })
  )[0];
}
