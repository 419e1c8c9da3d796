import type { CashRoundingMode, TaxRounding } from '@cottontree/contract';
import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { statement, text, type Runner, type ValuesOf } from '../../../store/index.ts';

const KEY = { merchant_id: 'text', livemode: 'bool' } as const;
const TERMS = {
  tax_rounding: text<TaxRounding>(),
  tax_inclusive: 'bool',
  cash_rounding_increment: 'int8',
  cash_rounding_mode: text<CashRoundingMode>(),
  reserve_on_park: 'bool',
  require_cash_session: 'bool',
  receipt_header: 'text[]',
  receipt_footer: 'text[]',
  sale_number_pattern: 'text',
  clock_skew_minutes: 'int4',
  offline_managers: 'bool',
} as const;
const ROW = { version: 'int4', ...TERMS, updated_at: 'timestamptz' } as const;
const COLUMNS = Object.keys(ROW)
  .map((name) => `s.${name}`)
  .join(', ');
const NAMES = Object.keys(TERMS);

const find = statement({
  name: 'posSettings.find',
  params: KEY,
  row: ROW,
  sql: `SELECT ${COLUMNS} FROM pos_settings s WHERE s.merchant_id = :merchant_id AND s.livemode = :livemode`,
});

/** Takes effect on the version that was read; 0 where there was no row. */
const change = statement({
  name: 'posSettings.change',
  params: { ...KEY, read_version: 'int4', updated_at: 'timestamptz', ...TERMS },
  row: ROW,
  sql: `INSERT INTO pos_settings AS s (merchant_id, livemode, version, updated_at, ${NAMES.join(', ')})
        SELECT :merchant_id, :livemode, :read_version::int4 + 1, :updated_at, ${NAMES.map((name) => `:${name}`).join(', ')}
        ON CONFLICT (merchant_id, livemode) DO UPDATE SET version = s.version + 1, updated_at = :updated_at, ${NAMES.map((name) => `${name} = :${name}`).join(', ')}
          WHERE s.version = :read_version
        RETURNING ${COLUMNS}`,
});

type Terms = ValuesOf<typeof TERMS>;

/** How a merchant's tills reckon, number and print. */
export type PosTerms = Omit<Terms, 'tax_rounding' | 'cash_rounding_mode'> & {
  readonly tax_rounding: TaxRounding;
  readonly cash_rounding_mode: CashRoundingMode;
};
export type PosSettingsRow = PosTerms & {
  /** 0: nothing was ever set. */ readonly version: number;
  readonly updated_at: Date | null;
};

const USUAL: PosSettingsRow = Object.freeze({
  version: 0,
  tax_rounding: 'document',
  tax_inclusive: false,
  cash_rounding_increment: 0n,
  cash_rounding_mode: 'nearest',
  reserve_on_park: false,
  require_cash_session: false,
  receipt_header: [],
  receipt_footer: [],
  sale_number_pattern: '{LOC}-{00000}',
  clock_skew_minutes: 15,
  offline_managers: false,
  updated_at: null,
});

/** What the merchant has set, else what is usual. */
export async function readPosSettings(runner: Runner, tenant: Tenant): Promise<PosSettingsRow> {
  const [row] = await runner.run(find, keyOf(tenant));
  return row ? settingsOf(row) : USUAL;
}

/** Undefined where the version has moved on. */
export async function changePosSettings(
  runner: Runner,
  tenant: Tenant,
  { version, terms, at }: { readonly version: number; readonly terms: PosTerms; readonly at: Date },
): Promise<PosSettingsRow | undefined> {
  const [row] = await runner.run(change, {
    ...keyOf(tenant),
    read_version: version,
    updated_at: at,
    ...terms,
  });
  return row && settingsOf(row);
}

/** Holds what the contract and the table's own conditions let in. */
function settingsOf(row: ValuesOf<typeof ROW>): PosSettingsRow {
  return { ...row, tax_rounding: row.tax_rounding, cash_rounding_mode: row.cash_rounding_mode };
}
