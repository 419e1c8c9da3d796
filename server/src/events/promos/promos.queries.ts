import { splitTotal, orNull } from '../../core/page-rows.ts';
import { keyOf, type Tenant } from '../../core/tenant.ts';
import { statement, type Runner, type ValuesOf } from '../../store/index.ts';

const PROMO = {
  event_id: 'text',
  id: 'text',
  code: 'text',
  version: 'int4',
  kind: 'text',
  value: 'int8',
  ticket_type_ids: 'text[]?',
  max_uses: 'int4?',
  uses: 'int4',
  active: 'bool',
  valid_from: 'timestamptz?',
  valid_until: 'timestamptz?',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
  currency: 'text',
} as const;
const COLUMNS = Object.keys(PROMO)
  .map((column) => (column === 'currency' ? 'e.currency' : `p.${column}`))
  .join(', ');
const FROM = `promo_codes p JOIN events e ON e.merchant_id = p.merchant_id AND e.livemode = p.livemode AND e.id = p.event_id`;
const KEY = { merchant_id: 'text', livemode: 'bool', event_id: 'text' } as const;

const insert = statement({
  name: 'promoCodes.insert',
  params: {
    ...KEY,
    id: 'text',
    code: 'text',
    kind: 'text',
    value: 'int8',
    ticket_type_ids: 'text[]?',
    max_uses: 'int4?',
    active: 'bool',
    valid_from: 'timestamptz?',
    valid_until: 'timestamptz?',
    created_at: 'timestamptz',
  },
  row: { id: 'text' },
  sql: `INSERT INTO promo_codes (merchant_id, livemode, event_id, id, code, version, kind, value, ticket_type_ids, max_uses, uses, active, valid_from, valid_until, created_at, updated_at)
        VALUES ($1, $2, $3, $4, $5, 1, $6, $7, $8, $9, 0, $10, $11, $12, $13, $13) ON CONFLICT DO NOTHING RETURNING id`,
});

const find = statement({
  name: 'promoCodes.find',
  params: { ...KEY, id: 'text' },
  row: PROMO,
  sql: `SELECT ${COLUMNS} FROM ${FROM} WHERE p.merchant_id = $1 AND p.livemode = $2 AND p.event_id = $3 AND p.id = $4 AND p.deleted_at IS NULL`,
});

const findByCode = statement({
  name: 'promoCodes.findByCode',
  params: { ...KEY, code: 'text' },
  row: PROMO,
  sql: `SELECT ${COLUMNS} FROM ${FROM} WHERE p.merchant_id = $1 AND p.livemode = $2 AND p.event_id = $3 AND p.code = $4 AND p.deleted_at IS NULL`,
});

const list = statement({
  name: 'promoCodes.list',
  params: { ...KEY, rows_max: 'int4', offset: 'int4' },
  row: { total: 'int8', ...orNull(PROMO) },
  sql: `WITH matched AS (SELECT ${COLUMNS} FROM ${FROM} WHERE p.merchant_id = $1 AND p.livemode = $2 AND p.event_id = $3 AND p.deleted_at IS NULL)
        SELECT t.total, m.* FROM (SELECT count(*) AS total FROM matched) t LEFT JOIN (SELECT * FROM matched ORDER BY created_at DESC, id DESC LIMIT $4 OFFSET $5) m ON true ORDER BY m.created_at DESC, m.id DESC`,
});

/** Uses are the orders' own; a bound below them takes no effect. */
const change = statement({
  name: 'promoCodes.change',
  params: {
    ...KEY,
    id: 'text',
    version: 'int4',
    ticket_type_ids: 'text[]?',
    max_uses: 'int4?',
    active: 'bool',
    valid_from: 'timestamptz?',
    valid_until: 'timestamptz?',
    updated_at: 'timestamptz',
    deleted_at: 'timestamptz?',
  },
  row: { uses: 'int4' },
  sql: `UPDATE promo_codes SET version = version + 1, ticket_type_ids = $6, max_uses = $7, active = $8, valid_from = $9, valid_until = $10, updated_at = $11, deleted_at = $12
        WHERE merchant_id = $1 AND livemode = $2 AND event_id = $3 AND id = $4 AND version = $5 AND deleted_at IS NULL AND ($7::int IS NULL OR uses <= $7) RETURNING uses`,
});

export type PromoRow = ValuesOf<typeof PROMO>;
export type NewPromo = Omit<ValuesOf<(typeof insert)['params']>, keyof typeof KEY>;
export type PromoChange = Omit<ValuesOf<(typeof change)['params']>, keyof typeof KEY | 'id' | 'version'>;

/** False when the event has such a code. */
export async function insertPromo(
  runner: Runner,
  { tenant, eventId }: { readonly tenant: Tenant; readonly eventId: string },
  promo: NewPromo,
): Promise<boolean> {
  return (await runner.run(insert, { ...keyOf(tenant), event_id: eventId, ...promo })).length === 1;
}

export async function findPromo(
  runner: Runner,
  tenant: Tenant,
  { eventId, id }: { readonly eventId: string; readonly id: string },
): Promise<PromoRow | undefined> {
  return (await runner.run(find, { ...keyOf(tenant), event_id: eventId, id }))[0];
}

/** `code` in capitals. */
export async function findPromoByCode(
  runner: Runner,
  tenant: Tenant,
  { eventId, code }: { readonly eventId: string; readonly code: string },
): Promise<PromoRow | undefined> {
  return (await runner.run(findByCode, { ...keyOf(tenant), event_id: eventId, code }))[0];
}

export async function listEventPromos(
  runner: Runner,
  tenant: Tenant,
  wanted: { readonly eventId: string; readonly rowsMax: number; readonly offset: number },
): Promise<{ readonly total: number; readonly rows: readonly PromoRow[] }> {
  return splitTotal<PromoRow>(
    await runner.run(list, {
      ...keyOf(tenant),
      event_id: wanted.eventId,
      rows_max: wanted.rowsMax,
      offset: wanted.offset,
    }),
    'id',
  );
}

/** False when the code is no longer as it was read, or has more uses than its new bound. */
export async function changePromo(
  runner: Runner,
  tenant: Tenant,
  { before, change: changed }: { readonly before: PromoRow; readonly change: PromoChange },
): Promise<boolean> {
  return (
    (
      await runner.run(change, {
        ...keyOf(tenant),
        event_id: before.event_id,
        id: before.id,
        version: before.version,
        ...changed,
      })
    ).length === 1
  );
}
