import { Type, type Static } from 'typebox';
import { CurrencyOut, NextAction } from '../../payments/schemas.ts';
import { paymentChannels, paymentProviders, paymentStatuses } from '../../payments/words.ts';
import { AmountOrPercentOut, AmountOut, Nullable, OneOf, TimeOut } from '../../schema.ts';
import { reductionTypes } from '../../totals/cart.ts';
import { saleFlags, saleStatuses } from '../words.ts';
import { fiscalStatuses, salePaymentVerdicts } from './words.ts';

const RateOut = Type.Number({ description: 'Percent.' });
const QuantityOut = (description: string) => Type.Number({ description });

export const SaleDiscount = Type.Object(
  {
    type: OneOf(reductionTypes, 'percent or fixed.'),
    value: AmountOrPercentOut('Percent, or an amount.'),
    reason: Nullable(Type.String()),
  },
  { title: 'SaleDiscount', description: 'What was taken off, as it was given.' },
);
export type SaleDiscount = Static<typeof SaleDiscount>;

export const SaleModifier = Type.Object(
  {
    id: Type.String({ description: '`mod_…`' }),
    name: Type.String(),
    price: AmountOut('Of one.'),
    quantity: Type.Integer({ description: 'For one unit of the item.' }),
  },
  { title: 'SaleModifier', description: 'What was added to an item.' },
);

export const SaleItemTax = Type.Object(
  {
    name: Type.String(),
    rate: RateOut,
    inclusive: Type.Boolean({ description: 'Whether the price has it in it.' }),
  },
  { title: 'SaleItemTax', description: 'A tax on an item.' },
);

export const SaleComponent = Type.Object(
  { variant_id: Type.String(), name: Type.String(), quantity: QuantityOut('In one bundle.') },
  { title: 'SaleComponent', description: 'What was in a bundle, and left the stock with it.' },
);

export const SaleItem = Type.Object(
  {
    line: Type.Integer({ description: 'From 1; names the item within the sale.' }),
    product_id: Nullable(Type.String({ description: 'Null for what is in no catalogue.' })),
    variant_id: Nullable(Type.String()),
    category_id: Nullable(Type.String()),
    name: Type.String(),
    sku: Nullable(Type.String()),
    components: Type.Array(SaleComponent, { description: 'What was in it, of a bundle.' }),
    quantity: QuantityOut('At most 3 decimals.'),
    quantity_refunded: QuantityOut('Of that, what came back.'),
    list_price: Nullable(
      AmountOut(
        'Of one, in the catalogue at that time, without modifiers; null for what is in no catalogue.',
      ),
    ),
    unit_price: AmountOut('Of one, as sold, without modifiers.'),
    modifiers: Type.Array(SaleModifier),
    discount: Nullable(SaleDiscount),
    taxes: Type.Array(SaleItemTax),
    gross: AmountOut('Unit price and modifiers times quantity.'),
    discount_total: AmountOut("Its own discount and its share of the sale's."),
    tax: AmountOut('Its share of all its taxes, also where the price has them in it.'),
    total: AmountOut('What it adds to the total of the sale.'),
    note: Nullable(Type.String()),
  },
  {
    title: 'SaleItem',
    description: 'What was sold, as it was at that time: later changes of the catalogue do not touch it.',
  },
);
export type SaleItem = Static<typeof SaleItem>;

export const SaleTax = Type.Object(
  {
    name: Type.String(),
    rate: RateOut,
    inclusive: Type.Boolean(),
    base: AmountOut('What it is taken of, without it.'),
    amount: AmountOut('The tax.'),
  },
  { title: 'SaleTax', description: 'A tax of the whole sale.' },
);

export const SalePayment = Type.Object(
  {
    id: Type.String({ description: '`pay_…`; see GET /payments/:id.' }),
    channel: OneOf(paymentChannels),
    provider: Nullable(OneOf(paymentProviders)),
    status: OneOf(paymentStatuses),
    verdict: Nullable(
      OneOf(
        salePaymentVerdicts,
        'kept: it pays for the sale. refund: it came too late or for nothing and goes back by itself. Null while it has not come.',
      ),
    ),
    amount: AmountOut('How much of the sale it pays, rounding of cash in it.'),
    tendered: Nullable(AmountOut('Cash that was handed over.')),
    change: AmountOut('Cash that was handed back.'),
    cash_rounding: AmountOut(
      'How much more, or less, than its share was taken because no smaller coins are in use.',
    ),
    external_ref: Nullable(Type.String()),
    cash_session_id: Nullable(Type.String()),
    next_action: Nullable(NextAction),
    pay_url: Nullable(Type.String({ description: 'Our page for the payer, while it waits.' })),
    failure: Nullable(
      Type.Object(
        { code: Type.String(), message: Type.String() },
        { description: 'Why the money did not come.' },
      ),
    ),
    created_at: TimeOut(),
    settled_at: Nullable(TimeOut()),
  },
  { title: 'SalePayment', description: 'Money for a sale.' },
);
export type SalePayment = Static<typeof SalePayment>;

export const SaleFiscal = Type.Object(
  {
    status: OneOf(fiscalStatuses, 'none: no signer is set up. pending: the signer has not answered yet.'),
    number: Nullable(Type.String()),
    signature: Nullable(Type.String()),
    qr: Nullable(Type.String({ description: 'What the code on the receipt says.' })),
  },
  { title: 'SaleFiscal', description: "What the tax authority's device said of the receipt." },
);
export type SaleFiscal = Static<typeof SaleFiscal>;

export const SaleCustomer = Type.Object(
  {
    name: Nullable(Type.String()),
    phone: Nullable(Type.String({ description: 'E.164.' })),
    email: Nullable(Type.String()),
  },
  { title: 'SaleCustomer', description: 'Who buys, as far as known.' },
);

export const Sale = Type.Object(
  {
    id: Type.String({ description: '`sale_…`' }),
    number: Nullable(
      Type.String({ description: 'Given when it is completed, without gaps in each location.' }),
    ),
    receipt_number: Nullable(
      Type.String({
        description: 'What the receipt says: the number, or what a till without network printed.',
      }),
    ),
    client_id: Nullable(Type.String({ description: 'Yours, unique for ever.' })),
    status: OneOf(saleStatuses),
    location_id: Type.String(),
    terminal_id: Nullable(Type.String()),
    cash_session_id: Nullable(Type.String()),
    staff_id: Nullable(Type.String()),
    handed_in_by: Nullable(
      Type.String({
        description:
          'Who was signed in when a sale made without network was handed in, where that is not staff_id.',
      }),
    ),
    customer_id: Nullable(Type.String()),
    customer: SaleCustomer,
    currency: CurrencyOut,
    items: Type.Array(SaleItem),
    discount: Nullable(SaleDiscount),
    subtotal: AmountOut('Gross of all items.'),
    discount_total: AmountOut('All discounts.'),
    tax_total: AmountOut('All tax, also where prices have it in them.'),
    taxes: Type.Array(SaleTax),
    service_charge: AmountOut('Without its tax.'),
    tip: AmountOut('For those who serve.'),
    total: AmountOut('What is to be paid, before cash is rounded.'),
    cash_rounding: AmountOut('How much more, or less, was taken because no smaller coins are in use.'),
    amount_paid: AmountOut('Money that came and was kept.'),
    amount_due: AmountOut('total and cash_rounding less amount_paid; nothing once it is completed.'),
    change_due: AmountOut('Cash to hand back.'),
    amount_refunded: AmountOut('What went back, or is on its way back.'),
    payments: Type.Array(SalePayment),
    receipt_url: Nullable(
      Type.String({
        description: 'The page with the receipt, once it is completed; whoever has the link can read it.',
      }),
    ),
    fiscal: SaleFiscal,
    flags: Type.Array(OneOf(saleFlags), {
      description:
        "What a person should look at. permission: who sold it lacks a permission that it wants. foreign_terminal: the till, its drawer or its place are another's. unknown_customer: the customer that was named is none. quantity_step: a part of what is sold whole.",
    }),
    notes: Nullable(Type.String()),
    offline: Type.Boolean({ description: 'A till made it without network.' }),
    void_reason: Nullable(Type.String()),
    livemode: Type.Boolean(),
    version: Type.Integer({ description: 'Rises with every change.' }),
    expires_at: Nullable(TimeOut('Until when its payment may come.')),
    occurred_at: TimeOut("When it was made, by the till's clock."),
    created_at: TimeOut(),
    updated_at: TimeOut(),
    completed_at: Nullable(TimeOut()),
    ended_at: Nullable(TimeOut('When it was voided, cancelled, expired or wholly refunded.')),
  },
  { title: 'Sale', description: 'What was sold, what it cost and how it was paid.' },
);
export type Sale = Static<typeof Sale>;

export const SaleTotals = Type.Object(
  {
    currency: CurrencyOut,
    items: Type.Array(SaleItem),
    subtotal: AmountOut('Gross of all items.'),
    discount_total: AmountOut('All discounts.'),
    tax_total: AmountOut('All tax, also where prices have it in them.'),
    taxes: Type.Array(SaleTax),
    service_charge: AmountOut('Without its tax.'),
    tip: AmountOut('For those who serve.'),
    total: AmountOut('What would be to be paid, before cash is rounded.'),
  },
  { title: 'SaleTotals', description: 'What a sale would cost.' },
);
export type SaleTotals = Static<typeof SaleTotals>;
