import { orNull, splitTotal } from '../../core/page-rows.ts';
import type { Position } from '../../core/page.ts';
import { keyOf, type Tenant } from '../../core/tenant.ts';
import { statement, type Json, type Runner, type ValuesOf } from '../../store/index.ts';

const TENANT = { merchant_id: 'text', livemode: 'bool' } as const;
const KEY = { ...TENANT, id: 'text' } as const;
const TRANSFER = {
  id: 'text',
  client_id: 'text?',
  content_hash: 'bytea',
  from_location_id: 'text',
  to_location_id: 'text',
  status: 'text',
  lines: 'jsonb',
  note: 'text?',
  sent_at: 'timestamptz',
  received_at: 'timestamptz?',
  cancelled_at: 'timestamptz?',
} as const;
const COLUMNS = Object.keys(TRANSFER).join(', ');

const insert = statement({
  name: 'stockTransfers.insert',
  params: { ...TENANT, ...TRANSFER },
  row: TRANSFER,
  sql: `INSERT INTO stock_transfers (merchant_id, livemode, ${COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) ON CONFLICT DO NOTHING RETURNING ${COLUMNS}`,
});

const find = statement({
  name: 'stockTransfers.find',
  params: KEY,
  row: TRANSFER,
  sql: `SELECT ${COLUMNS} FROM stock_transfers WHERE merchant_id = $1 AND livemode = $2 AND id = $3`,
});

const findByClient = statement({
  name: 'stockTransfers.findByClient',
  params: { ...TENANT, client_id: 'text' },
  row: TRANSFER,
  sql: `SELECT ${COLUMNS} FROM stock_transfers WHERE merchant_id = $1 AND livemode = $2 AND client_id = $3`,
});

/** Ends a transfer that is on its way; of two at once one finds it ended. */
const end = statement({
  name: 'stockTransfers.end',
  params: { ...KEY, status: 'text', lines: 'jsonb', at: 'timestamptz' },
  row: TRANSFER,
  sql: `UPDATE stock_transfers SET status = $4, lines = $5, received_at = CASE $4 WHEN 'received' THEN $6::timestamptz END, cancelled_at = CASE $4 WHEN 'cancelled' THEN $6::timestamptz END
        WHERE merchant_id = $1 AND livemode = $2 AND id = $3 AND status = 'sent' RETURNING ${COLUMNS}`,
});

const list = statement({
  name: 'stockTransfers.list',
  params: {
    ...TENANT,
    location_id: 'text?',
    status: 'text?',
    after_at: 'timestamptz?',
    after_id: 'text',
    rows_max: 'int4',
    offset: 'int4',
  },
  row: { total: 'int8', ...orNull(TRANSFER) },
  sql: `WITH found AS (
          SELECT ${COLUMNS} FROM stock_transfers WHERE merchant_id = $1 AND livemode = $2 AND ($3::text IS NULL OR $3 IN (from_location_id, to_location_id)) AND ($4::text IS NULL OR status = $4)
        ), page AS (SELECT * FROM found WHERE $5::timestamptz IS NULL OR (sent_at, id) < ($5, $6) ORDER BY sent_at DESC, id DESC LIMIT $7::int4 OFFSET $8::int4)
        SELECT t.total, p.* FROM (SELECT count(*) AS total FROM found) t LEFT JOIN page p ON true ORDER BY p.sent_at DESC, p.id DESC`,
});

/** Quantities in thousandths, as text. */
export type TransferLine = {
  readonly line: number;
  readonly variant_id: string;
  readonly product_id: string;
  readonly name: string;
  readonly variant_name: string | null;
  readonly sku: string | null;
  readonly quantity: string;
  readonly received: string | null;
};
export type TransferRow = Omit<ValuesOf<typeof TRANSFER>, 'lines'> & {
  readonly lines: readonly TransferLine[];
};
export type TransferKey = { readonly tenant: Tenant; readonly id: string };
export type TransfersWanted = {
  readonly locationId: string | null;
  readonly status: string | null;
  readonly after: Position | null;
  readonly rowsMax: number;
  readonly offset: number;
};

/** Undefined where the client_id came before. */
export async function insertTransfer(
  runner: Runner,
  tenant: Tenant,
  row: TransferRow,
): Promise<TransferRow | undefined> {
  return withLines((await runner.run(insert, { ...keyOf(tenant), ...row }))[0]);
}

export async function findTransfer(
  runner: Runner,
  { tenant, id }: TransferKey,
): Promise<TransferRow | undefined> {
  return withLines((await runner.run(find, { ...keyOf(tenant), id }))[0]);
}

export async function findTransferByClient(
  runner: Runner,
  tenant: Tenant,
  clientId: string,
): Promise<TransferRow | undefined> {
  return withLines((await runner.run(findByClient, { ...keyOf(tenant), client_id: clientId }))[0]);
}

/** Undefined where it was not on its way any more. */
export async function endTransfer(
  runner: Runner,
  { tenant, id }: TransferKey,
  {
    status,
    lines,
    at,
  }: {
    readonly status: 'received' | 'cancelled';
    readonly lines: readonly TransferLine[];
    readonly at: Date;
  },
): Promise<TransferRow | undefined> {
  return withLines((await runner.run(end, { ...keyOf(tenant), id, status, lines, at }))[0]);
}

export async function listTransferRows(
  runner: Runner,
  tenant: Tenant,
  { locationId, status, after, rowsMax, offset }: TransfersWanted,
) {
  const { total, rows } = splitTotal<ValuesOf<typeof TRANSFER>>(
    await runner.run(list, {
      ...keyOf(tenant),
      location_id: locationId,
      status,
      after_at: after?.at ?? null,
      after_id: after?.id ?? '',
      rows_max: rowsMax,
      offset,
    }),
    'id',
  );
  return { total, rows: rows.flatMap((row) => withLines(row) ?? []) };
}

/** Lines are read as they were written. */
function withLines<Row extends { readonly lines: Json }>(
  row: Row | undefined,
): (Omit<Row, 'lines'> & { readonly lines: readonly TransferLine[] }) | undefined {
  return row && { ...row, lines: row.lines as unknown as readonly TransferLine[] };
}
