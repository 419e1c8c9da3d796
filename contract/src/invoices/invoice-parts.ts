import { Type, type Static } from 'typebox';
import { paymentChannels } from '../payments/words.ts';
import { AmountIn, AmountOrPercentOut, AmountOut, Nullable, OneOf, Text } from '../schema.ts';
import { reductionTypes } from '../totals/cart.ts';
import { sendChannels } from './words.ts';

/** A day on the merchant's calendar. */
export const Day = (description: string) =>
  Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: `${description} YYYY-MM-DD.` });
export const DayOut = (description: string) => Type.String({ format: 'date', description });

/** How an invoice can be paid on its page; cash and what came by other ways is recorded by its merchant. */
export const invoiceChannels = Object.freeze(
  paymentChannels.filter((channel) => channel !== 'cash' && channel !== 'external'),
);
export const AcceptedChannels = Type.Array(OneOf(invoiceChannels), {
  minItems: 1,
  uniqueItems: true,
  description: 'How it can be paid on its page; null: whatever your providers serve.',
});

export const InvoiceDiscountIn = Type.Object(
  {
    type: OneOf(reductionTypes, 'Whether value is a percentage or an amount.'),
    value: AmountIn('A percentage of up to 4 decimals, or an amount; never more than what it is taken off.'),
    reason: Type.Optional(Nullable(Text(200, 'Printed beside it; null: nothing.'))),
  },
  { title: 'InvoiceDiscountIn', description: 'What is taken off.' },
);
export type InvoiceDiscountIn = Static<typeof InvoiceDiscountIn>;
export const InvoiceDiscount = Type.Object(
  {
    type: OneOf(reductionTypes, 'Whether value is a percentage or an amount.'),
    value: AmountOrPercentOut('Percent or an amount.'),
    reason: Nullable(Type.String({ description: 'Printed beside it; null: nothing.' })),
  },
  { title: 'InvoiceDiscount', description: 'What is taken off.' },
);
export type InvoiceDiscount = Static<typeof InvoiceDiscount>;

export const InvoiceParty = Type.Object(
  {
    name: Nullable(Type.String({ description: 'Person or firm; null: not given, or forgotten.' })),
    email: Nullable(Type.String({ description: 'Where the invoice is sent; null: nowhere by e-mail.' })),
    phone: Nullable(Type.String({ description: 'E.164.' })),
    address: Nullable(Type.String({ description: 'On one or several lines; null: none.' })),
    tax_id: Nullable(Type.String({ description: 'As it stands on the invoice; null: none.' })),
  },
  { title: 'InvoiceParty', description: 'Whom the invoice is for, as known when it was written.' },
);
export type InvoiceParty = Static<typeof InvoiceParty>;

export const InvoiceCompany = Type.Object(
  {
    name: Nullable(Type.String({ description: 'As it stands at the head; null: not set.' })),
    address: Nullable(Type.String({ description: 'On one or several lines; null: none.' })),
    email: Nullable(Type.String({ description: 'Where customers write to; null: none.' })),
    phone: Nullable(Type.String({ description: 'E.164.' })),
    tax_id: Nullable(Type.String({ description: 'As it stands at the head; null: none.' })),
    logo_url: Nullable(Type.String({ description: 'Printed at the head; null: none.' })),
  },
  {
    title: 'InvoiceCompany',
    description:
      'Whose invoice it is: as the settings were when the draft was last written, at the latest at its finalisation.',
  },
);
export type InvoiceCompany = Static<typeof InvoiceCompany>;

export const InvoiceTax = Type.Object(
  {
    name: Type.String({ description: 'As it stands on the invoice.' }),
    rate: Type.Number({ description: 'Percent.' }),
    inclusive: Type.Boolean({ description: 'The price has it in it.' }),
  },
  { title: 'InvoiceTax', description: 'A tax as it applies to one line.' },
);

export const InvoiceItem = Type.Object(
  {
    line: Type.Integer({ description: 'From 1; credit notes name it.' }),
    description: Type.String({ description: 'What is charged for, as the customer reads it.' }),
    product_id: Nullable(Type.String({ description: '`prod_…`; null: a line of your own words.' })),
    variant_id: Nullable(Type.String({ description: '`var_…`; null: a line of your own words.' })),
    quantity: Type.Number({ description: 'Up to 3 decimals.' }),
    unit_price: AmountOut('For one.'),
    discount: Nullable(InvoiceDiscount, 'Taken off this line; null: nothing.'),
    taxes: Type.Array(InvoiceTax, { description: 'What is due on this line, one for each rate.' }),
    subtotal: AmountOut('unit_price times quantity.'),
    discount_total: AmountOut("Its own discount and its share of the invoice's."),
    tax_total: AmountOut('Its share of all taxes.'),
    total: AmountOut('What it adds to the total.'),
  },
  { title: 'InvoiceItem', description: 'One line.' },
);
export type InvoiceItem = Static<typeof InvoiceItem>;

export const InvoiceTaxTotal = Type.Object(
  {
    name: Type.String({ description: 'As it stands on the invoice.' }),
    rate: Type.Number({ description: 'Percent.' }),
    inclusive: Type.Boolean({ description: 'Whether prices hold it already.' }),
    base: AmountOut('What it is taken of, without it.'),
    amount: AmountOut('The tax.'),
  },
  { title: 'InvoiceTaxTotal', description: 'All of one tax.' },
);
export type InvoiceTaxTotal = Static<typeof InvoiceTaxTotal>;

export const InvoicePayment = Type.Object(
  {
    payment_id: Type.String({ description: '`pay_…`' }),
    amount: AmountOut('What of it was kept for the invoice.'),
    amount_refunded: AmountOut('What of that went back with credit notes.'),
    channel: OneOf(paymentChannels, 'How it was paid.'),
    external_ref: Nullable(
      Type.String({ description: 'Of money recorded by hand: the number on its receipt; null: none.' }),
    ),
    paid_at: Type.String({ description: 'UTC, with milliseconds.', format: 'date-time' }),
  },
  { title: 'InvoicePayment', description: 'Money that came for the invoice.' },
);
export type InvoicePayment = Static<typeof InvoicePayment>;

export const InvoiceDeposit = Type.Object(
  {
    percent: Nullable(Type.Number({ description: 'Of the total; null where it is an amount.' })),
    amount: AmountOut('What is to be paid first.'),
    due_days: Type.Integer({ description: 'Days after the invoice until it is due.' }),
    due_date: DayOut('When the deposit is due.'),
    paid: Type.Boolean({ description: 'Whether it is paid in full.' }),
  },
  { title: 'InvoiceDeposit', description: 'What is to be paid first.' },
);
export type InvoiceDeposit = Static<typeof InvoiceDeposit>;

export const reminderChannels = Object.freeze(sendChannels.filter((channel) => channel !== 'link'));
export const InvoiceReminder = Type.Object(
  {
    days_from_due: Type.Integer({
      minimum: -30,
      maximum: 90,
      description: 'Days after the due date; negative: before.',
    }),
    channel: OneOf(reminderChannels, 'How it went out.'),
  },
  { title: 'InvoiceReminder', description: 'When the customer is reminded, while something is due.' },
);
export type InvoiceReminder = Static<typeof InvoiceReminder>;
export const Reminders = Type.Array(InvoiceReminder, { maxItems: 10 });

export const LateFeeIn = Type.Object(
  {
    type: OneOf(reductionTypes, 'Whether value is a percentage or an amount.'),
    value: AmountIn('A percentage of what is due, or an amount.'),
    after_days: Type.Integer({
      minimum: 0,
      maximum: 90,
      description: 'So many whole days after the due date.',
    }),
    repeat_days: Type.Optional(
      Nullable(
        Type.Integer({
          minimum: 1,
          maximum: 365,
          description: 'Again each so many days while something is due; null: once.',
        }),
      ),
    ),
    max: Type.Optional(
      Nullable(AmountIn('The most that all of them may come to; null: as much as the total.')),
    ),
  },
  { title: 'LateFeeIn', description: 'What is added when the invoice is paid too late.' },
);
export type LateFeeIn = Static<typeof LateFeeIn>;
export const LateFee = Type.Object(
  {
    type: OneOf(reductionTypes, 'Whether value is a percentage or an amount.'),
    value: AmountOrPercentOut('Percent of what is due, or an amount.'),
    after_days: Type.Integer({ description: 'Days after the due date until the first is charged.' }),
    repeat_days: Nullable(Type.Integer({ description: 'Days until the next; null: it is charged once.' })),
    max: Nullable(AmountOut('The most that all of them may come to; null: as much as they do.')),
  },
  { title: 'LateFee', description: 'What is added when the invoice is paid too late.' },
);
export type LateFee = Static<typeof LateFee>;
export const ChargedLateFee = Type.Object(
  {
    period: Type.Integer({ description: 'From 1.' }),
    amount: AmountOut('What was added.'),
    at: Type.String({ description: 'When it was charged, UTC with milliseconds.', format: 'date-time' }),
    amount_waived: AmountOut('What of it need not be paid.'),
    waived_at: Nullable(
      Type.String({ description: 'When it was waived; null: it is owed.', format: 'date-time' }),
    ),
    waive_reason: Nullable(Type.String({ description: 'Why it was waived; null: it was not.' })),
  },
  { title: 'ChargedLateFee', description: 'A late fee that was added.' },
);
export type ChargedLateFee = Static<typeof ChargedLateFee>;
