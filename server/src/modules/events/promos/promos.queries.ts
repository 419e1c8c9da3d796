import type { Currency, PromoKind } from '@cottontree/contract';
import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { statement, text, type Runner, type ValuesOf } from '../../../store/index.ts';
import { list } from '../../../kernel/list/list.queries.ts';
import { byText, byTime } from '../../../kernel/list/list-walk.queries.ts';

const PROMO = {
  event_id: 'text',
  id: 'text',
  code: 'text',
  version: 'int4',
  kind: text<PromoKind>(),
  value: 'int8',
  ticket_type_ids: 'text[]?',
  max_uses: 'int4?',
  uses: 'int4',
  active: 'bool',
  valid_from: 'timestamptz?',
  valid_until: 'timestamptz?',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
  currency: text<Currency>(),
  livemode: 'bool',
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
    kind: text<PromoKind>(),
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
        VALUES (:merchant_id, :livemode, :event_id, :id, :code, 1, :kind, :value, :ticket_type_ids, :max_uses, 0, :active, :valid_from, :valid_until, :created_at, :created_at) ON CONFLICT DO NOTHING RETURNING id`,
});

const find = statement({
  name: 'promoCodes.find',
  params: { ...KEY, id: 'text' },
  row: PROMO,
  sql: `SELECT ${COLUMNS} FROM ${FROM} WHERE p.merchant_id = :merchant_id AND p.livemode = :livemode AND p.event_id = :event_id AND p.id = :id AND p.deleted_at IS NULL`,
});

const findByCode = statement({
  name: 'promoCodes.findByCode',
  params: { ...KEY, code: 'text' },
  row: PROMO,
  sql: `SELECT ${COLUMNS} FROM ${FROM} WHERE p.merchant_id = :merchant_id AND p.livemode = :livemode AND p.event_id = :event_id AND p.code = :code AND p.deleted_at IS NULL`,
});

const findOpen = statement({
  name: 'promoCodes.findOpen',
  params: { ...KEY, at: 'timestamptz' },
  row: { id: 'text' },
  sql: `SELECT id FROM promo_codes WHERE merchant_id = :merchant_id AND livemode = :livemode AND event_id = :event_id AND active AND deleted_at IS NULL
        AND (max_uses IS NULL OR uses < max_uses) AND (valid_from IS NULL OR valid_from <= :at) AND (valid_until IS NULL OR valid_until > :at) LIMIT 1`,
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
  sql: `UPDATE promo_codes SET version = version + 1, ticket_type_ids = :ticket_type_ids, max_uses = :max_uses, active = :active, valid_from = :valid_from, valid_until = :valid_until, updated_at = :updated_at, deleted_at = :deleted_at
        WHERE merchant_id = :merchant_id AND livemode = :livemode AND event_id = :event_id AND id = :id AND version = :version AND deleted_at IS NULL AND (:max_uses::int IS NULL OR uses <= :max_uses) RETURNING uses`,
});

/** The promo codes of an event. */
export const promoList = list('listPromoCodes', {
  from: FROM,
  row: PROMO,
  select: COLUMNS,
  given: { event_id: 'text' },
  where: 'p.event_id = :event_id AND p.deleted_at IS NULL',
  filters: {},
  sorts: { created_at: byTime('p.created_at'), code: byText('p.code') },
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

/** Whether an event has a code that counts at this moment. */
export async function hasOpenPromo(
  runner: Runner,
  tenant: Tenant,
  { eventId, at }: { readonly eventId: string; readonly at: Date },
): Promise<boolean> {
  return (await runner.run(findOpen, { ...keyOf(tenant), event_id: eventId, at })).length > 0;
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
