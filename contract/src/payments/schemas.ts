import { Type, type Static } from 'typebox';
import { currencies, type Currency } from '../money.ts';
import { AmountOut, MetadataOut, Nullable, OneOf, shownMode, TimeOut } from '../schema.ts';
import { CreatedAtOut, PaymentIdOut, UpdatedAtOut } from '../shared-fields.ts';
import {
  amountSources,
  nextActionTypes,
  paymentChannels,
  paymentFailureCodes,
  paymentProviders,
  paymentStatuses,
  refundStatuses,
} from './words.ts';

/** An ISO 4217 code of a currency we know. */
export const CurrencyOut = OneOf(Object.keys(currencies) as Currency[], 'ISO 4217.');

export const NextAction = Type.Object(
  {
    type: OneOf(
      nextActionTypes,
      'redirect: open url; qr: show the code; ussd: dial; nfc: hold a phone to it; wait: nothing to do but wait; none.',
    ),
    url: Nullable(Type.String({ description: 'Where the payer goes on; null: nowhere.' })),
    qr_payload: Nullable(
      Type.String({
        description: 'What the QR code says: a URL, an EMVCo payload or a tel: link; null: no QR code.',
      }),
    ),
    qr_svg_url: Nullable(Type.String({ description: 'The QR code as a picture; null: no QR code.' })),
    ussd_code: Nullable(Type.String({ description: 'For example *144*…#; null: nothing to dial.' })),
    tel_url: Nullable(Type.String({ description: 'The same as a link that dials; null: nothing to dial.' })),
    message: Nullable(Type.String({ description: 'For the payer; null: nothing.' })),
  },
  { title: 'NextAction', description: 'What the payer has to do next.' },
);
export type NextAction = Static<typeof NextAction>;

export const PaymentFailure = Type.Object(
  {
    code: OneOf(paymentFailureCodes, 'The reason in one word, the same for every provider.'),
    message: Type.String({ description: 'The same for people; payers may be shown it.' }),
  },
  { title: 'PaymentFailure', description: 'Why the money did not come.' },
);
export type PaymentFailure = Static<typeof PaymentFailure>;

export const PaymentReview = Type.Object(
  {
    reason: Type.String({ description: 'Why somebody of the merchant has to look at it.' }),
    since: TimeOut('From when on.'),
  },
  { title: 'PaymentReview', description: 'What the provider says does not fit: a person has to look.' },
);
export type PaymentReview = Static<typeof PaymentReview>;

export const PaymentCustomer = Type.Object(
  {
    name: Nullable(
      Type.String({ description: 'As the payer or the merchant gave it; null: not given, or forgotten.' }),
    ),
    phone: Nullable(Type.String({ description: 'E.164.' })),
    email: Nullable(Type.String({ description: 'Where the receipt goes; null: nowhere by e-mail.' })),
  },
  { title: 'PaymentCustomer', description: 'Who pays, as far as known.' },
);

export const Payment = Type.Object(
  {
    id: Type.String({ description: '`pay_…`' }),
    version: Type.Integer({ description: 'Rises with every change.' }),
    status: OneOf(
      paymentStatuses,
      'How far it is; succeeded is what the provider confirmed when asked back.',
    ),
    amount: AmountOut('What is to be paid.'),
    amount_refunded: AmountOut('What went back.'),
    fee: Nullable(AmountOut('What the provider kept; null where unknown.')),
    net: Nullable(AmountOut('amount less fee; null where unknown or not succeeded.')),
    currency: CurrencyOut,
    channel: OneOf(paymentChannels, 'How it is paid.'),
    provider: OneOf(paymentProviders, 'Through whom the money comes.'),
    provider_ref: Nullable(
      Type.String({
        description: 'As the provider calls it; null: it has not answered yet, or gives no name.',
      }),
    ),
    amount_source: OneOf(
      amountSources,
      "Who said how much: the merchant's server, the payer's page, or a signed token.",
    ),
    description: Nullable(Type.String({ description: 'What the payer reads; null: none.' })),
    reference: Nullable(Type.String({ description: "The merchant's own name for it; null: none." })),
    customer: PaymentCustomer,
    sale_id: Nullable(Type.String({ description: 'The sale that it pays; null: none.' })),
    invoice_id: Nullable(Type.String({ description: 'The invoice that it pays; null: none.' })),
    payment_link_id: Nullable(
      Type.String({ description: 'The payment link that it came through; null: none.' }),
    ),
    ticket_order_id: Nullable(Type.String({ description: 'The ticket order that it pays; null: none.' })),
    delivery_job_number: Nullable(
      Type.String({ description: 'The delivery whose cash it stands for; null: none.' }),
    ),
    order_ref: Nullable(Type.String({ description: "The merchant's own order; null: none." })),
    return_url: Nullable(
      Type.String({ description: 'Where the payer goes after paying; null: stays on the page.' }),
    ),
    cancel_url: Nullable(
      Type.String({ description: 'Where the payer goes who gives up; null: stays on the page.' }),
    ),
    pay_url: Type.String({ description: 'Our page for the payer.' }),
    client_secret: Nullable(
      Type.String({
        description:
          'Lets a page with a public key follow this one payment; null where the reader may not have it.',
      }),
    ),
    next_action: NextAction,
    failure: Nullable(PaymentFailure, 'Why it failed; null: it did not.'),
    review: Nullable(PaymentReview, 'What somebody has to decide; null: nothing.'),
    late: Type.Boolean({ description: 'It succeeded after it had ended otherwise.' }),
    verified: Type.Boolean({ description: 'False for money typed in by hand until reconciled.' }),
    ...shownMode,
    metadata: MetadataOut,
    expires_at: TimeOut('When it stops holding.'),
    created_at: CreatedAtOut,
    updated_at: UpdatedAtOut,
    succeeded_at: Nullable(TimeOut('When the provider confirmed it; null: it has not.')),
  },
  { title: 'Payment', description: 'Money asked for, and how far it has come.' },
);
export type Payment = Static<typeof Payment>;

export const Refund = Type.Object(
  {
    id: Type.String({ description: '`re_…`' }),
    payment_id: PaymentIdOut,
    status: OneOf(refundStatuses, 'How far it is; succeeded is what the provider confirmed when asked back.'),
    amount: AmountOut('What goes back.'),
    currency: CurrencyOut,
    reason: Nullable(Type.String({ description: 'As it was given; null: none.' })),
    provider_ref: Nullable(
      Type.String({
        description: 'As the provider calls it; null: it has not answered yet, or gives no name.',
      }),
    ),
    failure: Nullable(PaymentFailure, 'Why it failed; null: it did not.'),
    metadata: MetadataOut,
    created_at: CreatedAtOut,
    updated_at: UpdatedAtOut,
    succeeded_at: Nullable(TimeOut('When the provider confirmed it; null: it has not.')),
    ...shownMode,
  },
  { title: 'Refund', description: 'Money on its way back.' },
);
export type Refund = Static<typeof Refund>;
