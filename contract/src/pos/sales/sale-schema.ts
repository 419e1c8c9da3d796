import { Type, type Static } from 'typebox';
import { CurrencyOut, NextAction } from '../../payments/schemas.ts';
import { paymentChannels, paymentProviders, paymentStatuses } from '../../payments/words.ts';
import { AmountOrPercentOut, AmountOut, Livemode, Nullable, OneOf, TimeOut } from '../../schema.ts';
import { CreatedAtOut, LocationIdOut, UpdatedAtOut, VariantIdOut } from '../../shared-fields.ts';
import { reductionTypes } from '../../totals/cart.ts';
import { saleFlags, saleStatuses } from '../words.ts';
import { fiscalStatuses, salePaymentVerdicts } from './words.ts';

const RateOut = Type.Number({ description: 'Percent.' });
const QuantityOut = (description: string) => Type.Number({ description });

export const SaleDiscount = Type.Object(
  {
    type: OneOf(reductionTypes, 'percent or fixed.'),
    value: AmountOrPercentOut('Percent, or an amount.'),
    reason: Nullable(Type.String({ description: 'As it was given; null: none.' })),
  },
  { title: 'SaleDiscount', description: 'What was taken off, as it was given.' },
);
export type SaleDiscount = Static<typeof SaleDiscount>;

export const SaleModifier = Type.Object(
  {
    id: Type.String({ description: '`mod_…`' }),
    name: Type.String({ description: 'As it was called when it was sold.' }),
    price: AmountOut('Of one.'),
    quantity: Type.Integer({ description: 'For one unit of the item.' }),
  },
  { title: 'SaleModifier', description: 'What was added to an item.' },
);

export const SaleItemTax = Type.Object(
  {
    name: Type.String({ description: 'As it stands on receipts.' }),
    rate: RateOut,
    inclusive: Type.Boolean({ description: 'Whether the price has it in it.' }),
  },
  { title: 'SaleItemTax', description: 'A tax on an item.' },
);

export const SaleComponent = Type.Object(
  {
    variant_id: VariantIdOut,
    name: Type.String({ description: 'As it was called when it was sold.' }),
    quantity: QuantityOut('In one bundle.'),
  },
  { title: 'SaleComponent', description: 'What was in a bundle, and left the stock with it.' },
);

export const SaleItem = Type.Object(
  {
    line: Type.Integer({ description: 'From 1; names the item within the sale.' }),
    product_id: Nullable(Type.String({ description: 'Null for what is in no catalogue.' })),
    variant_id: Nullable(Type.String({ description: "`var_…`; null: a line of the till's own words." })),
    category_id: Nullable(Type.String({ description: '`cat_…`; null: none.' })),
    name: Type.String({ description: 'As it was called when it was sold.' }),
    sku: Nullable(Type.String({ description: "The merchant's own number of it; null: none." })),
    components: Type.Array(SaleComponent, { description: 'What was in it, of a bundle.' }),
    quantity: QuantityOut('At most 3 decimals.'),
    quantity_refunded: QuantityOut('Of that, what came back.'),
    list_price: Nullable(
      AmountOut(
        'Of one, in the catalogue at that time, without modifiers; null for what is in no catalogue.',
      ),
    ),
    unit_price: AmountOut('Of one, as sold, without modifiers.'),
    modifiers: Type.Array(SaleModifier, { description: 'What was added or left out, with its price.' }),
    discount: Nullable(SaleDiscount, 'Taken off this line; null: nothing.'),
    taxes: Type.Array(SaleItemTax, { description: 'Tax on this line, one for each rate.' }),
    gross: AmountOut('Unit price and modifiers times quantity.'),
    discount_total: AmountOut("Its own discount and its share of the sale's."),
    tax: AmountOut('Its share of all its taxes, also where the price has them in it.'),
    total: AmountOut('What it adds to the total of the sale.'),
    note: Nullable(Type.String({ description: 'For kitchen and receipt; null: none.' })),
  },
  {
    title: 'SaleItem',
    description: 'What was sold, as it was at that time: later changes of the catalogue do not touch it.',
  },
);
export type SaleItem = Static<typeof SaleItem>;

export const SaleTax = Type.Object(
  {
    name: Type.String({ description: 'As it stands on receipts.' }),
    rate: RateOut,
    inclusive: Type.Boolean({ description: 'Whether prices hold it already.' }),
    base: AmountOut('What it is taken of, without it.'),
    amount: AmountOut('The tax.'),
  },
  { title: 'SaleTax', description: 'A tax of the whole sale.' },
);

export const SalePayment = Type.Object(
  {
    id: Type.String({ description: '`pay_…`; see GET /payments/:id.' }),
    channel: OneOf(paymentChannels, 'How it is paid.'),
    provider: Nullable(OneOf(paymentProviders, 'Through whom the money comes; null: nobody but the till.')),
    status: OneOf(paymentStatuses, 'How far it is.'),
    verdict: Nullable(
      OneOf(
        salePaymentVerdicts,
        'kept: it pays for the sale. refund: it came too late or for nothing and goes back by itself. Null while it has not come.',
      ),
    ),
    amount: AmountOut('How much of the sale it pays, rounding of cash in it.'),
    tendered: Nullable(AmountOut('Cash that was handed over; null: no cash.')),
    change: AmountOut('Cash that was handed back.'),
    cash_rounding: AmountOut(
      'How much more, or less, than its share was taken because no smaller coins are in use.',
    ),
    external_ref: Nullable(
      Type.String({ description: 'What is on the slip of a card machine, or the like; null: none.' }),
    ),
    cash_session_id: Nullable(
      Type.String({ description: 'The drawer that cash went into, `csh_…`; null: no cash, or no drawer.' }),
    ),
    next_action: Nullable(NextAction, 'What the payer has to do now; null: nothing.'),
    pay_url: Nullable(
      Type.String({ description: 'Our page for the payer, while it waits; null: there is none.' }),
    ),
    failure: Nullable(
      Type.Object(
        {
          code: Type.String({ description: 'The reason in one word, the same for every provider.' }),
          message: Type.String({ description: 'The same for people.' }),
        },
        { description: 'Why the money did not come.' },
      ),
    ),
    created_at: CreatedAtOut,
    settled_at: Nullable(TimeOut('When the money was there; null: not yet.')),
  },
  { title: 'SalePayment', description: 'Money for a sale.' },
);
export type SalePayment = Static<typeof SalePayment>;

export const SaleFiscal = Type.Object(
  {
    status: OneOf(fiscalStatuses, 'none: no signer is set up. pending: the signer has not answered yet.'),
    number: Nullable(Type.String({ description: 'As the device numbered it; null: it gave none.' })),
    signature: Nullable(Type.String({ description: 'As the device signed it; null: it gave none.' })),
    qr: Nullable(Type.String({ description: 'What the code on the receipt says; null: none.' })),
  },
  { title: 'SaleFiscal', description: "What the tax authority's device said of the receipt." },
);
export type SaleFiscal = Static<typeof SaleFiscal>;

export const SaleCustomer = Type.Object(
  {
    name: Nullable(Type.String({ description: 'As it stands on the receipt; null: none.' })),
    phone: Nullable(Type.String({ description: 'E.164.' })),
    email: Nullable(Type.String({ description: 'Where the receipt goes; null: nowhere.' })),
  },
  { title: 'SaleCustomer', description: 'Who buys, as far as known.' },
);

export const Sale = Type.Object(
  {
    id: Type.String({ description: '`sale_…`' }),
    number: Nullable(
      Type.String({
        description: 'Given when it is completed, without gaps in each location; null: not completed.',
      }),
    ),
    receipt_number: Nullable(
      Type.String({
        description:
          'What the receipt says: the number, or what a till without network printed; null: not completed.',
      }),
    ),
    client_id: Nullable(Type.String({ description: 'Yours, unique for ever; null: none was sent.' })),
    status: OneOf(saleStatuses, 'How far it is: parked, paid, and what became of it.'),
    location_id: LocationIdOut,
    terminal_id: Nullable(Type.String({ description: '`trm_…`, the till; null: none.' })),
    cash_session_id: Nullable(Type.String({ description: '`csh_…`, the drawer; null: none.' })),
    staff_id: Nullable(Type.String({ description: "`stf_…`, who sold; null: the merchant's own server." })),
    handed_in_by: Nullable(
      Type.String({
        description:
          'Who was signed in when a sale made without network was handed in, where that is not staff_id; null: nobody else.',
      }),
    ),
    customer_id: Nullable(Type.String({ description: '`cus_…`; null: no customer is named.' })),
    customer: SaleCustomer,
    currency: CurrencyOut,
    items: Type.Array(SaleItem, { description: 'What is sold, in the order of the receipt.' }),
    discount: Nullable(SaleDiscount, 'Taken off the whole sale after its lines; null: nothing.'),
    subtotal: AmountOut('Gross of all items.'),
    discount_total: AmountOut('All discounts.'),
    tax_total: AmountOut('All tax, also where prices have it in them.'),
    taxes: Type.Array(SaleTax, { description: 'What is due in all, one for each rate.' }),
    service_charge: AmountOut('Without its tax.'),
    tip: AmountOut('For those who serve.'),
    total: AmountOut('What is to be paid, before cash is rounded.'),
    cash_rounding: AmountOut('How much more, or less, was taken because no smaller coins are in use.'),
    amount_paid: AmountOut('Money that came and was kept.'),
    amount_due: AmountOut('total and cash_rounding less amount_paid; nothing once it is completed.'),
    change_due: AmountOut('Cash to hand back.'),
    amount_refunded: AmountOut('What went back, or is on its way back.'),
    payments: Type.Array(SalePayment, { description: 'Every payment, also those that failed.' }),
    receipt_url: Nullable(
      Type.String({
        description:
          'The page with the receipt, once it is completed; whoever has the link can read it; null: not completed.',
      }),
    ),
    fiscal: SaleFiscal,
    flags: Type.Array(OneOf(saleFlags), {
      description:
        "What a person should look at. permission: who sold it lacks a permission that it wants. foreign_terminal: the till, its drawer or its place are another's. unknown_customer: the customer that was named is none. quantity_step: a part of what is sold whole.",
    }),
    notes: Nullable(Type.String({ description: 'For the merchant only; null: none.' })),
    offline: Type.Boolean({ description: 'A till made it without network.' }),
    void_reason: Nullable(
      Type.String({ description: 'Why it was voided; null: it was not, or nobody said.' }),
    ),
    livemode: Livemode,
    version: Type.Integer({ description: 'Rises with every change.' }),
    expires_at: Nullable(TimeOut('Until when its payment may come; null: it waits for none.')),
    occurred_at: TimeOut("When it was made, by the till's clock."),
    created_at: CreatedAtOut,
    updated_at: UpdatedAtOut,
    completed_at: Nullable(TimeOut('When it was done with; null: not yet.')),
    ended_at: Nullable(
      TimeOut('When it was voided, cancelled, expired or wholly refunded; null: it was not.'),
    ),
  },
  { title: 'Sale', description: 'What was sold, what it cost and how it was paid.' },
);
export type Sale = Static<typeof Sale>;

export const SaleTotals = Type.Object(
  {
    currency: CurrencyOut,
    items: Type.Array(SaleItem, {
      description: 'As they would be sold, in the order in which they were sent.',
    }),
    subtotal: AmountOut('Gross of all items.'),
    discount_total: AmountOut('All discounts.'),
    tax_total: AmountOut('All tax, also where prices have it in them.'),
    taxes: Type.Array(SaleTax, { description: 'What would be due in all, one for each rate.' }),
    service_charge: AmountOut('Without its tax.'),
    tip: AmountOut('For those who serve.'),
    total: AmountOut('What would be to be paid, before cash is rounded.'),
  },
  { title: 'SaleTotals', description: 'What a sale would cost.' },
);
export type SaleTotals = Static<typeof SaleTotals>;
