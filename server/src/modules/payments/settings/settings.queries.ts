import type { EmvSettings, LatePolicy, QrKind } from '@cottontree/contract';
import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { json, nullable, statement, text, type Runner, type ValuesOf } from '../../../store/index.ts';

const KEY = { merchant_id: 'text', livemode: 'bool' } as const;
const ROW = {
  late_policy: text<LatePolicy>(),
  require_signed_amounts: 'bool',
  qr_kind: text<QrKind>(),
  emv: nullable(json<EmvSettings>()),
  updated_at: 'timestamptz',
} as const;
const COLUMNS = Object.keys(ROW).join(', ');

const find = statement({
  name: 'paymentSettings.find',
  params: KEY,
  row: ROW,
  sql: `SELECT ${COLUMNS} FROM payment_settings WHERE merchant_id = :merchant_id AND livemode = :livemode`,
});

/** Two changes at once both have their effect, for each sets only what it names, and each has a later time. One made on what was read takes effect on that alone. */
const change = statement({
  name: 'paymentSettings.change',
  params: {
    ...KEY,
    late_policy: nullable(text<LatePolicy>()),
    require_signed_amounts: 'bool?',
    qr_kind: nullable(text<QrKind>()),
    emv: nullable(json<EmvSettings>()),
    changes_emv: 'bool',
    updated_at: 'timestamptz',
    as_read: 'bool',
    read_at: 'timestamptz?',
  },
  row: ROW,
  sql: `INSERT INTO payment_settings AS s (merchant_id, livemode, late_policy, require_signed_amounts, qr_kind, emv, updated_at)
        VALUES (:merchant_id, :livemode, coalesce(:late_policy, 'accept'), coalesce(:require_signed_amounts, false), coalesce(:qr_kind, 'url'), :emv, :updated_at)
        ON CONFLICT (merchant_id, livemode) DO UPDATE SET late_policy = coalesce(:late_policy, s.late_policy), require_signed_amounts = coalesce(:require_signed_amounts, s.require_signed_amounts), qr_kind = coalesce(:qr_kind, s.qr_kind),
          emv = CASE WHEN :changes_emv THEN :emv ELSE s.emv END, updated_at = greatest(:updated_at, s.updated_at + interval '1 millisecond')
        WHERE NOT :as_read OR s.updated_at = :read_at
        RETURNING ${COLUMNS}`,
});

/** How a merchant's money comes in. */
export type PaymentSettingsRow = {
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
  /** What they must still be; null: whatever they are. */ readonly asRead: PaymentSettingsRow | null;
};

const USUAL: PaymentSettingsRow = Object.freeze({
  latePolicy: 'accept',
  requireSignedAmounts: false,
  qrKind: 'url',
  emv: null,
  updatedAt: null,
});

/** What the merchant has set, else what is usual. */
export async function readSettings(runner: Runner, tenant: Tenant): Promise<PaymentSettingsRow> {
  const [row] = await runner.run(find, keyOf(tenant));
  return row ? settingsOf(row) : USUAL;
}

/** Null when they are no longer as they were read. */
export async function changeSettings(
  runner: Runner,
  tenant: Tenant,
  wanted: SettingsChange,
): Promise<PaymentSettingsRow | null> {
  const [row] = await runner.run(change, {
    ...keyOf(tenant),
    late_policy: wanted.latePolicy,
    require_signed_amounts: wanted.requireSignedAmounts,
    qr_kind: wanted.qrKind,
    emv: wanted.emv ?? null,
    changes_emv: wanted.emv !== undefined,
    updated_at: wanted.at,
    as_read: wanted.asRead !== null,
    read_at: wanted.asRead?.updatedAt ?? null,
  });
  return row ? settingsOf(row) : null;
}

function settingsOf(row: ValuesOf<typeof ROW>): PaymentSettingsRow {
  return {
    latePolicy: row.late_policy,
    requireSignedAmounts: row.require_signed_amounts,
    qrKind: row.qr_kind,
    emv: row.emv,
    updatedAt: row.updated_at,
  };
}
