import type {
  CollectOut,
  Currency,
  CustomFieldOut,
  PaymentChannel,
  PaymentLinkType,
} from '@cottontree/contract';
import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { announcement, type Fact } from '../../../outbox/index.ts';
import {
  findOwner,
  isListed,
  json,
  type JsonObject,
  nullable,
  type Runner,
  statement,
  text,
  texts,
  type ValuesOf,
} from '../../../store/index.ts';
import { search, several, since } from '../../../kernel/list/list-filters.queries.ts';
import { list } from '../../../kernel/list/list.queries.ts';
import { byTime } from '../../../kernel/list/list-walk.queries.ts';
import { paymentLinkStatuses } from '@cottontree/contract';

const KEY = { merchant_id: 'text', livemode: 'bool' } as const;
const TERMS = {
  active: 'bool',
  amount: 'int8?',
  min_amount: 'int8?',
  max_amount: 'int8?',
  suggested_amounts: 'int8[]',
  title: 'text',
  description: 'text?',
  image_url: 'text?',
  channels: nullable(texts<PaymentChannel>()),
  max_uses: 'int4?',
  expires_at: 'timestamptz?',
  collect: json<CollectOut>(),
  custom_fields: json<readonly CustomFieldOut[]>(),
  redirect_url: 'text?',
  success_message: 'text?',
  inactive_message: 'text?',
  metadata: json<JsonObject>(),
  updated_at: 'timestamptz',
} as const;
const NEW = {
  ...KEY,
  id: 'text',
  slug: 'text',
  type: text<PaymentLinkType>(),
  currency: text<Currency>(),
  created_at: 'timestamptz',
  ...TERMS,
} as const;
const LINK = {
  ...NEW,
  version: 'int4',
  sequence: 'int4',
  uses: 'int4',
  in_flight: 'int4',
  total_collected: 'numeric',
  expiry_told: 'bool',
} as const;

/** The columns of a link, read from `payment_links l`. */
export const LINK_COLUMNS = Object.keys(LINK)
  .map((name) => `l.${name}`)
  .join(', ');
export const LINK_ROW = LINK;

const insert = statement({
  name: 'paymentLinks.insert',
  params: { ...NEW, facts: json<readonly Fact[]>() },
  row: LINK,
  sql: `WITH made AS (
          INSERT INTO payment_links AS l (${Object.keys(NEW).join(', ')}, version, sequence) VALUES (${Object.keys(
            NEW,
          )
            .map((name) => `:${name}`)
            .join(', ')}, 1, 1)
          ON CONFLICT DO NOTHING RETURNING ${LINK_COLUMNS}
        ), announced AS (
          ${announcement({ source: 'made', entity: 'id', facts: ':facts' })}
        ) SELECT ${LINK_COLUMNS} FROM made l`,
});

/** Keys kept of one link. */
const ASKED_MAX = 1_000;
/** The keys by which answers may stand in payments: of the fields that it has until now, and of those before. */
const ASKED_BEFORE = `CASE WHEN l.custom_fields = :custom_fields THEN l.asked_before ELSE ARRAY (
              SELECT unnest(l.asked_before) UNION SELECT c.field ->> 'key' FROM jsonb_array_elements(l.custom_fields) AS c (field) ORDER BY 1 LIMIT ${ASKED_MAX}
            ) END`;

/** Takes effect on the version that was read; of the counters it touches none. */
const change = statement({
  name: 'paymentLinks.change',
  params: {
    ...KEY,
    id: 'text',
    version: 'int4',
    ...TERMS,
    expiry_told: 'bool',
    facts: json<readonly Fact[]>(),
  },
  row: LINK,
  sql: `WITH changed AS (
          UPDATE payment_links l SET version = l.version + 1, sequence = l.sequence + jsonb_array_length(:facts),
            ${Object.keys(TERMS)
              .map((name) => `${name} = :${name}`)
              .join(', ')}, expiry_told = :expiry_told, asked_before = ${ASKED_BEFORE}
          WHERE l.merchant_id = :merchant_id AND l.livemode = :livemode AND l.id = :id AND l.version = :version RETURNING ${LINK_COLUMNS}
        ), announced AS (
          ${announcement({ source: 'changed', entity: 'id', facts: ':facts' })}
        ) SELECT ${LINK_COLUMNS} FROM changed l`,
});

const find = statement({
  name: 'paymentLinks.find',
  params: { ...KEY, id: 'text' },
  row: LINK,
  sql: `SELECT ${LINK_COLUMNS} FROM payment_links l WHERE l.merchant_id = :merchant_id AND l.livemode = :livemode AND l.id = :id`,
});

const findBySlug = statement({
  name: 'paymentLinks.findBySlug',
  params: { ...KEY, slug: 'text' },
  row: { ...LINK, merchant_name: 'text', country: 'text', time_zone: 'text', merchant_status: 'text' },
  sql: `SELECT ${LINK_COLUMNS}, m.store_name AS merchant_name, m.country, m.time_zone, m.status AS merchant_status FROM payment_links l JOIN merchants m ON m.id = l.merchant_id WHERE l.merchant_id = :merchant_id AND l.livemode = :livemode AND l.slug = :slug`,
});

/** Links whose time is over and of which nobody was told; with a test clock by its time, which its own turn looks after. */
const expired = statement({
  name: 'paymentLinks.expired',
  params: { now: 'timestamptz', rows_max: 'int4' },
  row: LINK,
  sql: `SELECT ${LINK_COLUMNS} FROM payment_links l WHERE l.expires_at <= :now AND NOT l.expiry_told
          AND NOT EXISTS (SELECT FROM test_clocks k WHERE k.merchant_id = l.merchant_id AND k.livemode = l.livemode) ORDER BY l.expires_at LIMIT :rows_max::int4`,
});

const expiredOf = statement({
  name: 'paymentLinks.expiredOf',
  params: { ...KEY, now: 'timestamptz' },
  row: LINK,
  sql: `SELECT ${LINK_COLUMNS} FROM payment_links l WHERE l.merchant_id = :merchant_id AND l.livemode = :livemode AND l.expires_at <= :now AND NOT l.expiry_told ORDER BY l.expires_at`,
});

/** As `statusOfLink` decides. */
const STATUS = `CASE WHEN l.max_uses IS NOT NULL AND l.uses >= l.max_uses THEN 'completed' WHEN l.expires_at <= :now::timestamptz THEN 'expired' WHEN NOT l.active THEN 'inactive' ELSE 'active' END`;

/** A merchant's links. */
export const linkList = list('listPaymentLinks', {
  from: 'payment_links l',
  row: LINK,
  counted: 'kept',
  given: { now: 'timestamptz' },
  filters: {
    status: several(STATUS, paymentLinkStatuses),
    q: search('l.title', 'l.slug'),
    updated_since: since('l.updated_at'),
  },
  sorts: { created_at: byTime('l.created_at') },
});

export type LinkRow = ValuesOf<typeof LINK>;
/** With what its payers have to know of the merchant. */
export type LinkOfMerchant = LinkRow & {
  readonly merchant_name: string;
  readonly country: string;
  readonly time_zone: string;
  readonly merchant_status: string;
};
export type LinkTerms = ValuesOf<typeof TERMS>;
export type NewLink = Omit<ValuesOf<typeof NEW>, keyof typeof KEY>;
export type LinkKey = { readonly tenant: Tenant; readonly id: string };

/** Undefined where another link has the slug. */
export async function insertLink(
  runner: Runner,
  tenant: Tenant,
  { link, facts }: { readonly link: NewLink; readonly facts: readonly Fact[] },
): Promise<LinkRow | undefined> {
  try {
    return (await runner.run(insert, { ...keyOf(tenant), ...link, facts }))[0];
  } catch (error) {
    if (!isListed(error)) throw error;
    return undefined;
  }
}

/** Undefined where the version has moved on. */
export async function changeLink(
  runner: Runner,
  { tenant, id }: LinkKey,
  wanted: {
    readonly version: number;
    readonly terms: LinkTerms;
    readonly expiryTold: boolean;
    readonly facts: readonly Fact[];
  },
): Promise<LinkRow | undefined> {
  return (
    await runner.run(change, {
      ...keyOf(tenant),
      id,
      version: wanted.version,
      ...wanted.terms,
      expiry_told: wanted.expiryTold,
      facts: wanted.facts,
    })
  )[0];
}

export async function findLink(runner: Runner, { tenant, id }: LinkKey): Promise<LinkRow | undefined> {
  return (await runner.run(find, { ...keyOf(tenant), id }))[0];
}

/** The link at a slug: of the runner's tenant, or of whichever merchant where the service itself asks. */
export async function findLinkBySlug(runner: Runner, slug: string): Promise<LinkOfMerchant | undefined> {
  const owner = await findOwner(runner, 'payment_link', slug);
  return owner && (await runner.run(findBySlug, { ...owner, slug }))[0];
}

/** A tenant's own link by what the tenant's pages call it: its slug, or its id, which no slug looks like. */
export async function findLinkNamed(
  runner: Runner,
  tenant: Tenant,
  name: string,
): Promise<LinkOfMerchant | undefined> {
  if (!name.startsWith('plink_')) return findLinkBySlug(runner, name);
  const link = await findLink(runner, { tenant, id: name });
  return link && findLinkBySlug(runner, link.slug);
}

export async function findExpiredLinks(
  system: Runner,
  wanted: { readonly now: Date; readonly rowsMax: number },
): Promise<readonly LinkRow[]> {
  return system.run(expired, { now: wanted.now, rows_max: wanted.rowsMax });
}

export async function findExpiredLinksOf(
  runner: Runner,
  tenant: Tenant,
  now: Date,
): Promise<readonly LinkRow[]> {
  return runner.run(expiredOf, { ...keyOf(tenant), now });
}
