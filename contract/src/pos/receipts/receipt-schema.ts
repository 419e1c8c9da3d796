import { Type, type Static } from 'typebox';
import { AmountOut, Livemode, Nullable, OneOf, TimeOut } from '../../schema.ts';
import { CurrencyCodeOut } from '../../shared-fields.ts';
import { paymentChannels } from '../../payments/words.ts';
import { SaleDiscount } from '../sales/sale-schema.ts';
import { saleStatuses } from '../words.ts';

const ReceiptModifier = Type.Object(
  {
    name: Type.String({ description: 'As it was called when it was sold.' }),
    quantity: Type.Number({ description: 'How many for each one of the line.' }),
    price: AmountOut('For one.'),
  },
  { title: 'ReceiptModifier', description: 'What was chosen with a line.' },
);

export const ReceiptLine = Type.Object(
  {
    name: Type.String({ description: 'The product, with its variant where it has several.' }),
    quantity: Type.Number({ description: 'How many, or how much by weight.' }),
    unit_price: AmountOut('For one, its modifiers in it.'),
    modifiers: Type.Array(ReceiptModifier, { description: 'What was added or left out, with its price.' }),
    components: Type.Array(
      Type.Object({
        name: Type.String({ description: 'As it was called when it was sold.' }),
        quantity: Type.Number({ description: 'In one.' }),
      }),
      { description: 'What is in it, of a bundle.' },
    ),
    amount: AmountOut('Unit price times quantity, before discounts.'),
    discount: Nullable(SaleDiscount, 'Taken off this line; null: nothing.'),
    note: Nullable(Type.String({ description: 'What the cashier noted for this line; null: nothing.' })),
    refunded_quantity: Type.Number({ description: 'How much of it has come back.' }),
  },
  { title: 'ReceiptLine', description: 'One thing that was sold.' },
);
export type ReceiptLine = Static<typeof ReceiptLine>;

const ReceiptTax = Type.Object(
  {
    name: Type.String({ description: 'As it stands on the receipt.' }),
    rate: Type.Number({ description: 'Percent.' }),
    inclusive: Type.Boolean({ description: 'The prices have it in them.' }),
    base: AmountOut('What it is taken of, without it.'),
    amount: AmountOut('The tax.'),
  },
  { title: 'ReceiptTax', description: 'One tax of the sale.' },
);

const ReceiptPayment = Type.Object(
  {
    channel: OneOf(paymentChannels, 'How it was paid.'),
    amount: AmountOut('What of it was for the sale.'),
    tendered: Nullable(AmountOut('What was handed over, in cash.')),
    change: AmountOut('What was handed back.'),
    reference: Nullable(
      Type.String({ description: 'What is on the slip of a card machine, or the like; null: none.' }),
    ),
  },
  { title: 'ReceiptPayment', description: 'Money that was paid.' },
);

const ReceiptRefund = Type.Object(
  {
    id: Type.String({ description: '`srf_…`.' }),
    amount: AmountOut('What goes back.'),
    status: OneOf(['pending', 'succeeded'] as const, 'pending: the money is still on its way.'),
    at: TimeOut('When it happened.'),
  },
  { title: 'ReceiptRefund', description: 'Money that goes back, or has gone.' },
);

const ReceiptStore = Type.Object(
  {
    name: Type.String({ description: 'As it stands at the head.' }),
    location: Nullable(
      Type.String({ description: 'The shop, where the merchant has several; null: it has one only.' }),
    ),
    address: Nullable(Type.String({ description: 'Street and city; null: none.' })),
    phone: Nullable(Type.String({ description: 'As it is to be called; null: none.' })),
    header_lines: Type.Array(Type.String(), { description: 'Above the lines; empty: none.' }),
    footer_lines: Type.Array(Type.String(), { description: 'Below the sums; empty: none.' }),
  },
  { title: 'ReceiptStore', description: 'Who sold, as the settings of the till say.' },
);

export const Receipt = Type.Object(
  {
    sale_id: Type.String({ description: '`sale_…`.' }),
    number: Nullable(Type.String({ description: 'Null while the sale is not done.' })),
    status: OneOf(saleStatuses, 'What became of the sale.'),
    store: ReceiptStore,
    currency: CurrencyCodeOut,
    time_zone: Type.String({ description: 'IANA; in which the times of the printed forms are.' }),
    at: TimeOut('When it was sold.'),
    staff: Nullable(
      Type.String({ description: "Who sold, as buyers may read it; null: the merchant's own server." }),
    ),
    customer: Nullable(Type.String({ description: 'The name; null also once the person was forgotten.' })),
    lines: Type.Array(ReceiptLine, { description: 'What was bought, in the order of the sale.' }),
    subtotal: AmountOut('Of all lines, before discounts.'),
    discount: Nullable(SaleDiscount, 'Taken off the whole sale after its lines; null: nothing.'),
    discount_total: AmountOut('All discounts, those of lines too.'),
    taxes: Type.Array(ReceiptTax, { description: 'What is due in all, one for each rate.' }),
    tax_total: AmountOut('All taxes, those in the prices too.'),
    service_charge: AmountOut('Without its tax.'),
    tip: AmountOut('For whoever served.'),
    cash_rounding: AmountOut('What rounding for cash added, or took away.'),
    total: AmountOut('What it costs, before cash is rounded.'),
    to_pay: AmountOut('total and cash_rounding.'),
    payments: Type.Array(ReceiptPayment, { description: 'Every payment of the sale.' }),
    amount_paid: AmountOut('What has come.'),
    amount_due: AmountOut('What has not.'),
    change_due: AmountOut('What was handed back in all.'),
    refunds: Type.Array(ReceiptRefund, { description: 'What came back, the oldest first.' }),
    amount_refunded: AmountOut('What has gone back.'),
    fiscal: Nullable(
      Type.Object(
        {
          number: Nullable(Type.String({ description: 'As the device numbered it; null: it gave none.' })),
          signature: Nullable(Type.String({ description: 'As the device signed it; null: it gave none.' })),
          qr: Nullable(
            Type.String({ description: 'What the device wants printed as a QR code; null: nothing.' }),
          ),
        },
        { description: 'What the tax authority wants on it.' },
      ),
    ),
    url: Nullable(
      Type.String({
        description:
          'The receipt as a page; whoever has the link can read it. Null while the sale is not done.',
      }),
    ),
    livemode: Livemode,
  },
  { title: 'Receipt', description: 'What a buyer takes home: the one value behind all its forms.' },
);
export type Receipt = Static<typeof Receipt>;

export const exampleReceiptUrl = 'https://api.example.sl/r/vJ0mZ1x7mFvE6VvBq3nD8A';

export const exampleReceipt: Receipt = {
  sale_id: 'sale_01m7yq2b3f9mzn4c8w2k5q7h1s',
  number: 'R-2026-00042',
  status: 'completed',
  store: {
    name: 'Aminata Stores',
    location: null,
    address: '27 Freetown Road, Freetown',
    phone: '+23276123456',
    header_lines: [],
    footer_lines: ['Thank you. Come again.'],
  },
  currency: 'SLE',
  time_zone: 'Africa/Freetown',
  at: '2026-11-21T14:05:00.000Z',
  staff: 'Fatmata Koroma',
  customer: null,
  lines: [
    {
      name: 'Country cloth, blue',
      quantity: 2,
      unit_price: 115,
      modifiers: [],
      components: [],
      amount: 230,
      discount: null,
      note: null,
      refunded_quantity: 0,
    },
  ],
  subtotal: 230,
  discount: null,
  discount_total: 0,
  taxes: [{ name: 'GST', rate: 15, inclusive: true, base: 200, amount: 30 }],
  tax_total: 30,
  service_charge: 0,
  tip: 0,
  cash_rounding: 0,
  total: 230,
  to_pay: 230,
  payments: [{ channel: 'cash', amount: 230, tendered: 250, change: 20, reference: null }],
  amount_paid: 230,
  amount_due: 0,
  change_due: 20,
  refunds: [],
  amount_refunded: 0,
  fiscal: null,
  url: exampleReceiptUrl,
  livemode: true,
};
