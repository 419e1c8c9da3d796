import { Type, type Static } from 'typebox';
import { currencies, type Currency } from '../../money.ts';
import { paymentChannels, paymentProviders } from '../../payments/words.ts';
import { AmountIn, Described, Nullable, OneOf, Text, TimeIn } from '../../schema.ts';
import { reductionTypes } from '../../totals/cart.ts';

const Email = Type.String({ minLength: 3, maxLength: 254, pattern: '^[^@\\s]+@[^@\\s]+$' });
const Phone = (description = "E.164, or as dialled in the merchant's country.") => Text(32, description);
const Quantity = Type.Unsafe<number | string>({
  type: ['number', 'string'],
  maxLength: 40,
  description: "More than nothing, at most 3 decimals, in steps of the product's quantity_step.",
});
const Rate = Type.Unsafe<number | string>({
  type: ['number', 'string'],
  maxLength: 40,
  description: 'Percent, 0 to 100, at most 4 decimals.',
});
const ClientId = Type.String({
  format: 'uuid',
  description: 'Yours, unique for ever: the same sale sent again is answered again.',
});

export const SaleDiscountIn = Type.Object({
  type: OneOf(reductionTypes, 'Whether value is a percentage or an amount.'),
  value: Type.Unsafe<number | string>({
    type: ['number', 'string'],
    maxLength: 40,
    description: 'Percent (at most 100), or an amount.',
  }),
  reason: Type.Optional(Text(200, 'Stands on the receipt, up to 200 characters.')),
});
export type SaleDiscountIn = Static<typeof SaleDiscountIn>;

export const SaleTaxIn = Type.Object({
  name: Text(60, 'What receipts call it, up to 60 characters.'),
  rate: Rate,
  inclusive: Type.Optional(Type.Boolean({ default: false, description: 'Whether the price has it in it.' })),
});
export type SaleTaxIn = Static<typeof SaleTaxIn>;

const itemFields = {
  product_id: Type.Optional(Text(64, 'A product with one variant.')),
  variant_id: Type.Optional(Text(64, '`var_…`; instead of a product or a name.')),
  custom_name: Type.Optional(Text(200, 'Something that is in no catalogue; unit_price is required.')),
  quantity: Type.Optional(Quantity),
  unit_price: Type.Optional(AmountIn("Another than the catalogue's: wants the permission price_override.")),
  discount: Type.Optional(Described(SaleDiscountIn, 'Taken off this line before tax.')),
  modifiers: Type.Optional(
    Type.Array(
      Type.Object({
        id: Text(64, '`mod_…`.'),
        quantity: Type.Optional(
          Type.Integer({
            description: 'How many for each one of the line; default 1.',
            minimum: 1,
            maximum: 99,
            default: 1,
          }),
        ),
      }),
      { description: "What is added or left out, of the product's groups.", maxItems: 50 },
    ),
  ),
  note: Type.Optional(Text(500, 'For kitchen and receipt, up to 500 characters.')),
};

export const SaleItemIn = Type.Object(
  { ...itemFields, tax_rate: Type.Optional(Rate) },
  { description: 'One of product_id, variant_id and custom_name. tax_rate is for custom_name only.' },
);
export type SaleItemIn = Static<typeof SaleItemIn>;

/** How money for a sale comes. */
export const salePaymentFields = {
  channel: OneOf(
    paymentChannels,
    'cash and external: the money is there. Any other: the payment is begun, and the sale waits for it.',
  ),
  amount: Type.Optional(AmountIn('How much of the sale it pays. Default: all that is due.')),
  tendered: Type.Optional(AmountIn('Cash handed over; what is more than the amount goes back as change.')),
  phone: Type.Optional(Phone('Whose wallet is asked.')),
  provider: Type.Optional(
    OneOf(paymentProviders, 'Through whom; left out: the service chooses one that takes the channel.'),
  ),
  external_ref: Type.Optional(Text(120, 'What the other system calls it.')),
  return_url: Type.Optional(
    Type.String({
      minLength: 8,
      maxLength: 2_000,
      pattern: '^https?://',
      description: "Where the payer's browser goes, http or https.",
    }),
  ),
};
export const SalePaymentIn = Type.Object(salePaymentFields);
export type SalePaymentIn = Static<typeof SalePaymentIn>;

const Customer = Type.Object({
  name: Type.Optional(Text(120, 'As it is to stand on the receipt.')),
  phone: Type.Optional(Phone()),
  email: Type.Optional(Described(Email, 'Where the receipt goes.')),
});
const Items = Type.Array(SaleItemIn, { minItems: 1, maxItems: 200 });

const ServiceCharge = Type.Object({
  type: OneOf(reductionTypes, 'Whether value is a percentage or an amount.'),
  value: Rate,
  tax_rate: Type.Optional(Rate),
});
const Tip = AmountIn('For those who serve.');
const Notes = Text(2_000);

const cartFields = {
  items: Described(Items, 'What is sold, in the order of the receipt.'),
  discount: Type.Optional(Described(SaleDiscountIn, 'Taken off the whole sale after its lines.')),
  service_charge: Type.Optional(
    Described(ServiceCharge, 'Added to the whole sale, taxed as the settings say.'),
  ),
  tip: Type.Optional(Tip),
  tax_inclusive: Type.Optional(
    Type.Boolean({
      description: 'Whether prices include tax where a product does not say; default: as set.',
    }),
  ),
};

const SaleLocation = Type.Optional(Text(64, 'Left out: where the till stands, else the default location.'));
const whoFields = {
  terminal_id: Type.Optional(Text(64, '`trm_…`, the till; left out: none.')),
  staff_id: Type.Optional(Text(64, "Who sells; a session's own where one calls.")),
  cash_session_id: Type.Optional(Text(64, 'The drawer that takes the cash.')),
  customer_id: Type.Optional(Text(64, '`cus_…`; instead of customer.')),
  customer: Type.Optional(Described(Customer, 'Who buys, without being kept as a customer.')),
  notes: Type.Optional(Described(Notes, 'For the merchant only.')),
};

const OwnCurrency = Type.Optional(
  OneOf(Object.keys(currencies) as Currency[], "The merchant's; another is refused."),
);

export const CreateSaleBody = Type.Object({
  client_id: Type.Optional(ClientId),
  location_id: SaleLocation,
  currency: OwnCurrency,
  ...whoFields,
  ...cartFields,
  payments: Type.Optional(
    Type.Array(SalePaymentIn, {
      description: 'How it is paid; left out: it stays open and is paid later.',
      maxItems: 20,
    }),
  ),
  expected_total: Type.Optional(AmountIn('What the customer was shown; TOTAL_MISMATCH where it is another.')),
  occurred_at: Type.Optional(TimeIn('When it was made; default now, and at most 24 hours ahead of it.')),
  status: Type.Optional(
    OneOf(
      ['parked', 'open'] as const,
      'parked: kept for later. open: kept until it is paid, also in parts. Left out: paid for in this call, where payments are given.',
    ),
  ),
});
export type CreateSaleBody = Static<typeof CreateSaleBody>;

export const QuoteSaleBody = Type.Object({
  location_id: Type.Optional(Text(64, "`loc_…`, where it is sold; left out: the merchant's first location.")),
  staff_id: Type.Optional(Text(64, "`stf_…`, who sells; left out: the session's, or your own server.")),
  currency: OwnCurrency,
  ...cartFields,
  expected_total: Type.Optional(AmountIn('TOTAL_MISMATCH where it is another.')),
});
export type QuoteSaleBody = Static<typeof QuoteSaleBody>;

/** What may be taken away is null then. */
const takenAway = {
  customer_id: Type.Optional(Nullable(Text(64, 'Null: nobody whom you know.'))),
  customer: Type.Optional(
    Nullable(
      Type.Object(
        {
          name: Type.Optional(Nullable(Text(120, 'As it is to stand on the receipt; null: none.'))),
          phone: Type.Optional(Nullable(Phone())),
          email: Type.Optional(Nullable(Email, 'Where the receipt goes; null: nowhere.')),
        },
        { description: 'Who buys, without being kept as a customer; null: nobody is named.' },
      ),
    ),
  ),
  notes: Type.Optional(Nullable(Notes, 'For the merchant only; null: none.')),
  tip: Type.Optional(Nullable(Tip)),
};
/** What is read with a sale, in the form in which it is read: it can be sent back with what is to change. */
const asRead = {
  terminal_id: Type.Optional(Nullable(Text(64, '`trm_…`, the till; null only where there is none.'))),
  staff_id: Type.Optional(Nullable(Text(64, "Who sells; a session's own where one calls; null: as it is."))),
  cash_session_id: Type.Optional(
    Nullable(Text(64, 'The drawer that takes the cash; null only where there is none.')),
  ),
  service_charge: Type.Optional(
    Type.Union([ServiceCharge, Rate, Type.Null()], {
      description: 'Added to the whole sale; null: nothing. An amount alone is taken only as it was read.',
    }),
  ),
};
const DiscountAsRead = Type.Object({
  ...SaleDiscountIn.properties,
  reason: Type.Optional(Nullable(Text(200, 'Stands on the receipt, up to 200 characters; null: none.'))),
});
const SaleItemAsRead = Type.Object(
  {
    ...SaleItemIn.properties,
    product_id: Type.Optional(Nullable(Text(64, 'A product with one variant.'))),
    variant_id: Type.Optional(Nullable(Text(64, '`var_…`; instead of a product or a name.'))),
    discount: Type.Optional(Nullable(DiscountAsRead, 'Taken off this line before tax; null: nothing.')),
    note: Type.Optional(Nullable(Text(500, 'For kitchen and receipt, up to 500 characters; null: none.'))),
    name: Type.Optional(Text(1000, 'As read; of what is in no catalogue the same as custom_name.')),
    taxes: Type.Optional(
      Type.Array(SaleTaxIn, {
        maxItems: 10,
        description: 'As read; of what is in no catalogue they stay, unless tax_rate says another.',
      }),
    ),
  },
  { description: 'As in createSale, or as read; null says what leaving it out says.' },
);
export const UpdateSaleBody = Type.Object(
  {
    ...whoFields,
    ...cartFields,
    ...takenAway,
    ...asRead,
    discount: Type.Optional(
      Nullable(DiscountAsRead, 'Taken off the whole sale after its lines; null: nothing.'),
    ),
    items: Type.Optional(
      Type.Array(SaleItemAsRead, {
        minItems: 1,
        maxItems: 200,
        description: 'What is sold, in the order of the receipt; they replace those before.',
      }),
    ),
  },
  { minProperties: 1 },
);
export type UpdateSaleBody = Static<typeof UpdateSaleBody>;

/** A sale that a till made without network, with its figures as they were charged. */
export const SyncedSaleIn = Type.Object({
  client_id: ClientId,
  receipt_number: Type.Optional(Text(40, 'As the till printed it, T01-000123.')),
  location_id: SaleLocation,
  ...whoFields,
  currency: OwnCurrency,
  items: Type.Array(
    Type.Object({
      ...itemFields,
      custom_name: Type.Optional(Text(200, 'Also the name of what has left the catalogue since.')),
      name: Type.Optional(Text(200, 'As the till had it.')),
      unit_price: AmountIn('As charged.'),
      modifiers: Type.Optional(
        Type.Array(
          Type.Object({
            id: Text(64),
            name: Type.Optional(Text(120)),
            price: Type.Optional(AmountIn('As charged.')),
            quantity: Type.Optional(Type.Integer({ minimum: 1, maximum: 99, default: 1 })),
          }),
          { maxItems: 50 },
        ),
      ),
      taxes: Type.Optional(
        Type.Array(SaleTaxIn, { maxItems: 10, description: "As charged; default: the catalogue's." }),
      ),
    }),
    { minItems: 1, maxItems: 200 },
  ),
  discount: cartFields.discount,
  service_charge: cartFields.service_charge,
  tip: cartFields.tip,
  tax_inclusive: cartFields.tax_inclusive,
  payments: Type.Array(
    Type.Object({
      ...salePaymentFields,
      channel: OneOf(['cash', 'external'] as const, 'What works without network.'),
    }),
    { maxItems: 20 },
  ),
  total: AmountIn('What was charged, before cash was rounded.'),
  cash_rounding: Type.Optional(
    Type.Unsafe<number | string>({
      type: ['number', 'string'],
      maxLength: 40,
      description: 'As the till rounded; may be less than nothing.',
    }),
  ),
  occurred_at: TimeIn("When it was made, by the till's clock."),
});
export type SyncedSaleIn = Static<typeof SyncedSaleIn>;
