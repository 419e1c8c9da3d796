import { Type, type Static } from 'typebox';
import { CurrencyOut } from '../../payments/schemas.ts';
import { refundStatuses } from '../../payments/words.ts';
import { AmountOut, Livemode, Nullable, OneOf, TimeOut } from '../../schema.ts';
import { ClientIdOut, CreatedAtOut, LocationIdOut, PaymentIdOut, UpdatedAtOut } from '../../shared-fields.ts';
import { SaleTax } from '../sales/sale-schema.ts';

/** `pending` until all of its money has gone back, or cannot. */
export const saleRefundStatuses = Object.freeze(['pending', 'succeeded', 'failed'] as const);
export type SaleRefundStatus = (typeof saleRefundStatuses)[number];

/** `original`: the way it was paid. */
export const refundTenders = Object.freeze(['original', 'cash'] as const);
export type RefundTender = (typeof refundTenders)[number];

const RefundedItem = Type.Object(
  {
    line: Type.Integer({ description: 'Of the sale, from 1.' }),
    variant_id: Nullable(Type.String({ description: "`var_…`; null: a line of the till's own words." })),
    name: Type.String({ description: 'As it was called when it was sold.' }),
    quantity: Type.Number({ description: 'How many came back, or how much by weight.' }),
    amount: AmountOut('Its share of what the line cost.'),
    restock: Type.Boolean({ description: 'It is on the shelf again.' }),
  },
  { title: 'RefundedItem', description: 'What came back.' },
);

const RefundPart = Type.Object(
  {
    id: Type.String({ description: 're_…: the refund of the payment.' }),
    payment_id: PaymentIdOut,
    channel: Type.String({ description: 'How it was paid.' }),
    tender: OneOf(refundTenders, 'Back the way it came, or in cash.'),
    amount: AmountOut('What goes back of it.'),
    status: OneOf(refundStatuses, 'How far the money is.'),
  },
  { title: 'RefundPart', description: 'Money of one payment that goes back.' },
);

export const SaleRefund = Type.Object(
  {
    id: Type.String({ description: 'srf_…' }),
    sale_id: Type.String({ description: '`sale_…`.' }),
    client_id: ClientIdOut,
    status: OneOf(
      saleRefundStatuses,
      'pending: a provider has not said yet that the money went. failed: no money went back, and what was refunded can be again.',
    ),
    amount: AmountOut('What goes back; once it is over, what went.'),
    amount_failed: AmountOut('What of it could not be sent. It can be refunded again, as an amount.'),
    currency: CurrencyOut,
    items: Type.Array(RefundedItem, { description: 'What came back; empty: only money.' }),
    tip: AmountOut('Of the tip.'),
    service_charge: AmountOut('Of the service charge, without its tax.'),
    cash_rounding: AmountOut('Of the rounding of cash, as it was recorded.'),
    tax_total: AmountOut('The tax in it.'),
    taxes: Type.Array(SaleTax, { description: 'Tax that comes back with it, one for each rate.' }),
    payments: Type.Array(RefundPart, {
      description: 'How the money goes back, one for each payment it came from.',
    }),
    reason: Nullable(Type.String({ description: 'As it was given; null: none.' })),
    cash_session_id: Nullable(
      Type.String({
        description: 'The drawer that the cash came out of, `csh_…`; null: no cash, or no drawer.',
      }),
    ),
    location_id: LocationIdOut,
    staff_id: Nullable(Type.String({ description: "The member of staff; null: the merchant's own server." })),
    occurred_at: TimeOut("When it was made, by the till's clock."),
    created_at: CreatedAtOut,
    updated_at: UpdatedAtOut,
    livemode: Livemode,
  },
  { title: 'SaleRefund', description: 'What came back of a sale, and the money for it.' },
);
export type SaleRefund = Static<typeof SaleRefund>;
export type RefundPart = Static<typeof RefundPart>;

/** One of two bags of rice, back for cash. */
export const exampleSaleRefund = {
  id: 'srf_01m7yq9c4g2pvs7f1z5n8t0k4w',
  sale_id: 'sale_01m7yq2b3f9mzn4c8w2k5q7h1s',
  client_id: '0198c1a9-2f6d-7a10-9b34-5c6d7e8f9012',
  status: 'succeeded',
  amount: 150,
  amount_failed: 0,
  currency: 'SLE',
  items: [
    {
      line: 1,
      variant_id: 'var_01m7yq1a6s2cr6z9n4x5y0m3e8',
      name: 'Rice 5 kg',
      quantity: 1,
      amount: 150,
      restock: true,
    },
  ],
  tip: 0,
  service_charge: 0,
  cash_rounding: 0,
  tax_total: 19.57,
  taxes: [{ name: 'GST', rate: 15, inclusive: true, base: 130.43, amount: 19.57 }],
  payments: [
    {
      id: 're_01m7yq9c4h3qwt8g2a6p9v1m5x',
      payment_id: 'pay_01m7yq2b5h1ntq6e0y4m7s9k3v',
      channel: 'cash',
      tender: 'original',
      amount: 150,
      status: 'succeeded',
    },
  ],
  reason: 'The bag was torn.',
  cash_session_id: null,
  location_id: 'loc_01m7yq0a4d8kq2x5v7j9c1r3t6',
  staff_id: null,
  occurred_at: '2026-11-21T10:02:00.000Z',
  created_at: '2026-11-21T10:02:00.000Z',
  updated_at: '2026-11-21T10:02:00.000Z',
  livemode: false,
} as const satisfies SaleRefund;
