import { Type, type Static } from 'typebox';
import { ListQuery, SeveralOf, sorts } from '../list-query.ts';
import { operation } from '../operation.ts';
import { Deleted, Nullable, OneOf, shownMode, Text, TimeOut } from '../schema.ts';
import { CreatedAtOut, UpdatedAtOut } from '../shared-fields.ts';
import { CreateInvoiceFields } from './invoice-input.ts';
import { Day, DayOut } from './invoice-parts.ts';
import { recurrences, sendChannels } from './words.ts';
import type { JsonObject } from '../json.ts';
import { statusesOf } from '../statuses.ts';

export const recurringStatuses = /* @__PURE__ */ statusesOf('recurring');
export type RecurringStatus = (typeof recurringStatuses)[number];

/** How many of the next days an answer foretells. */
export const UPCOMING_DAYS = 6;

const { issue_date: _issueDate, due_date: _dueDate, ...templateFields } = CreateInvoiceFields;
export const RecurringTemplate = Type.Object(templateFields, {
  title: 'RecurringTemplate',
  description: 'What each invoice says, as for createInvoice; it is dated on the day of its period.',
});
export type RecurringTemplate = Static<typeof RecurringTemplate>;

const RecurringFailure = Type.Object(
  {
    code: Type.String({ description: 'As creating such an invoice would answer it.' }),
    message: Type.String({ description: 'What is wrong and what would work.' }),
    at: TimeOut('When it happened.'),
  },
  {
    title: 'RecurringFailure',
    description: 'Why the invoice of the next period could not be made. It is tried again every hour.',
  },
);

export const RecurringInvoice = Type.Object(
  {
    id: Type.String({ description: '`rinv_…`' }),
    version: Type.Integer({ description: 'Rises with every change.' }),
    status: OneOf(recurringStatuses, 'ended: there is no period left.'),
    name: Nullable(Type.String({ description: 'For the merchant to tell them apart; null: none.' })),
    template: Type.Unsafe<JsonObject>({
      type: 'object',
      additionalProperties: true,
      description: 'As you gave it.',
    }),
    frequency: OneOf(recurrences, 'The unit of the interval.'),
    interval: Type.Integer({ description: 'Every so many units of the frequency.' }),
    start_date: DayOut('The first period begins on it, or on the first day_of_month after it.'),
    end_date: Nullable(DayOut('No period begins after it; null: it goes on.')),
    count: Nullable(
      Type.Integer({ description: 'How many invoices there are to be in all; null: it goes on.' }),
    ),
    day_of_month: Nullable(
      Type.Integer({ description: '1 to 31, in shorter months their last day; null: not by month.' }),
    ),
    auto_finalize: Type.Boolean({
      description: 'Whether each gets its number at once; else it waits as a draft.',
    }),
    auto_send: Type.Array(OneOf(sendChannels), { description: 'How each is sent at once; empty: not.' }),
    next_date: Nullable(DayOut('When the next invoice is made; null: never, or not while it is paused.')),
    upcoming: Type.Array(DayOut('A day.'), { description: 'The days of the next invoices, at most six.' }),
    invoices_made: Type.Integer({ description: 'How many were made so far.' }),
    periods_skipped: Type.Integer({
      description:
        'Periods without an invoice, because the service stood still for so long that they lay too far back.',
    }),
    failure: Nullable(RecurringFailure, 'Why the last could not be made; null: it could.'),
    ...shownMode,
    created_at: CreatedAtOut,
    updated_at: UpdatedAtOut,
  },
  { title: 'RecurringInvoice', description: 'What is billed again and again.' },
);
export type RecurringInvoice = Static<typeof RecurringInvoice>;

const exampleTemplate = {
  customer: { name: 'Aminata Sesay', email: 'aminata@example.sl' },
  items: [{ description: 'Hosting', unit_price: 120 }],
  due_days: 7,
};

export const exampleRecurring: RecurringInvoice = {
  id: 'rinv_01m7yp9a2gfjx8n3p6w1t0z9ra',
  version: 1,
  status: 'active',
  name: 'Hosting',
  template: exampleTemplate,
  frequency: 'monthly',
  interval: 1,
  start_date: '2026-11-30',
  end_date: null,
  count: null,
  day_of_month: 31,
  auto_finalize: true,
  auto_send: ['email'],
  next_date: '2026-11-30',
  upcoming: ['2026-11-30', '2026-12-31', '2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30'],
  invoices_made: 0,
  periods_skipped: 0,
  failure: null,
  livemode: true,
  test: false,
  created_at: '2026-11-21T09:15:00.000Z',
  updated_at: '2026-11-21T09:15:00.000Z',
};

const RecurringOf = Type.Object({
  id: Type.String({ minLength: 1, description: 'Id of the recurring invoice, rinv_….' }),
});
const readOnly = [
  'id',
  'version',
  'status',
  'next_date',
  'upcoming',
  'invoices_made',
  'periods_skipped',
  'failure',
  'livemode',
  'test',
  'created_at',
  'updated_at',
] as const;
const TEMPLATE_ERRORS = [
  'AMOUNT_PRECISION',
  'AMOUNT_TOO_LARGE',
  'INVALID_PHONE',
  'CUSTOMER_NOT_FOUND',
  'PRODUCT_NOT_FOUND',
  'VARIANT_NOT_FOUND',
  'CURRENCY_MISMATCH',
] as const;

const settings = {
  name: Type.Optional(Nullable(Text(120, 'For yourself.'))),
  end_date: Type.Optional(Nullable(Day('No period begins after it.'))),
  count: Type.Optional(
    Nullable(
      Type.Integer({
        minimum: 1,
        maximum: 1_000,
        description: 'So many invoices in all; without it and end_date, on and on.',
      }),
    ),
  ),
  auto_finalize: Type.Optional(
    Type.Boolean({ description: 'Each gets its number at once; else they are drafts for you to look at.' }),
  ),
  auto_send: Type.Optional(
    Type.Array(OneOf(sendChannels), {
      maxItems: sendChannels.length,
      uniqueItems: true,
      description: 'By which ways each goes to the customer as soon as it is made; only with auto_finalize.',
    }),
  ),
  paused: Type.Optional(
    Type.Boolean({
      description: 'Nothing is made while it is paused, and not afterwards for that time either.',
    }),
  ),
};

export const createRecurringInvoice = operation({
  id: 'createRecurringInvoice',
  method: 'POST',
  path: '/invoices/recurring',
  tag: 'Invoices',
  summary: 'Bill again and again',
  description:
    'Makes an invoice on each of its days, once, in the time zone of the merchant. upcoming tells the next days. After a standstill at most the last twelve periods are made up for; earlier ones are counted in periods_skipped.',
  scope: 'invoices:write',
  status: 201,
  body: Type.Object(
    {
      template: RecurringTemplate,
      frequency: OneOf(recurrences, 'The unit of the interval.'),
      interval: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 366,
          default: 1,
          description: 'Every so many days, weeks, months or years.',
        }),
      ),
      start_date: Type.Optional(Day('Today, if left out; not in the past.')),
      day_of_month: Type.Optional(
        Nullable(
          Type.Integer({
            minimum: 1,
            maximum: 31,
            description:
              'Of monthly ones; the last day of a month that is shorter. The day of start_date, if left out.',
          }),
        ),
      ),
      ...settings,
    },
    { title: 'CreateRecurringInvoiceBody', description: 'What is billed, how often and until when.' },
  ),
  readOnly: [...readOnly],
  answer: RecurringInvoice,
  errors: [...TEMPLATE_ERRORS],
  example: {
    body: {
      name: 'Hosting',
      frequency: 'monthly',
      start_date: '2026-11-30',
      day_of_month: 31,
      auto_finalize: true,
      auto_send: ['email'],
      template: exampleTemplate,
    },
    answer: exampleRecurring,
  },
});

export const listRecurringInvoices = operation({
  id: 'listRecurringInvoices',
  method: 'GET',
  path: '/invoices/recurring',
  tag: 'Invoices',
  summary: 'List recurring invoices',
  description: 'Newest first.',
  scope: 'invoices:read',
  list: true,
  status: 200,
  query: ListQuery(sorts, {
    status: SeveralOf(recurringStatuses),
  }),
  answer: RecurringInvoice,
  errors: [],
  example: { query: { status: 'active' }, answer: exampleRecurring },
});

export const getRecurringInvoice = operation({
  id: 'getRecurringInvoice',
  method: 'GET',
  path: '/invoices/recurring/:id',
  tag: 'Invoices',
  summary: 'Read a recurring invoice',
  scope: 'invoices:read',
  status: 200,
  params: RecurringOf,
  answer: RecurringInvoice,
  errors: ['RECURRING_INVOICE_NOT_FOUND'],
  example: { params: { id: exampleRecurring.id }, answer: exampleRecurring },
});

export const updateRecurringInvoice = operation({
  id: 'updateRecurringInvoice',
  method: 'PATCH',
  path: '/invoices/recurring/:id',
  tag: 'Invoices',
  summary: 'Change a recurring invoice',
  description:
    'What is left out stays; a template replaces the one before. Invoices that were made stay as they are. How often and from when never changes: end this one and make another. With If-Match, only if nobody changed it since.',
  scope: 'invoices:write',
  status: 200,
  params: RecurringOf,
  body: Type.Object(
    { template: Type.Optional(RecurringTemplate), ...settings },
    { title: 'UpdateRecurringInvoiceBody', description: 'What is to change.' },
  ),
  readOnly: [...readOnly, 'frequency', 'interval', 'start_date', 'day_of_month'],
  answer: RecurringInvoice,
  errors: ['RECURRING_INVOICE_NOT_FOUND', 'STATE_CONFLICT', ...TEMPLATE_ERRORS, 'PRECONDITION_FAILED'],
  example: {
    params: { id: exampleRecurring.id },
    body: { paused: true },
    answer: { ...exampleRecurring, version: 2, status: 'paused', next_date: null, upcoming: [] },
  },
});

export const deleteRecurringInvoice = operation({
  id: 'deleteRecurringInvoice',
  method: 'DELETE',
  path: '/invoices/recurring/:id',
  tag: 'Invoices',
  summary: 'Delete a recurring invoice',
  description: 'It makes no more invoices; those that it made stay.',
  scope: 'invoices:write',
  status: 200,
  params: RecurringOf,
  answer: Deleted,
  errors: ['RECURRING_INVOICE_NOT_FOUND', 'PRECONDITION_FAILED'],
  example: { params: { id: exampleRecurring.id }, answer: { id: exampleRecurring.id, deleted: true } },
});
