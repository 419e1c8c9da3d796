import { from, matching, search, since, until } from '../../kernel/list/list-filters.queries.ts';
import { byText, byTime } from '../../kernel/list/list-walk.queries.ts';
import { list } from '../../kernel/list/list.queries.ts';
import { keyOf, type Tenant } from '../../kernel/call/tenant.ts';
import { announcement, type Fact } from '../../outbox/index.ts';
import { json, statement, type JsonObject, type Runner, type ValuesOf } from '../../store/index.ts';

const KEY = { merchant_id: 'text', livemode: 'bool' } as const;
const TERMS = {
  name: 'text?',
  phone: 'text?',
  email: 'text?',
  address: 'text?',
  tax_id: 'text?',
  notes: 'text?',
  tags: 'text[]',
  metadata: json<JsonObject>(),
  updated_at: 'timestamptz',
  deleted_at: 'timestamptz?',
  erased_at: 'timestamptz?',
} as const;

const CUSTOMER = { ...KEY, id: 'text', version: 'int4', ...TERMS, created_at: 'timestamptz' } as const;
/** The columns of a customer, read from `customers c`. */
const CUSTOMER_COLUMNS = Object.keys(CUSTOMER)
  .map((name) => `c.${name}`)
  .join(', ');

const NAMES = Object.keys(TERMS);
const OWN = 'c.merchant_id = :merchant_id AND c.livemode = :livemode';
const LIVING = `${OWN} AND c.deleted_at IS NULL`;

const insert = statement({
  name: 'customers.insert',
  params: { ...KEY, id: 'text', created_at: 'timestamptz', ...TERMS, facts: json<readonly Fact[]>() },
  row: CUSTOMER,
  sql: `WITH made AS (
          INSERT INTO customers AS c (merchant_id, livemode, id, created_at, ${NAMES.join(', ')}, version) VALUES (:merchant_id, :livemode, :id, :created_at, ${NAMES.map((name) => `:${name}`).join(', ')}, 1)
          ON CONFLICT (merchant_id, livemode, phone) WHERE phone IS NOT NULL DO NOTHING RETURNING ${CUSTOMER_COLUMNS}
        ), announced AS (
          ${announcement({ source: 'made', entity: 'id', facts: ':facts' })}
        ) SELECT ${CUSTOMER_COLUMNS} FROM made c`,
});

/** Takes effect on the version that was read. */
const change = statement({
  name: 'customers.change',
  params: { ...KEY, id: 'text', version: 'int4', ...TERMS, facts: json<readonly Fact[]>() },
  row: CUSTOMER,
  sql: `WITH changed AS (
          UPDATE customers c SET version = c.version + 1, ${NAMES.map((name) => `${name} = :${name}`).join(', ')} WHERE ${OWN} AND c.id = :id AND c.version = :version RETURNING ${CUSTOMER_COLUMNS}
        ), announced AS (
          ${announcement({ source: 'changed', entity: 'id', facts: ':facts' })}
        ) SELECT ${CUSTOMER_COLUMNS} FROM changed c`,
});

const find = statement({
  name: 'customers.find',
  params: { ...KEY, id: 'text' },
  row: CUSTOMER,
  sql: `SELECT ${CUSTOMER_COLUMNS} FROM customers c WHERE ${LIVING} AND c.id = :id`,
});

const findEver = statement({
  name: 'customers.findEver',
  params: { ...KEY, id: 'text' },
  row: CUSTOMER,
  sql: `SELECT ${CUSTOMER_COLUMNS} FROM customers c WHERE ${OWN} AND c.id = :id`,
});

/** Whoever erases the customer waits for the transaction around this, whose copy it then finds. */
const hold = statement({
  name: 'customers.hold',
  params: { ...KEY, id: 'text' },
  row: CUSTOMER,
  sql: `SELECT ${CUSTOMER_COLUMNS} FROM customers c WHERE ${LIVING} AND c.id = :id FOR SHARE`,
});

const holdEver = statement({
  name: 'customers.holdEver',
  params: { ...KEY, id: 'text' },
  row: {},
  sql: `SELECT FROM customers c WHERE ${OWN} AND c.id = :id FOR SHARE`,
});

const findByPhone = statement({
  name: 'customers.findByPhone',
  params: { ...KEY, phone: 'text' },
  row: CUSTOMER,
  sql: `SELECT ${CUSTOMER_COLUMNS} FROM customers c WHERE ${LIVING} AND c.phone = :phone`,
});

export type CustomerRow = ValuesOf<typeof CUSTOMER>;
export type CustomerTerms = ValuesOf<typeof TERMS>;

/** Undefined where another customer has the phone number. */
export async function insertCustomer(
  runner: Runner,
  tenant: Tenant,
  { row, facts }: { readonly row: CustomerRow; readonly facts: readonly Fact[] },
): Promise<CustomerRow | undefined> {
  const { id, created_at } = row;
  return (await runner.run(insert, { ...keyOf(tenant), id, created_at, ...termsOf(row), facts }))[0];
}

/** Writes the terms of `row` over the version before it; undefined where that has moved on. */
export async function changeCustomer(
  runner: Runner,
  tenant: Tenant,
  { row, facts }: { readonly row: CustomerRow; readonly facts: readonly Fact[] },
): Promise<CustomerRow | undefined> {
  return (
    await runner.run(change, {
      ...keyOf(tenant),
      id: row.id,
      version: row.version - 1,
      ...termsOf(row),
      facts,
    })
  )[0];
}

export async function findCustomer(
  runner: Runner,
  tenant: Tenant,
  id: string,
): Promise<CustomerRow | undefined> {
  return (await runner.run(find, { ...keyOf(tenant), id }))[0];
}

/** Also one that was deleted. */
export async function findCustomerEver(
  runner: Runner,
  tenant: Tenant,
  id: string,
): Promise<CustomerRow | undefined> {
  return (await runner.run(findEver, { ...keyOf(tenant), id }))[0];
}

/** The customer, whom nobody changes while the transaction around it lasts. */
export async function holdCustomer(
  runner: Runner,
  tenant: Tenant,
  id: string,
): Promise<CustomerRow | undefined> {
  return (await runner.run(hold, { ...keyOf(tenant), id }))[0];
}

/** As `holdCustomer`, of one who may be deleted, for what copies a copy. */
export async function holdCustomerEver(tx: Runner, tenant: Tenant, id: string): Promise<void> {
  await tx.run(holdEver, { ...keyOf(tenant), id });
}

export async function findCustomerByPhone(
  runner: Runner,
  tenant: Tenant,
  phone: string,
): Promise<CustomerRow | undefined> {
  return (await runner.run(findByPhone, { ...keyOf(tenant), phone }))[0];
}

function termsOf({
  name,
  phone,
  email,
  address,
  tax_id,
  notes,
  tags,
  metadata,
  updated_at,
  deleted_at,
  erased_at,
}: CustomerRow): CustomerTerms {
  return { name, phone, email, address, tax_id, notes, tags, metadata, updated_at, deleted_at, erased_at };
}

/** A merchant's customers; the phone number or e-mail address stands for the name of who has none. */
export const customerList = list('listCustomers', {
  from: 'customers c',
  row: CUSTOMER,
  select: CUSTOMER_COLUMNS,
  counted: 'kept',
  where: 'c.deleted_at IS NULL',
  filters: {
    q: search('c.name', 'c.phone', 'c.email', 'c.tax_id'),
    tag: matching((tag) => `${tag} = ANY (c.tags)`),
    created_from: from('c.created_at'),
    created_to: until('c.created_at'),
    updated_since: since('c.updated_at'),
  },
  sorts: {
    created_at: byTime('c.created_at'),
    name: byText("lower(left(coalesce(c.name, c.phone, c.email, ''), 80))"),
  },
});
