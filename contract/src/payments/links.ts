import { Type } from 'typebox';
import { ListQuery, SeveralOf, sorts } from '../list-query.ts';
import { operation } from '../operation.ts';
import { AmountIn, FileBytes, Metadata, Nullable, OneOf, Text, TimeIn } from '../schema.ts';
import { Collect, CustomField, exampleLink, PaymentLink, paymentLinkTypes } from './link-schema.ts';
import { CurrencyOut } from './schemas.ts';
import { paymentChannels, paymentLinkStatuses } from './words.ts';

/** How often a link can be used at most, where it says how often. */
const USES_MAX = 1_000_000;
const YEAR_SECONDS = 31_536_000;
const WebUrl = Type.String({
  minLength: 8,
  maxLength: 2_000,
  pattern: '^https?://',
  description: 'http or https.',
});
const LinkOf = Type.Object({ id: Type.String({ minLength: 1, description: 'Id of the link, plink_….' }) });

const wording = {
  description: Type.Optional(Nullable(Text(2_000, 'What the payer reads below the title; null: nothing.'))),
  image_url: Type.Optional(Nullable(WebUrl)),
  channels: Type.Optional(
    Nullable(
      Type.Array(OneOf(paymentChannels.filter((channel) => channel !== 'cash' && channel !== 'external')), {
        minItems: 1,
        uniqueItems: true,
        description: 'Null: whatever your providers serve.',
      }),
    ),
  ),
  max_uses: Type.Optional(
    Nullable(
      Type.Integer({
        minimum: 1,
        maximum: USES_MAX,
        description: 'How many payments may succeed; null: no limit, 1: for one payer.',
      }),
    ),
  ),
  expires_at: Type.Optional(Nullable(TimeIn('From then on nobody can pay.'))),
  expires_in: Type.Optional(
    Type.Integer({
      minimum: 60,
      maximum: YEAR_SECONDS,
      description: 'Seconds from now, instead of expires_at.',
    }),
  ),
  collect: Type.Optional(Collect),
  custom_fields: Type.Optional(
    Type.Array(CustomField, {
      description: 'What else the payer is asked, at most three questions.',
      maxItems: 3,
    }),
  ),
  redirect_url: Type.Optional(Nullable(WebUrl)),
  success_message: Type.Optional(Nullable(Text(500, 'What a payer reads after paying.'))),
  inactive_message: Type.Optional(Nullable(Text(500, 'What is read while nobody can pay.'))),
  metadata: Type.Optional(Metadata),
};
/** What only payments, time and we write. */
const readOnly = [
  'id',
  'url',
  'status',
  'uses',
  'in_flight',
  'total_collected',
  'exact',
  'qr_svg_url',
  'qr_png_url',
  'share',
  'livemode',
  'test',
  'created_at',
  'updated_at',
] as const;
/** And what stays as it was made, because people have the link. */
const fixed = [...readOnly, 'type', 'currency', 'slug'] as const;
const amounts = {
  amount: Type.Optional(AmountIn('Above 0; of fixed links only.')),
  min_amount: Type.Optional(Nullable(AmountIn('The least that a payer may name; of open links only.'))),
  max_amount: Type.Optional(Nullable(AmountIn('The most that a payer may name; of open links only.'))),
  suggested_amounts: Type.Optional(
    Type.Array(AmountIn('Offered to the payer.'), { maxItems: 6, description: 'Of open links only.' }),
  ),
};

export const createPaymentLink = operation({
  id: 'createPaymentLink',
  method: 'POST',
  path: '/payment-links',
  tag: 'Payments',
  summary: 'Make a payment link',
  description:
    'A page at which people pay, to be shared as a link or a QR code. Its metadata are copied to each payment, together with what the payer was asked for.',
  scope: 'payment_links:write',
  status: 201,
  body: Type.Object(
    {
      type: Type.Optional(OneOf(paymentLinkTypes, 'fixed, if left out.')),
      ...amounts,
      currency: Type.Optional(CurrencyOut),
      title: Type.Optional(Text(200, "What is paid for; your store's name, if left out.")),
      slug: Type.Optional(
        Type.String({
          pattern: '^[a-z0-9](?:[a-z0-9-]{1,62}[a-z0-9])$',
          description:
            '3 to 64 lower-case letters, digits and hyphens; one that nobody can guess, if left out.',
        }),
      ),
      ...wording,
    },
    { title: 'CreatePaymentLinkBody', description: 'What is paid for, how much, how often and until when.' },
  ),
  readOnly: [...readOnly],
  answer: PaymentLink,
  errors: ['AMOUNT_PRECISION', 'SLUG_TAKEN'],
  example: {
    body: {
      title: exampleLink.title,
      amount: 350,
      slug: exampleLink.slug,
      max_uses: 400,
      collect: { name: 'required', phone: 'required' },
    },
    answer: { ...exampleLink, uses: 0, in_flight: 0, total_collected: 0 },
  },
});

export const listPaymentLinks = operation({
  id: 'listPaymentLinks',
  method: 'GET',
  path: '/payment-links',
  tag: 'Payments',
  summary: 'List payment links',
  description: 'Newest first unless sorted otherwise.',
  scope: 'payment_links:read',
  list: true,
  status: 200,
  query: ListQuery(sorts, {
    status: SeveralOf(paymentLinkStatuses),
    q: Type.Optional(Text(100, 'Those whose title or slug contains this.')),
    updated_since: Type.Optional(TimeIn('Changed at or after.')),
  }),
  answer: PaymentLink,
  errors: [],
  example: { query: { status: 'active' }, answer: exampleLink },
});

export const getPaymentLink = operation({
  id: 'getPaymentLink',
  method: 'GET',
  path: '/payment-links/:id',
  tag: 'Payments',
  summary: 'Read a payment link',
  scope: 'payment_links:read',
  status: 200,
  params: LinkOf,
  answer: PaymentLink,
  errors: ['PAYMENT_LINK_NOT_FOUND'],
  example: { params: { id: exampleLink.id }, answer: exampleLink },
});

export const updatePaymentLink = operation({
  id: 'updatePaymentLink',
  method: 'PATCH',
  path: '/payment-links/:id',
  tag: 'Payments',
  summary: 'Change a payment link',
  description:
    'What is left out stays. Type, currency and slug never change: people have the link. Payments under way keep the terms under which they began. With If-Match, only if the link still says what the caller last read; payments do not matter to that.',
  scope: 'payment_links:write',
  status: 200,
  params: LinkOf,
  body: Type.Object(
    { title: Type.Optional(Text(200, 'What the payer reads first.')), ...amounts, ...wording },
    { title: 'UpdatePaymentLinkBody', description: 'What is to change.' },
  ),
  readOnly: [...fixed],
  answer: PaymentLink,
  errors: ['AMOUNT_PRECISION', 'PAYMENT_LINK_NOT_FOUND', 'PRECONDITION_FAILED'],
  example: {
    params: { id: exampleLink.id },
    body: { title: exampleLink.title, max_uses: 400 },
    answer: exampleLink,
  },
});

export const deactivatePaymentLink = operation({
  id: 'deactivatePaymentLink',
  method: 'POST',
  path: '/payment-links/:id/deactivate',
  tag: 'Payments',
  summary: 'Switch a payment link off',
  description: 'Nobody can begin to pay any more; who has begun can go on.',
  scope: 'payment_links:write',
  status: 200,
  params: LinkOf,
  answer: PaymentLink,
  errors: ['PAYMENT_LINK_NOT_FOUND'],
  example: { params: { id: exampleLink.id }, answer: { ...exampleLink, status: 'inactive' } },
});

export const activatePaymentLink = operation({
  id: 'activatePaymentLink',
  method: 'POST',
  path: '/payment-links/:id/activate',
  tag: 'Payments',
  summary: 'Switch a payment link on',
  description: 'One that is used up or over stays so: raise max_uses or expires_at.',
  scope: 'payment_links:write',
  status: 200,
  params: LinkOf,
  answer: PaymentLink,
  errors: ['PAYMENT_LINK_NOT_FOUND'],
  example: { params: { id: exampleLink.id }, answer: exampleLink },
});

export const getPaymentLinkQrSvg = operation({
  id: 'getPaymentLinkQrSvg',
  method: 'GET',
  path: '/payment-links/:id/qr.svg',
  tag: 'Payments',
  summary: "Get a payment link's QR code as SVG",
  description: 'For print. Pages show qr_svg_url instead, which needs no key.',
  scope: 'payment_links:read',
  binary: { type: 'image/svg+xml' },
  status: 200,
  params: LinkOf,
  answer: FileBytes,
  errors: ['PAYMENT_LINK_NOT_FOUND'],
  example: {
    params: { id: exampleLink.id },
    answer: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 37 37">…</svg>',
  },
});

export const getPaymentLinkQrPng = operation({
  id: 'getPaymentLinkQrPng',
  method: 'GET',
  path: '/payment-links/:id/qr.png',
  tag: 'Payments',
  summary: "Get a payment link's QR code as PNG",
  description: '1,200 pixels on a side.',
  scope: 'payment_links:read',
  binary: { type: 'image/png' },
  status: 200,
  params: LinkOf,
  answer: FileBytes,
  errors: ['PAYMENT_LINK_NOT_FOUND'],
  example: { params: { id: exampleLink.id }, answer: 'the picture' },
});
