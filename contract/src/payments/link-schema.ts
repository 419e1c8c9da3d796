import { Type, type Static } from 'typebox';
import { AmountOut, ExactOut, MetadataOut, Nullable, OneOf, shownMode, TimeOut } from '../schema.ts';
import { CreatedAtOut, UpdatedAtOut } from '../shared-fields.ts';
import { CurrencyOut } from './schemas.ts';
import { paymentChannels, paymentLinkStatuses } from './words.ts';

/** `fixed`: everybody pays the same; `open`: the payer names the amount. */
export const paymentLinkTypes = Object.freeze(['fixed', 'open'] as const);
export type PaymentLinkType = (typeof paymentLinkTypes)[number];

export const collectChoices = Object.freeze(['none', 'optional', 'required'] as const);
export type CollectChoice = (typeof collectChoices)[number];

export const customFieldTypes = Object.freeze(['text', 'number', 'choice'] as const);

/** What a payer is asked for: each left out is `none`. */
export const Collect = Type.Object(
  {
    name: Type.Optional(OneOf(collectChoices, 'Whether the payer is asked for a name.')),
    phone: Type.Optional(OneOf(collectChoices, 'Whether the payer is asked for a phone.')),
    email: Type.Optional(OneOf(collectChoices, 'Whether the payer is asked for an e-mail address.')),
    note: Type.Optional(OneOf(collectChoices, 'Whether the payer is asked for a note.')),
  },
  { title: 'Collect', description: 'What the payer is asked for.' },
);
export const CollectOut = Type.Object(
  {
    name: OneOf(collectChoices, 'Whether the payer is asked for a name.'),
    phone: OneOf(collectChoices, 'Whether the payer is asked for a phone.'),
    email: OneOf(collectChoices, 'Whether the payer is asked for an e-mail address.'),
    note: OneOf(collectChoices, 'Whether the payer is asked for a note.'),
  },
  { title: 'CollectOut', description: 'What the payer is asked for.' },
);
export type CollectOut = Static<typeof CollectOut>;

export const CustomField = Type.Object(
  {
    key: Type.String({
      pattern: '^[a-z][a-z0-9_]{0,39}$',
      description: "Under which the answer stands in the payment's metadata.",
    }),
    label: Type.String({ minLength: 1, maxLength: 80, description: 'What the payer reads.' }),
    type: OneOf(customFieldTypes, 'choice needs options.'),
    required: Type.Optional(
      Type.Boolean({ description: 'Whether nobody pays without an answer.', default: false }),
    ),
    options: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 80 }), {
        maxItems: 20,
        description: 'Of a choice, at least one; empty or left out otherwise.',
      }),
    ),
  },
  { title: 'CustomField', description: 'Something more that the payer is asked for.' },
);
export const CustomFieldOut = Type.Object(
  {
    key: Type.String({ description: 'What answers are kept under.' }),
    label: Type.String({ description: 'What the payer reads.' }),
    type: OneOf(customFieldTypes, 'What sort of answer is taken.'),
    required: Type.Boolean({ description: 'Whether nobody pays without an answer.' }),
    options: Type.Array(Type.String(), { description: 'What can be chosen; empty where any text will do.' }),
  },
  { title: 'CustomFieldOut', description: 'Something more that the payer is asked for.' },
);
export type CustomFieldOut = Static<typeof CustomFieldOut>;

/** How much a link is for. */
const terms = {
  type: OneOf(paymentLinkTypes, 'fixed: everybody pays the same; open: the payer names the amount.'),
  amount: Nullable(AmountOut('Null where the payer names it.')),
  min_amount: Nullable(AmountOut('The least that a payer may name; null: any amount.')),
  max_amount: Nullable(AmountOut('The most that a payer may name; null: any amount.')),
  suggested_amounts: Type.Array(AmountOut('Offered to the payer.'), {
    description: 'What the payer is offered; empty: nothing.',
  }),
  currency: CurrencyOut,
};

/** What a payer sees of a link as well. */
const shown = {
  title: Type.String({ description: 'What the payer reads first.' }),
  description: Nullable(Type.String({ description: 'What the payer reads below the title; null: nothing.' })),
  image_url: Nullable(Type.String({ description: 'Shown above the title; null: none.' })),
  channels: Nullable(
    Type.Array(OneOf(paymentChannels), { description: 'Null: whatever your providers serve.' }),
  ),
  collect: CollectOut,
  custom_fields: Type.Array(CustomFieldOut, {
    description: 'What else the payer is asked, at most three questions.',
  }),
  expires_at: Nullable(TimeOut('When it stops working; null: never.')),
  success_message: Nullable(
    Type.String({ description: 'What the payer reads after paying; null: the usual words.' }),
  ),
  inactive_message: Nullable(
    Type.String({ description: 'What is read where nobody can pay any more; null: the usual words.' }),
  ),
};

export const PaymentLink = Type.Object(
  {
    id: Type.String({ description: '`plink_…`' }),
    url: Type.String({ description: 'Where people pay.' }),
    slug: Type.String({ description: 'The last part of its URL; unique.' }),
    status: OneOf(paymentLinkStatuses, 'completed: used as often as it may be.'),
    ...terms,
    ...shown,
    max_uses: Nullable(Type.Integer({ description: 'Null: no limit.' })),
    uses: Type.Integer({ description: 'Payments that succeeded.' }),
    in_flight: Type.Integer({ description: 'Payments under way; each holds a use.' }),
    total_collected: AmountOut('What the payments brought, refunds not taken off.'),
    exact: ExactOut(),
    redirect_url: Nullable(
      Type.String({ description: 'Where the payer goes after paying; null: stays on the page.' }),
    ),
    metadata: MetadataOut,
    qr_svg_url: Type.String({ description: 'The url as a QR code; a picture that any page may show.' }),
    qr_png_url: Type.String({ description: 'The QR code as a picture, for print.' }),
    share: Type.Object(
      {
        whatsapp: Type.String({ description: 'Opens WhatsApp with the link in it.' }),
        sms: Type.String({ description: 'Opens a text message with the link in it.' }),
        email: Type.String({ description: 'Opens an e-mail with the link in it.' }),
      },
      { description: "Links that open the sharer's own app with the text written." },
    ),
    ...shownMode,
    created_at: CreatedAtOut,
    updated_at: UpdatedAtOut,
  },
  { title: 'PaymentLink', description: 'A page at which people pay, to be shared.' },
);
export type PaymentLink = Static<typeof PaymentLink>;

export const PublicPaymentLink = Type.Object(
  {
    slug: Type.String({ description: 'The last part of its URL.' }),
    url: Type.String({ description: 'The page at which people pay.' }),
    status: OneOf(paymentLinkStatuses, 'Whether it can be paid: only what is active.'),
    merchant_name: Type.String({ description: 'Who gets the money.' }),
    ...terms,
    ...shown,
    uses_left: Nullable(Type.Integer({ description: 'Null: no limit.' })),
    ...shownMode,
  },
  { title: 'PublicPaymentLink', description: 'A payment link as its payers see it.' },
);
export type PublicPaymentLink = Static<typeof PublicPaymentLink>;

const exampleShown: Pick<PaymentLink, keyof typeof shown> = {
  title: 'School fees, second term',
  description: 'Form 3',
  image_url: null,
  channels: null,
  collect: { name: 'required', phone: 'required', email: 'none', note: 'optional' },
  custom_fields: [{ key: 'pupil', label: 'Name of the pupil', type: 'text', required: true, options: [] }],
  expires_at: '2026-12-31T23:59:00.000Z',
  success_message: 'Thank you. The bursar has been told.',
  inactive_message: null,
};
const exampleTerms: Pick<PaymentLink, keyof typeof terms> = {
  type: 'fixed',
  amount: 350,
  min_amount: null,
  max_amount: null,
  suggested_amounts: [],
  currency: 'SLE',
};
const exampleUrl = 'https://pay.example.sl/l/school-fees-2';

export const exampleLink: PaymentLink = {
  id: 'plink_01m7yp6q3vd1ksm4sz8hb2a9gt',
  url: exampleUrl,
  slug: 'school-fees-2',
  status: 'active',
  ...exampleTerms,
  ...exampleShown,
  max_uses: 400,
  uses: 12,
  in_flight: 1,
  total_collected: 4_200,
  exact: null,
  redirect_url: null,
  metadata: { term: '2' },
  qr_svg_url: `${exampleUrl}/qr.svg`,
  qr_png_url: `${exampleUrl}/qr.png`,
  share: {
    whatsapp: `https://wa.me/?text=School%20fees%2C%20second%20term%20${encodeURIComponent(exampleUrl)}`,
    sms: `sms:?&body=School%20fees%2C%20second%20term%20${encodeURIComponent(exampleUrl)}`,
    email: `mailto:?subject=School%20fees%2C%20second%20term&body=${encodeURIComponent(exampleUrl)}`,
  },
  livemode: true,
  test: false,
  created_at: '2026-11-21T09:14:00.000Z',
  updated_at: '2026-11-21T09:14:00.000Z',
};

export const examplePublicLink: PublicPaymentLink = {
  slug: 'school-fees-2',
  url: exampleUrl,
  status: 'active',
  merchant_name: 'Annie Walsh Memorial School',
  ...exampleTerms,
  ...exampleShown,
  uses_left: 387,
  livemode: true,
  test: false,
};

/** What a payer answers to the questions of a link. */
export const CustomFieldAnswers = Type.Unsafe<Record<string, string>>({
  type: 'object',
  maxProperties: 3,
  additionalProperties: { type: 'string', minLength: 1, maxLength: 500 },
  description: "Answers to the payment link's questions, by the fields' keys.",
});
