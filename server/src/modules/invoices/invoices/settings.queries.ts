import type { InvoiceSettings } from '@cottontree/contract';
import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { orNull } from '../../../kernel/list/page-rows.ts';
import { pickColumns, pickJoined } from '../../../kernel/list/pick-columns.ts';
import { json, nullable, statement, texts, type Runner, type ValuesOf } from '../../../store/index.ts';
import type { KeptCompany, KeptLateFee, KeptReminder } from './kept-parts.ts';

type AcceptedChannel = NonNullable<InvoiceSettings['accepted_channels']>[number];

const KEY = { merchant_id: 'text', livemode: 'bool' } as const;
const TERMS = {
  company: json<KeptCompany>(),
  number_pattern: 'text',
  credit_number_pattern: 'text',
  yearly_reset: 'bool',
  default_due_days: 'int4',
  default_tax_rate: 'int8?',
  default_tax_name: 'text',
  tax_inclusive: 'bool',
  notes: 'text?',
  terms: 'text?',
  footer: 'text?',
  payment_instructions: 'text?',
  allow_partial_payment: 'bool',
  accepted_channels: nullable(texts<AcceptedChannel>()),
  reminders: json<readonly KeptReminder[]>(),
  late_fee: nullable(json<KeptLateFee>()),
} as const;
const ROW = { version: 'int4', updated_at: 'timestamptz', ...TERMS } as const;
const NAMES = Object.keys(TERMS);
const COLUMNS = Object.keys(ROW)
  .map((name) => `s.${name}`)
  .join(', ');

const find = statement({
  name: 'invoiceSettings.find',
  params: KEY,
  row: { store_name: 'text', time_zone: 'text', country: 'text', ...orNull(ROW) },
  sql: `SELECT m.store_name, m.time_zone, m.country, ${COLUMNS} FROM merchants m LEFT JOIN invoice_settings s ON s.merchant_id = m.id AND s.livemode = :livemode WHERE m.id = :merchant_id`,
});

/** Takes effect on the version that was read; 0 where there was no row. */
const change = statement({
  name: 'invoiceSettings.change',
  params: { ...KEY, read_version: 'int4', updated_at: 'timestamptz', ...TERMS },
  row: { version: 'int4' },
  sql: `INSERT INTO invoice_settings AS s (merchant_id, livemode, version, updated_at, ${NAMES.join(', ')})
        SELECT :merchant_id, :livemode, :read_version::int4 + 1, :updated_at, ${NAMES.map((name) => `:${name}`).join(', ')}
        ON CONFLICT (merchant_id, livemode) DO UPDATE SET version = s.version + 1, updated_at = :updated_at, ${NAMES.map((name) => `${name} = :${name}`).join(', ')}
          WHERE s.version = :read_version
        RETURNING s.version`,
});

/** What a new invoice has unless it says otherwise, and who it is from. */
export type InvoiceTerms = ValuesOf<typeof TERMS>;

/** The settings together with what of the merchant an invoice depends on; version 0: nothing was ever set. */
export type InvoiceDefaults = {
  readonly version: number;
  readonly updatedAt: Date | null;
  readonly terms: InvoiceTerms;
  readonly storeName: string;
  readonly timeZone: string;
  readonly country: string;
};

const NOBODY: KeptCompany = Object.freeze({
  name: null,
  address: null,
  email: null,
  phone: null,
  tax_id: null,
  logo_token: null,
});
const USUAL: Omit<InvoiceTerms, 'company'> = Object.freeze({
  number_pattern: 'INV-{YYYY}-{00000}',
  credit_number_pattern: 'CN-{YYYY}-{00000}',
  yearly_reset: true,
  default_due_days: 14,
  default_tax_rate: null,
  default_tax_name: 'GST',
  tax_inclusive: false,
  notes: null,
  terms: null,
  footer: null,
  payment_instructions: null,
  allow_partial_payment: false,
  accepted_channels: null,
  reminders: [],
  late_fee: null,
});

/** What the merchant has set, else what is usual; without a company's name the store's stands there. */
export async function readInvoiceDefaults(runner: Runner, tenant: Tenant): Promise<InvoiceDefaults> {
  const [row] = await runner.run(find, keyOf(tenant));
  if (!row) throw new Error(`The merchant ${tenant.merchantId} is not there.`);
  const { store_name: storeName, time_zone: timeZone, country } = row;
  const defaults = { storeName, timeZone, country };
  if (row.version === null)
    return {
      ...defaults,
      version: 0,
      updatedAt: null,
      terms: { ...USUAL, company: { ...NOBODY, name: storeName } },
    };
  return { ...defaults, version: row.version, updatedAt: row.updated_at, terms: pickJoined(row, TERMS) };
}

/** False where the version has moved on. */
export async function writeInvoiceTerms(
  runner: Runner,
  tenant: Tenant,
  { version, terms, at }: { readonly version: number; readonly terms: InvoiceTerms; readonly at: Date },
): Promise<boolean> {
  return (
    (
      await runner.run(change, {
        ...keyOf(tenant),
        read_version: version,
        updated_at: at,
        ...pickColumns(terms, TERMS),
      })
    ).length === 1
  );
}
