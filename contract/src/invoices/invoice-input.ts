import { Type, type Static } from 'typebox';
import { CurrencyOut } from '../payments/schemas.ts';
import { AmountIn, Described, Metadata, Nullable, Text } from '../schema.ts';
import { Phone } from '../shared-fields.ts';
import { AcceptedChannels, Day, InvoiceDiscountIn, LateFeeIn, Reminders } from './invoice-parts.ts';

export const PercentIn = Type.Unsafe<number | string>({
  type: ['number', 'string'],
  maxLength: 40,
  description: 'Percent, 0 to 100, at most 4 decimals.',
});
const QuantityIn = Type.Unsafe<number | string>({
  type: ['number', 'string'],
  maxLength: 40,
  description: 'More than nothing, at most 3 decimals; 1, if left out.',
});
export const EmailIn = Type.String({ minLength: 3, maxLength: 254, pattern: '^[^@\\s]+@[^@\\s]+$' });

export const InvoiceCustomerIn = Type.Object(
  {
    name: Type.Optional(Nullable(Text(200, 'Person or firm, as it is to stand on the invoice.'))),
    email: Type.Optional(Nullable(EmailIn, 'Where the invoice is sent.')),
    phone: Type.Optional(Nullable(Phone)),
    address: Type.Optional(Nullable(Text(500, 'On one or several lines.'))),
    tax_id: Type.Optional(Nullable(Text(60, 'As it is to stand on the invoice.'))),
  },
  { title: 'InvoiceCustomerIn', description: 'Whom the invoice is for; name at least.' },
);
export type InvoiceCustomerIn = Static<typeof InvoiceCustomerIn>;

const TaxIn = Type.Object({
  name: Text(60, 'As it is to stand on the invoice, `GST`.'),
  rate: PercentIn,
  inclusive: Type.Optional(Type.Boolean({ description: 'Whether prices hold it already.', default: false })),
});

export const InvoiceItemIn = Type.Object(
  {
    description: Type.Optional(Text(500, "The product's name, if left out beside a product.")),
    product_id: Type.Optional(
      Nullable(Text(64, 'Of the catalogue: gives description, price and tax where they are left out.')),
    ),
    variant_id: Type.Optional(Nullable(Text(64, 'The same for one variant.'))),
    quantity: Type.Optional(QuantityIn),
    unit_price: Type.Optional(AmountIn('For one; required without a product.')),
    discount: Type.Optional(Nullable(InvoiceDiscountIn, 'Taken off this line; null: nothing.')),
    tax_rate: Type.Optional(Nullable(PercentIn)),
    tax_name: Type.Optional(Text(60, 'As the tax is to stand on the invoice.')),
    tax_inclusive: Type.Optional(Type.Boolean({ description: 'The price has the tax in it.' })),
    taxes: Type.Optional(
      Type.Array(TaxIn, {
        maxItems: 5,
        description: 'All of its taxes, where one rate is not enough; instead of tax_rate.',
      }),
    ),
  },
  { title: 'InvoiceItemIn', description: 'One line.' },
);
export type InvoiceItemIn = Static<typeof InvoiceItemIn>;

export const DepositIn = Type.Object(
  {
    percent: Type.Optional(Nullable(PercentIn)),
    amount: Type.Optional(AmountIn('Instead of percent; beside it only what the percentage makes.')),
    due_days: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 365, default: 0, description: 'Days from issue_date.' }),
    ),
  },
  { title: 'DepositIn', description: 'What is to be paid first: a percentage of the total, or an amount.' },
);
export type DepositIn = Static<typeof DepositIn>;

/** What says how much an invoice is for, and whom; of a draft only. */
export const draftFields = {
  customer_id: Type.Optional(Nullable(Text(64, 'One of your customers; what is known of them is copied.'))),
  customer: Type.Optional(InvoiceCustomerIn),
  discount: Type.Optional(
    Nullable(InvoiceDiscountIn, 'Taken off the whole invoice after its lines; null: nothing.'),
  ),
  tax_rate: Type.Optional(Nullable(PercentIn)),
  tax_name: Type.Optional(Text(60, 'What the tax is called; else as the settings have it.')),
  tax_inclusive: Type.Optional(
    Type.Boolean({ description: 'Prices have the tax in them, unless a line says otherwise.' }),
  ),
  issue_date: Type.Optional(Day('The day of finalisation, if left out.')),
  terms: Type.Optional(Nullable(Text(4_000, 'Stands below the sums; null: none.'))),
  footer: Type.Optional(Nullable(Text(1_000, 'Stands at the foot of every page; null: none.'))),
  payment_instructions: Type.Optional(
    Nullable(Text(2_000, 'How to pay, as the customer reads it; null: none.')),
  ),
  po_number: Type.Optional(Nullable(Text(60, "The customer's own order number, printed; null: none."))),
  deposit: Type.Optional(Nullable(DepositIn, 'What is due before the rest; null: nothing.')),
  allow_partial_payment: Type.Optional(
    Type.Boolean({ description: 'Customers may pay a part. What you record yourself may always be a part.' }),
  ),
  min_partial_amount: Type.Optional(
    Nullable(AmountIn('The least that may be paid of it, unless less is left.')),
  ),
  accepted_channels: Type.Optional(Nullable(AcceptedChannels)),
  late_fee: Type.Optional(Nullable(LateFeeIn, 'What is added when it is paid late; null: nothing.')),
};

/** What changes after finalisation as well. */
export const lastingFields = {
  due_date: Type.Optional(Day('Instead of due_days.')),
  due_days: Type.Optional(
    Nullable(Type.Integer({ minimum: 0, maximum: 365, description: 'Days from issue_date.' })),
  ),
  notes: Type.Optional(Nullable(Text(4_000, 'What the customer reads above the sums; null: none.'))),
  reminders: Type.Optional(Described(Reminders, 'When to remind of it; left out: as the settings say.')),
  metadata: Type.Optional(Metadata),
};

export const ItemsIn = Type.Array(InvoiceItemIn, { minItems: 1, maxItems: 200 });

export const CreateInvoiceFields = {
  ...draftFields,
  ...lastingFields,
  items: Described(ItemsIn, 'The lines, in the order in which they are printed.'),
  currency: Type.Optional(CurrencyOut),
};
export const UpdateInvoiceBody = Type.Object(
  {
    ...draftFields,
    ...lastingFields,
    items: Type.Optional(
      Described(ItemsIn, 'The lines, in the order in which they are printed; they replace those before.'),
    ),
  },
  { title: 'UpdateInvoiceBody', description: 'What is to change.' },
);
export type InvoiceInput = Static<typeof UpdateInvoiceBody>;
