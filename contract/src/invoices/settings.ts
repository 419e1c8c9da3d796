import { Type, type Static } from 'typebox';
import { operation } from '../operation.ts';
import { Described, Nullable, Text, TimeOut } from '../schema.ts';
import { Phone } from '../shared-fields.ts';
import { EmailIn, PercentIn } from './invoice-input.ts';
import { AcceptedChannels, InvoiceCompany, LateFee, LateFeeIn, Reminders } from './invoice-parts.ts';
import { exampleInvoice } from './invoice-examples.ts';

export const InvoiceSettings = Type.Object(
  {
    version: Type.Integer({ description: 'Rises with every change; 0: nothing was ever set.' }),
    company: InvoiceCompany,
    number_pattern: Type.String({
      description: 'With {YYYY}, {YY}, {MM}, and one run of zeros in braces for the number itself.',
    }),
    credit_note_number_pattern: Type.String({ description: 'The same for credit notes.' }),
    yearly_reset: Type.Boolean({
      description: 'Numbers begin at 1 again with each year, at midnight where you are.',
    }),
    default_due_days: Type.Integer({
      description: "Days from the invoice's date until it is due, where it says nothing.",
    }),
    default_tax_rate: Nullable(
      Type.Number({ description: 'Percent, of lines that say nothing else; null: no tax.' }),
    ),
    default_tax_name: Type.String({ description: 'How the tax is called where a line says nothing, `GST`.' }),
    tax_inclusive: Type.Boolean({ description: 'Prices have the tax in them.' }),
    notes: Nullable(Type.String({ description: 'What new invoices say above the sums; null: nothing.' })),
    terms: Nullable(Type.String({ description: 'What new invoices say below the sums; null: nothing.' })),
    footer: Nullable(
      Type.String({ description: 'What new invoices say at the foot of every page; null: nothing.' }),
    ),
    payment_instructions: Nullable(
      Type.String({ description: 'How to pay, on new invoices; null: nothing.' }),
    ),
    allow_partial_payment: Type.Boolean({ description: 'Whether new invoices may be paid in parts.' }),
    accepted_channels: Nullable(AcceptedChannels),
    reminders: Described(Reminders, 'When new invoices are reminded of.'),
    late_fee: Nullable(LateFee, 'What new invoices add when paid late; null: nothing.'),
    updated_at: Nullable(TimeOut('When it was last changed; null: never.')),
  },
  {
    title: 'InvoiceSettings',
    description:
      'Who you are on invoices, how they are numbered, and what a new one has unless it says otherwise.',
  },
);
export type InvoiceSettings = Static<typeof InvoiceSettings>;

const exampleSettings: InvoiceSettings = {
  version: 1,
  company: exampleInvoice.company,
  number_pattern: 'INV-{YYYY}-{00000}',
  credit_note_number_pattern: 'CN-{YYYY}-{00000}',
  yearly_reset: true,
  default_due_days: 14,
  default_tax_rate: 15,
  default_tax_name: 'GST',
  tax_inclusive: false,
  notes: null,
  terms: null,
  footer: null,
  payment_instructions: exampleInvoice.payment_instructions,
  allow_partial_payment: false,
  accepted_channels: null,
  reminders: [],
  late_fee: null,
  updated_at: '2026-11-20T08:00:00.000Z',
};

export const getInvoiceSettings = operation({
  id: 'getInvoiceSettings',
  method: 'GET',
  path: '/invoices/settings',
  tag: 'Invoices',
  summary: 'Read the settings of invoices',
  scope: 'invoices:read',
  status: 200,
  answer: InvoiceSettings,
  errors: [],
  example: { answer: exampleSettings },
});

const CompanyIn = Type.Object(
  {
    name: Type.Optional(Nullable(Text(200, 'As it is to stand at the head; null: none.'))),
    address: Type.Optional(Nullable(Text(500, 'On one or several lines; null: none.'))),
    email: Type.Optional(Nullable(EmailIn, 'Where customers write to; null: none.')),
    phone: Type.Optional(Nullable(Phone)),
    tax_id: Type.Optional(Nullable(Text(60, 'As it is to stand at the head; null: none.'))),
    logo: Type.Optional(
      Nullable(
        Type.String({
          maxLength: 450_000,
          description: 'A JPEG, PNG or WebP picture in base64, at most 300 KB; null takes it away.',
        }),
      ),
    ),
  },
  { title: 'InvoiceCompanyIn', description: 'Who you are. What is left out stays; null takes it away.' },
);

export const updateInvoiceSettings = operation({
  id: 'updateInvoiceSettings',
  method: 'PATCH',
  path: '/invoices/settings',
  tag: 'Invoices',
  summary: 'Change the settings of invoices',
  description:
    'For the mode of the key. What is left out stays. Invoices that are finalised stay as they are. It says whom customers pay, so it takes another right than writing an invoice.',
  scope: 'merchant:write',
  status: 200,
  body: Type.Object(
    {
      company: Type.Optional(CompanyIn),
      number_pattern: Type.Optional(Text(40, 'How invoices are numbered from now on.')),
      credit_note_number_pattern: Type.Optional(Text(40, 'How credit notes are numbered from now on.')),
      yearly_reset: Type.Optional(
        Type.Boolean({ description: 'Whether numbers begin again with each year.' }),
      ),
      default_due_days: Type.Optional(
        Type.Integer({
          description: "Days from the invoice's date until it is due, where it says nothing.",
          minimum: 0,
          maximum: 365,
        }),
      ),
      default_tax_rate: Type.Optional(Nullable(PercentIn)),
      default_tax_name: Type.Optional(Text(60, 'How the tax is called where a line says nothing.')),
      tax_inclusive: Type.Optional(
        Type.Boolean({ description: 'Whether prices of new invoices hold the tax already.' }),
      ),
      notes: Type.Optional(Nullable(Text(4_000, 'What new invoices say above the sums; null: nothing.'))),
      terms: Type.Optional(Nullable(Text(4_000, 'What new invoices say below the sums; null: nothing.'))),
      footer: Type.Optional(
        Nullable(Text(1_000, 'What new invoices say at the foot of every page; null: nothing.')),
      ),
      payment_instructions: Type.Optional(
        Nullable(Text(2_000, 'How to pay, on new invoices; null: nothing.')),
      ),
      allow_partial_payment: Type.Optional(
        Type.Boolean({ description: 'Whether new invoices may be paid in parts.' }),
      ),
      accepted_channels: Type.Optional(Nullable(AcceptedChannels)),
      reminders: Type.Optional(Described(Reminders, 'When new invoices are reminded of.')),
      late_fee: Type.Optional(Nullable(LateFeeIn, 'What new invoices add when paid late; null: nothing.')),
    },
    { title: 'UpdateInvoiceSettingsBody', description: 'What is to change.' },
  ),
  readOnly: ['version', 'updated_at'],
  answer: InvoiceSettings,
  errors: ['AMOUNT_PRECISION', 'INVALID_PHONE', 'PRECONDITION_FAILED'],
  example: {
    body: { company: { name: 'Salone Prints', tax_id: 'TIN 1000123-4' }, default_tax_rate: 15 },
    answer: exampleSettings,
  },
});
