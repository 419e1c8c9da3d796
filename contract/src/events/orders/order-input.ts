import { Type, type Static } from 'typebox';
import { AmountIn, Described, Metadata, Narrowing, Nullable, OneOf, Text } from '../../schema.ts';
import { TicketTypeIdIn } from '../../shared-fields.ts';
import { ticketOrderChannels } from '../words.ts';

/** How an order can be paid for. `cash` wants a secret key. */
export const orderPaymentMethods = Object.freeze([
  'cash',
  'qr',
  'nfc',
  'hosted',
  'mobile_money',
  'card',
] as const);
export type OrderPaymentMethod = (typeof orderPaymentMethods)[number];

const Email = Type.String({ minLength: 3, maxLength: 254, pattern: '^[^@\\s]+@[^@\\s]+$' });
const Phone = Text(32, "E.164, or as dialled in the merchant's country.");
export const WebAddress = Type.String({
  minLength: 8,
  maxLength: 2_000,
  pattern: '^https?://',
  description: "Where the payer's browser goes, http or https.",
});
export const ClientSecret = Type.Optional(
  Text(
    200,
    'For public keys: what the answer that made the order had. The header X-Client-Secret does as well.',
  ),
);

export const OrderItemsIn = Type.Array(
  Type.Object({
    ticket_type_id: TicketTypeIdIn,
    quantity: Type.Integer({ description: 'How many of the type.', minimum: 1, maximum: 100 }),
    unit_price: Type.Optional(
      AmountIn(
        'What the buyer gives, where the ticket type is a donation (left out: the price proposed, at least min_price); elsewhere the price that was shown, and PRICE_CHANGED where it is another by now.',
      ),
    ),
  }),
  { minItems: 1, maxItems: 20, description: 'Items of one ticket type count together.' },
);
export type OrderItemsIn = Static<typeof OrderItemsIn>;

export const BuyerIn = Type.Object({
  name: Type.Optional(Text(120, 'As it is to stand on the tickets that name nobody else.')),
  phone: Type.Optional(Phone),
  email: Type.Optional(Described(Email, 'Where tickets and receipt go.')),
});
export type BuyerIn = Static<typeof BuyerIn>;

const BuyerChangeIn = Type.Object({
  name: Type.Optional(Nullable(Text(120), 'As it is to stand on the tickets; null: none.')),
  phone: Type.Optional(Nullable(Phone, 'International, or as it is dialled; null: none.')),
  email: Type.Optional(Nullable(Email, 'Where tickets and receipt go; null: nowhere.')),
});

export const AttendeesIn = Type.Array(
  Type.Object({
    ticket_type_id: Text(64, "`tt_…`, of which type this person's ticket is."),
    name: Type.Optional(Nullable(Text(120), 'As it is to stand on the ticket; null: none.')),
    phone: Type.Optional(Nullable(Phone, 'International, or as it is dialled; null: none.')),
    email: Type.Optional(Nullable(Email, 'Where the ticket goes; left out or null: to the buyer.')),
    answers: Type.Optional(Metadata),
  }),
  {
    maxItems: 100,
    description:
      "Who comes, in the order of the tickets of each type. Without one, a ticket is in the buyer's name.",
  },
);
export type AttendeesIn = Static<typeof AttendeesIn>;

export const CreateTicketOrderBody = Type.Object({
  items: OrderItemsIn,
  buyer: Type.Optional(Described(BuyerIn, 'Who buys; needed where tickets are to be sent.')),
  attendees: Type.Optional(AttendeesIn),
  promo_code: Type.Optional(Text(40, 'In capitals or not.')),
  channel: Type.Optional(
    OneOf(
      ticketOrderChannels,
      'Where it is sold; default api. With a public key it is web, and nothing else is taken.',
    ),
  ),
  payment: Type.Optional(
    Type.Object(
      {
        method: OneOf(
          orderPaymentMethods,
          'cash (secret key only): the money is there, so the tickets are issued at once. Any other: the payment is begun.',
        ),
        reference: Type.Optional(Text(64, 'Yours; it stands on the payment.')),
        phone: Type.Optional(Phone),
        return_url: Type.Optional(WebAddress),
      },
      { description: 'How it is paid; left out: it is held for payment later.' },
    ),
  ),
  expected_total: Type.Optional(
    AmountIn('What the buyer was shown; PRICE_CHANGED where it is another by now.'),
  ),
  metadata: Type.Optional(Metadata),
});
export type CreateTicketOrderBody = Static<typeof CreateTicketOrderBody>;

export const UpdateTicketOrderBody = Type.Object(
  {
    items: Type.Optional(OrderItemsIn),
    buyer: Type.Optional(Described(BuyerChangeIn, 'Who buys; what is left out stays as it is.')),
    attendees: Type.Optional(AttendeesIn),
    metadata: Type.Optional(Metadata),
  },
  { minProperties: 1 },
);
export type UpdateTicketOrderBody = Static<typeof UpdateTicketOrderBody>;

export const PayTicketOrderBody = Type.Object({
  method: Type.Optional(
    OneOf(
      orderPaymentMethods,
      'How the buyer pays; may be left out where nothing is to be paid. cash wants a secret key.',
    ),
  ),
  phone: Type.Optional(Phone),
  reference: Type.Optional(Text(64, 'Yours; it stands on the payment.')),
  return_url: Type.Optional(WebAddress),
});
export type PayTicketOrderBody = Static<typeof PayTicketOrderBody>;

export const RefundTicketOrderBody = Type.Object({
  ticket_ids: Narrowing(
    Type.Array(Text(64), {
      minItems: 1,
      maxItems: 100,
      uniqueItems: true,
      description:
        'These tickets: they are voided and what was paid for them goes back. Without ticket_ids and amount, the whole order.',
    }),
  ),
  amount: Type.Optional(
    AmountIn('Only this much money goes back and every ticket stays valid. Not together with ticket_ids.'),
  ),
  reason: Type.Optional(Text(200, 'Stands with the order, up to 200 characters.')),
  release: Type.Optional(
    Type.Boolean({
      default: true,
      description:
        'Whether the places of the tickets that it voids are on sale again; one that was kept off sale before stays so.',
    }),
  ),
  force: Type.Optional(Type.Boolean({ default: false, description: 'Also for tickets that were used.' })),
});
export type RefundTicketOrderBody = Static<typeof RefundTicketOrderBody>;
