import { Type } from 'typebox';
import { ListQuery } from '../list-query.ts';
import { operation } from '../operation.ts';
import { Deleted, Metadata, Nullable, Text, TimeIn } from '../schema.ts';
import { Phone } from '../shared-fields.ts';
import { Customer, exampleCustomer } from './customer-schema.ts';

const Email = Type.String({ minLength: 3, maxLength: 254, pattern: '^[^\\s@]+@[^\\s@.]+(?:\\.[^\\s@.]+)+$' });
const Tag = Type.String({ minLength: 1, maxLength: 40 });
const CustomerOf = Type.Object({
  id: Type.String({ minLength: 1, description: 'Id of the customer, cus_….' }),
});
const fields = {
  name: Type.Optional(Nullable(Text(200, 'Person or firm, up to 200 characters.'))),
  phone: Type.Optional(Nullable(Phone)),
  email: Type.Optional(Nullable(Email, 'Where documents go.')),
  address: Type.Optional(Nullable(Text(500, 'On one or several lines, up to 500 characters.'))),
  tax_id: Type.Optional(Nullable(Text(40, 'As it is to stand on invoices.'))),
  notes: Type.Optional(Nullable(Text(2_000, 'For the merchant only, up to 2,000 characters.'))),
  tags: Type.Optional(
    Type.Array(Tag, {
      description: 'Your own words for groups of customers, at most 20.',
      maxItems: 20,
      uniqueItems: true,
    }),
  ),
  metadata: Type.Optional(Metadata),
};
const readOnly = [
  'id',
  'version',
  'erased',
  'livemode',
  'test',
  'created_at',
  'updated_at',
  'erased_at',
] as const;

export const createCustomer = operation({
  id: 'createCustomer',
  method: 'POST',
  path: '/customers',
  tag: 'Customers',
  summary: 'Add a customer',
  description:
    'With a name, a phone number or an e-mail address at least. No two customers have the same phone number.',
  scope: 'customers:write',
  status: 201,
  body: Type.Object(fields, { title: 'CreateCustomerBody', description: 'Who it is.' }),
  readOnly: [...readOnly],
  answer: Customer,
  errors: ['DUPLICATE_CUSTOMER', 'INVALID_PHONE'],
  example: {
    body: {
      name: exampleCustomer.name,
      phone: '078 234567',
      email: exampleCustomer.email,
      tags: ['wholesale'],
    },
    answer: exampleCustomer,
  },
});

export const listCustomers = operation({
  id: 'listCustomers',
  method: 'GET',
  path: '/customers',
  tag: 'Customers',
  summary: 'List customers',
  description: 'Newest first unless sorted otherwise. `Accept: text/csv` gives the same list as CSV.',
  scope: 'customers:read',
  sessions: 'never',
  list: true,
  status: 200,
  query: ListQuery(
    ['-created_at', 'created_at', 'name', '-name'],
    {
      q: Type.Optional(
        Text(100, 'Part of the name, the phone number, the e-mail address or the tax number.'),
      ),
      tag: Type.Optional(Type.String({ minLength: 1, maxLength: 40, description: 'Those with this tag.' })),
      created_from: Type.Optional(TimeIn('At or after.')),
      created_to: Type.Optional(TimeIn('Before.')),
      updated_since: Type.Optional(TimeIn('Changed at or after.')),
    },
    'When they were added, or their name (the phone number or e-mail address of who has none); with a minus the last first.',
  ),
  answer: Customer,
  errors: [],
  example: { query: { q: 'koroma' }, answer: exampleCustomer },
});

export const lookUpCustomer = operation({
  id: 'lookUpCustomer',
  method: 'GET',
  path: '/customers/lookup',
  tag: 'Customers',
  summary: 'Find a customer by phone',
  description: "International, or as dialled in the merchant's country.",
  scope: 'customers:read',
  status: 200,
  query: Type.Object({ phone: Phone }),
  answer: Customer,
  errors: ['CUSTOMER_NOT_FOUND', 'INVALID_PHONE'],
  example: { query: { phone: '078 234567' }, answer: exampleCustomer },
});

export const getCustomer = operation({
  id: 'getCustomer',
  method: 'GET',
  path: '/customers/:id',
  tag: 'Customers',
  summary: 'Read a customer',
  scope: 'customers:read',
  status: 200,
  params: CustomerOf,
  answer: Customer,
  errors: ['CUSTOMER_NOT_FOUND'],
  example: { params: { id: exampleCustomer.id }, answer: exampleCustomer },
});

export const updateCustomer = operation({
  id: 'updateCustomer',
  method: 'PATCH',
  path: '/customers/:id',
  tag: 'Customers',
  summary: 'Change a customer',
  description:
    'What is left out stays; null takes away. Sales and invoices keep what they copied. Who was erased stays so.',
  scope: 'customers:write',
  status: 200,
  params: CustomerOf,
  body: Type.Object(fields, { title: 'UpdateCustomerBody', description: 'What is to change.' }),
  readOnly: [...readOnly],
  answer: Customer,
  errors: [
    'CUSTOMER_NOT_FOUND',
    'DUPLICATE_CUSTOMER',
    'STATE_CONFLICT',
    'PRECONDITION_FAILED',
    'INVALID_PHONE',
  ],
  example: {
    params: { id: exampleCustomer.id },
    body: { address: exampleCustomer.address },
    answer: exampleCustomer,
  },
});

export const deleteCustomer = operation({
  id: 'deleteCustomer',
  method: 'DELETE',
  path: '/customers/:id',
  tag: 'Customers',
  summary: 'Delete a customer',
  description:
    'Sales and invoices keep what they copied; eraseCustomer takes it from them as well, before or after.',
  scope: 'customers:write',
  sessions: 'never',
  status: 200,
  params: CustomerOf,
  answer: Deleted,
  errors: ['CUSTOMER_NOT_FOUND', 'PRECONDITION_FAILED'],
  example: { params: { id: exampleCustomer.id }, answer: { id: exampleCustomer.id, deleted: true } },
});

export const eraseCustomer = operation({
  id: 'eraseCustomer',
  method: 'POST',
  path: '/customers/:id/erase',
  tag: 'Customers',
  summary: 'Forget a customer',
  description:
    'For good: name, phone, e-mail address, address, tax number, notes, tags and metadata go from the customer and from every sale and invoice that copied them, also from their pages, from payments for them and from messages about them; what is billed to them again and again ends. By the phone number and the e-mail address that the customer has, whatever else the same person bought is found: ticket orders, tickets, places on waiting lists, and payments that are over. What was sold, when, for how much and under which number stays, as the law wants it, and tickets stay good. Asked again, it looks again in sales and invoices. Also for one that was deleted.',
  scope: 'customers:write',
  sessions: 'never',
  status: 200,
  params: CustomerOf,
  answer: Type.Object(
    {
      id: Type.String({ description: '`cus_…`; documents keep it, and it leads to nobody.' }),
      documents: Type.Integer({
        description:
          'Sales, invoices, ticket orders, places on waiting lists, and payments for none of these, that were made anonymous.',
      }),
      erased_at: Type.String({ format: 'date-time', description: 'UTC, with milliseconds.' }),
    },
    { title: 'ErasedCustomer', description: 'How much was erased.' },
  ),
  errors: ['CUSTOMER_NOT_FOUND'],
  example: {
    params: { id: exampleCustomer.id },
    answer: { id: exampleCustomer.id, documents: 4, erased_at: '2026-11-21T09:16:05.402Z' },
  },
});

/** Whom the merchant sells to, in the order of the documentation. */
export const customerOperations = Object.freeze({
  createCustomer,
  listCustomers,
  lookUpCustomer,
  getCustomer,
  updateCustomer,
  deleteCustomer,
  eraseCustomer,
});
