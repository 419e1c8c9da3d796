import type { EmvSettings, LatePolicy, QrKind } from '@cottontree/contract';
import { keyOf, type Tenant } from '../../core/tenant.ts';
import { statement, type Json, type Runner } from '../../store/index.ts';

const KEY = { merchant_id: 'text', livemode: 'bool' } as const;
const ROW = {
  late_policy: 'text',
  require_signed_amounts: 'bool',
  qr_kind: 'text',
  emv: 'jsonb?',
  updated_at: 'timestamptz',
} as const;
const COLUMNS = Object.keys(ROW).join(', ');

const find = statement({
  name: 'paymentSettings.find',
  params: KEY,
  row: ROW,
  sql: `SELECT ${COLUMNS} FROM payment_settings WHERE merchant_id = $1 AND livemode = $2`,
});

/** Two changes at once both have their effect, for each sets only what it names, and each has a later time. One made on what was read takes effect on that alone. */
const change = statement({
  name: 'paymentSettings.change',
  params: {
    ...KEY,
    late_policy: 'text?',
    require_signed_amounts: 'bool?',
    qr_kind: 'text?',
    emv: 'jsonb?',
    changes_emv: 'bool',
    updated_at: 'timestamptz',
    as_read: 'bool',
    read_at: 'timestamptz?',
  },
  row: ROW,
  sql: `INSERT INTO payment_settings AS s (merchant_id, livemode, late_policy, require_signed_amounts, qr_kind, emv, updated_at)
        VALUES ($1, $2, coalesce($3, 'accept'), coalesce($4, false), coalesce($5, 'url'), $6, $8)
        ON CONFLICT (merchant_id, livemode) DO UPDATE SET late_policy = coalesce($3, s.late_policy), require_signed_amounts = coalesce($4, s.require_signed_amounts), qr_kind = coalesce($5, s.qr_kind),
          emv = CASE WHEN $7 THEN $6 ELSE s.emv END, updated_at = greatest($8, s.updated_at + interval '1 millisecond')
        WHERE NOT $9 OR s.updated_at = $10
        RETURNING ${COLUMNS}`,
});

/** How a merchant's money comes in. */
export type Settings = {
  readonly latePolicy: LatePolicy;
  readonly requireSignedAmounts: boolean;
  readonly qrKind: QrKind;
  readonly emv: EmvSettings | null;
  readonly updatedAt: Date | null;
};

export type SettingsChange = {
  readonly latePolicy: LatePolicy | null;
  readonly requireSignedAmounts: boolean | null;
  readonly qrKind: QrKind | null;
  /** Undefined: stays. */ readonly emv: EmvSettings | null | undefined;
  readonly at: Date;
  /** What they must still be; null: whatever they are. */ readonly asRead: Settings | null;
};

const USUAL: Settings = Object.freeze({
  latePolicy: 'accept',
  requireSignedAmounts: false,
  qrKind: 'url',
  emv: null,
  updatedAt: null,
});

/** What the merchant has set, else what is usual. */
export async function readSettings(runner: Runner, tenant: Tenant): Promise<Settings> {
  const [row] = await runner.run(find, keyOf(tenant));
  return row ? settingsOf(row) : USUAL;
}

/** Null when they are no longer as they were read. */
export async function changeSettings(
  runner: Runner,
  tenant: Tenant,
  wanted: SettingsChange,
): Promise<Settings | null> {
  const [row] = await runner.run(change, {
    ...keyOf(tenant),
    late_policy: wanted.latePolicy,
    require_signed_amounts: wanted.requireSignedAmounts,
    qr_kind: wanted.qrKind,
    emv: (wanted.emv ?? null) as Json,
    changes_emv: wanted.emv !== undefined,
    updated_at: wanted.at,
    as_read: wanted.asRead !== null,
    read_at: wanted.asRead?.updatedAt ?? null,
  });
  return row ? settingsOf(row) : null;
}

type Row = {
  readonly late_policy: string;
  readonly require_signed_amounts: boolean;
  readonly qr_kind: string;
  readonly emv: Json | null;
  readonly updated_at: Date;
};

/** Holds what the contract and the table's own conditions let in. */
function settingsOf(row: Row): Settings {
  return {
    latePolicy: row.late_policy as LatePolicy,
    requireSignedAmounts: row.require_signed_amounts,
    qrKind: row.qr_kind as QrKind,
    emv: row.emv as EmvSettings | null,
    updatedAt: row.updated_at,
  };
}
