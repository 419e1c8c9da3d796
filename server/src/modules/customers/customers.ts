import {
  formatTime,
  idRandomBytes,
  makeId,
  operations,
  type Customer,
  type Data,
  type Deleted,
  type Input,
  type Operations,
} from '@cottontree/contract';
import type { Call } from '../../kernel/call/call.ts';
import { change, changesNothing } from '../../kernel/change/change.ts';
import { effect } from '../../kernel/effect/effect.ts';
import { Failure, invalid } from '../../kernel/call/failure.ts';
import { requireMatch } from '../../kernel/change/if-match.ts';
import { refuseReadOnly } from '../../kernel/shape/read-only.ts';
import { readPhone } from '../../kernel/phone/read-phone.ts';
import { reply, type Reply } from '../../kernel/call/reply.ts';
import { showMode, type Tenant } from '../../kernel/call/tenant.ts';
import { constraintOf, type Runner } from '../../store/index.ts';
import type { ErasedDocument, ErasedPerson } from './customer-port.ts';
import { customerFact, presentCustomer, replyCustomer, type CustomerKind } from './present-customer.ts';
import {
  changeCustomer,
  customerList,
  findCustomer,
  findCustomerByPhone,
  findCustomerEver,
  insertCustomer,
  type CustomerRow,
} from './customers.queries.ts';
import { customerNotFound } from './find-customer-copy.ts';
import type { Customers } from './module.ts';
import { newCustomer } from './new-customer.ts';

/** Adds a customer. */
export async function createCustomer(
  { body }: Input<Operations['createCustomer']>,
  call: Call,
  module: Customers,
): Promise<Reply<Customer>> {
  const { tenant } = call;
  refuseReadOnly(operations.createCustomer.readOnly, body, showMode(tenant.livemode));
  const id = makeId('cus_', module.world.now().getTime(), module.world.randomBytes(idRandomBytes));
  const row = { ...readCustomer(body, newCustomer(call, { id }), call), version: 1 };
  return effect<Customer>(module, call, {
    single: true,
    work: async (runner) => {
      const made = await insertCustomer(runner, tenant, {
        row,
        facts: [customerFact(row, 'customer.created')],
      });
      if (!made) throw await duplicate(runner, tenant, row.phone ?? '');
      return replyCustomer(made);
    },
  });
}

/** The refusal that names who has the phone number. */
async function duplicate(runner: Runner, tenant: Tenant, phone: string): Promise<Failure> {
  const other = await findCustomerByPhone(runner, tenant, phone);
  return new Failure(
    'DUPLICATE_CUSTOMER',
    `Another customer has the phone number ${phone}${other ? `: ${other.id}` : ''}. Change that one, or leave the number out.`,
    { details: { customer_id: other?.id ?? null } },
  );
}

/** Lists customers, newest first unless sorted otherwise. */
export async function listCustomers(
  { query }: Input<Operations['listCustomers']>,
  call: Call,
  { store }: Customers,
): Promise<Reply<readonly Customer[]>> {
  const { rows, meta } = await customerList.find(store.reads(call.tenant), { call, query });
  return reply(rows.map(presentCustomer), { meta });
}

/** Reads a customer. */
export async function getCustomer(
  { params }: Input<Operations['getCustomer']>,
  { tenant }: Call,
  { store }: Customers,
): Promise<Reply<Customer>> {
  const row = await findCustomer(store.of(tenant), tenant, params.id);
  if (!row) throw customerNotFound(params.id);
  return replyCustomer(row);
}

/** Finds the customer who has a phone number. */
export async function lookUpCustomer(
  { query }: Input<Operations['lookUpCustomer']>,
  call: Call,
  { store }: Customers,
): Promise<Reply<Customer>> {
  const phone = readPhone(query.phone, { path: 'phone', call });
  const row = await findCustomerByPhone(store.of(call.tenant), call.tenant, phone);
  if (!row) throw customerNotFound(`with the phone number ${phone}`);
  return replyCustomer(row);
}

/** Changes what is known of a customer. */
export async function updateCustomer(
  { params, body }: Input<Operations['updateCustomer']>,
  call: Call,
  module: Customers,
): Promise<Reply<Customer>> {
  const runner = module.store.of(call.tenant);
  let phone = '';
  const changed = await changeAsRead(
    { runner, tenant: call.tenant, id: params.id },
    'customer.updated',
    (row) => {
      requireMatch(call.ifMatch, { version: row.version, what: `The customer ${row.id}` });
      refuseReadOnly(operations.updateCustomer.readOnly, body, presentCustomer(row));
      if (row.erased_at !== null)
        throw new Failure(
          'STATE_CONFLICT',
          `It is forgotten who the customer ${row.id} was. Add a new customer instead.`,
          { details: { from: 'erased', to: 'changed', allowed: [] } },
        );
      const after = readCustomer(body, row, call);
      phone = after.phone ?? '';
      return changesNothing({ ...after, version: row.version }, row) ? row : after;
    },
  ).catch(async (error: unknown) => {
    throw constraintOf(error) === 'customers_phone' ? await duplicate(runner, call.tenant, phone) : error;
  });
  return replyCustomer(changed);
}

/** Deletes a customer; documents keep what they copied. */
export async function deleteCustomer(
  { params }: Input<Operations['deleteCustomer']>,
  { tenant, now, ifMatch }: Call,
  module: Customers,
): Promise<Reply<Deleted>> {
  const { id } = await changeAsRead(
    { runner: module.store.of(tenant), tenant, id: params.id },
    'customer.deleted',
    (row) => {
      requireMatch(ifMatch, { version: row.version, what: `The customer ${row.id}` });
      return { ...forgotten(row, now), deleted_at: now };
    },
  );
  return reply({ id, deleted: true });
}

/** Forgets a customer, here and in every document, in one transaction. */
export async function eraseCustomer(
  { params }: Input<Operations['eraseCustomer']>,
  call: Call,
  module: Customers,
): Promise<Reply<Data<Operations['eraseCustomer']>>> {
  const { tenant, now } = call;
  return effect(module, call, {
    work: async (tx) => {
      const { row, phone, email } = await forget(tx, tenant, { id: params.id, at: now });
      const documents: ErasedDocument[] = [];
      for (const { erase } of module.erasers)
        documents.push(...(await erase(tx, tenant, { customerId: row.id, phone, email, at: now })));
      for (const follow of module.followers) await follow(tx, tenant, { documents, phone, email });
      return reply({ id: row.id, documents: documents.length, erased_at: formatTime(row.erased_at ?? now) });
    },
  });
}

type Forgotten = ErasedPerson & { readonly row: CustomerRow };

/** The customer's row, without who it was. From then on no document copies anything of it. */
async function forget(
  tx: Runner,
  tenant: Tenant,
  { id, at }: { readonly id: string; readonly at: Date },
): Promise<Forgotten> {
  const customer = {
    key: { tenant, id },
    tooMany: 'requests change this customer',
    read: () => findCustomerEver(tx, tenant, id),
    notFound: () => customerNotFound(id),
  };
  return change<CustomerRow, Forgotten>(customer, async (before) => {
    if (before.erased_at !== null) return { row: before, phone: null, email: null };
    const row = { ...forgotten(before, at), erased_at: at };
    const changed = await changeCustomer(tx, tenant, {
      row,
      facts: before.deleted_at === null ? [customerFact(row, 'customer.updated')] : [],
    });
    return changed && { row: changed, phone: before.phone, email: before.email };
  });
}

type Whose = { readonly runner: Runner; readonly tenant: Tenant; readonly id: string };

/** Reads the customer, lets `decide` say what it is next (itself, where nothing changes), and writes that if nobody was faster; else reads and decides again. */
async function changeAsRead(
  { runner, tenant, id }: Whose,
  kind: CustomerKind,
  decide: (row: CustomerRow) => CustomerRow,
): Promise<CustomerRow> {
  const customer = {
    key: { tenant, id },
    tooMany: 'requests change this customer',
    read: () => findCustomer(runner, tenant, id),
    notFound: () => customerNotFound(id),
  };
  return change<CustomerRow, CustomerRow>(customer, async (before) => {
    const row = decide(before);
    return row === before
      ? before
      : changeCustomer(runner, tenant, { row, facts: [customerFact(row, kind)] });
  });
}

/** The next version of a customer, of whom nothing is known. */
function forgotten(row: CustomerRow, at: Date): CustomerRow {
  return {
    ...row,
    version: row.version + 1,
    name: null,
    phone: null,
    email: null,
    address: null,
    tax_id: null,
    notes: null,
    tags: [],
    metadata: {},
    updated_at: at,
  };
}

type Body = Input<Operations['updateCustomer']>['body'];

/** What a customer is after an input: what the input leaves out stays as it was. Somebody of whom nothing is known is refused. */
function readCustomer(body: Body, before: CustomerRow, call: Call): CustomerRow {
  const stays = <T>(input: T | undefined, was: T): T => (input === undefined ? was : input);
  const phone =
    body.phone === undefined || body.phone === null
      ? body.phone
      : readPhone(body.phone, { path: 'phone', call });
  const after: CustomerRow = {
    ...before,
    version: before.version + 1,
    name: stays(body.name, before.name),
    phone: stays(phone, before.phone),
    email: stays(body.email, before.email),
    address: stays(body.address, before.address),
    tax_id: stays(body.tax_id, before.tax_id),
    notes: stays(body.notes, before.notes),
    tags: stays<readonly string[]>(body.tags, before.tags),
    metadata: stays(body.metadata, before.metadata),
    updated_at: call.now,
  };
  if (after.name === null && after.phone === null && after.email === null)
    throw invalid({ path: 'name', message: 'is required for a customer without phone and email' });
  return after;
}
