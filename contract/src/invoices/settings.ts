import { Type, type Static } from 'typebox';
import { operation } from '../operation.ts';
import { Nullable, Text, TimeOut } from '../schema.ts';
import { Phone } from '../shipping/schemas.ts';
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
    default_due_days: Type.Integer(),
    default_tax_rate: Nullable(
      Type.Number({ description: 'Percent, of lines that say nothing else; null: no tax.' }),
    ),
    default_tax_name: Type.String(),
    tax_inclusive: Type.Boolean({ description: 'Prices have the tax in them.' }),
    notes: Nullable(Type.String()),
    terms: Nullable(Type.String()),
    footer: Nullable(Type.String()),
    payment_instructions: Nullable(Type.String()),
    allow_partial_payment: Type.Boolean(),
    accepted_channels: Nullable(AcceptedChannels),
    reminders: Reminders,
    late_fee: Nullable(LateFee),
    updated_at: Nullable(TimeOut()),
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
    name: Type.Optional(Nullable(Text(200))),
    address: Type.Optional(Nullable(Text(500))),
    email: Type.Optional(Nullable(EmailIn)),
    phone: Type.Optional(Nullable(Phone)),
    tax_id: Type.Optional(Nullable(Text(60))),
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
    'For the mode of the key. What is left out stays. Invoices that are finalised stay as they are.',
  scope: 'invoices:write',
  sessions: 'never',
  status: 200,
  body: Type.Object(
    {
      company: Type.Optional(CompanyIn),
      number_pattern: Type.Optional(Text(40)),
      credit_note_number_pattern: Type.Optional(Text(40)),
      yearly_reset: Type.Optional(Type.Boolean()),
      default_due_days: Type.Optional(Type.Integer({ minimum: 0, maximum: 365 })),
      default_tax_rate: Type.Optional(Nullable(PercentIn)),
      default_tax_name: Type.Optional(Text(60)),
      tax_inclusive: Type.Optional(Type.Boolean()),
      notes: Type.Optional(Nullable(Text(4_000))),
      terms: Type.Optional(Nullable(Text(4_000))),
      footer: Type.Optional(Nullable(Text(1_000))),
      payment_instructions: Type.Optional(Nullable(Text(2_000))),
      allow_partial_payment: Type.Optional(Type.Boolean()),
      accepted_channels: Type.Optional(Nullable(AcceptedChannels)),
      reminders: Type.Optional(Reminders),
      late_fee: Type.Optional(Nullable(LateFeeIn)),
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
