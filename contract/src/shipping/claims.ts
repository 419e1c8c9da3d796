import { Type, type Static } from 'typebox';
import { ListQuery, SeveralOf, sorts } from '../list-query.ts';
import { operation } from '../operation.ts';
import { AmountIn, AmountOut, Nullable, OneOf, Text, TimeOut } from '../schema.ts';
import { CreatedAtOut, Currency, JobNumberOut, Livemode } from '../shared-fields.ts';
import { exampleJobNumber } from './examples.ts';
import { statusesOf } from '../statuses.ts';

export const claimTypes = Object.freeze(['damaged', 'lost', 'missing', 'late', 'overcharged'] as const);
export type ClaimType = (typeof claimTypes)[number];
export const claimStatuses = /* @__PURE__ */ statusesOf('claim');
export type ClaimStatus = (typeof claimStatuses)[number];

export const CLAIM_PHOTOS_MAX = 5;
/** 300 KB as base64, and the head of a data URL. */
const PHOTO_CHARACTERS_MAX = 409_700;

const ClaimParams = Type.Object({
  id: Type.String({ minLength: 1, description: 'Id of the claim, clm_….' }),
});

export const Claim = Type.Object(
  {
    id: Type.String({ description: '`clm_…`.' }),
    job_number: JobNumberOut,
    type: OneOf(claimTypes, 'What went wrong.'),
    status: OneOf(claimStatuses, 'How far it is; decided claims stay as they are.'),
    amount: AmountOut('What is claimed.'),
    covered: AmountOut(
      'What is paid at most: for damaged, lost and missing the declared value if the delivery was insured; else the shipping fee; less what was approved of it when the claim was made.',
    ),
    currency: Currency,
    note: Nullable(Type.String({ description: "In the merchant's words; null: none." })),
    photo_urls: Type.Array(Type.String(), {
      description: 'Kept until the claim is decided, at least 30 days.',
    }),
    decision: Nullable(Type.String({ description: 'Why it was decided so; null: none was given.' })),
    approved_amount: Nullable(AmountOut('What is paid; null unless approved.')),
    created_at: CreatedAtOut,
    decided_at: Nullable(TimeOut('When it was approved, rejected or withdrawn; null: not yet.')),
    livemode: Livemode,
  },
  { title: 'Claim', description: 'Money asked back for a delivery.' },
);
export type Claim = Static<typeof Claim>;

export const DispatchClaim = Type.Object(
  {
    ...Claim.properties,
    merchant_id: Type.String({ description: '`mch_…`, whose claim it is.' }),
    decided_by: Nullable(Type.String({ description: 'Id of who decided it; null: nobody yet.' })),
  },
  { title: 'DispatchClaim', description: 'A claim as those who decide it see it.' },
);
export type DispatchClaim = Static<typeof DispatchClaim>;

export const exampleClaim = {
  id: 'clm_01m7yp6q3vd1ksm4sz8hb2a9gt',
  job_number: exampleJobNumber,
  type: 'damaged',
  status: 'open',
  amount: 250,
  covered: 400,
  currency: 'SLE',
  note: 'One shirt is torn.',
  photo_urls: ['https://api.example.sl/f/3xZ0c7mVb2QmS1uK8pLw9A'],
  decision: null,
  approved_amount: null,
  created_at: '2026-11-21T12:02:00.000Z',
  decided_at: null,
  livemode: true,
} as const satisfies Claim;

const exampleDecided = {
  ...exampleClaim,
  status: 'approved',
  decision: 'The photo shows it.',
  approved_amount: 250,
  decided_at: '2026-11-22T09:30:00.000Z',
} as const;
const exampleDecider = { merchant_id: 'mch_01m7yp4hvm5k3f8zq1d2c4b6a7', decided_by: null };

export const createClaim = operation({
  id: 'createClaim',
  method: 'POST',
  path: '/shipping/claims',
  tag: 'Shipping',
  summary: 'Claim money back',
  description:
    'For a parcel that was damaged, lost or incomplete (once it was picked up), came late or was charged wrongly, until 30 days after the delivery has ended. One open claim of each type for a delivery. Proof of the delivery is kept until it is decided.',
  scope: 'shipping:write',
  status: 201,
  largeBody: true,
  body: Type.Object(
    {
      job_number: Text(64, '`SHP-XXXX-XXXX`, the delivery it is about.'),
      type: OneOf(claimTypes, 'What went wrong.'),
      amount: AmountIn('What is claimed, above 0, at most 100,000.'),
      note: Type.Optional(Text(1_000, 'What happened, up to 1,000 characters.')),
      photos: Type.Optional(
        Type.Array(Type.String({ minLength: 1, maxLength: PHOTO_CHARACTERS_MAX }), {
          maxItems: CLAIM_PHOTOS_MAX,
          description: 'JPEG, PNG or WebP in base64, 300 KB each.',
        }),
      ),
    },
    { title: 'CreateClaimBody', description: 'What is claimed, and why.' },
  ),
  answer: Claim,
  errors: ['AMOUNT_PRECISION', 'DELIVERY_NOT_FOUND', 'DUPLICATE_CLAIM', 'CLAIM_NOT_ALLOWED'],
  example: {
    body: { job_number: exampleJobNumber, type: 'damaged', amount: 250, note: 'One shirt is torn.' },
    answer: exampleClaim,
  },
});

const ClaimFilter = {
  status: SeveralOf(claimStatuses),
  type: Type.Optional(OneOf(claimTypes, 'Those about this.')),
  job_number: Type.Optional(Text(64, 'Those for this delivery.')),
};

export const listClaims = operation({
  id: 'listClaims',
  method: 'GET',
  path: '/shipping/claims',
  tag: 'Shipping',
  summary: 'List claims',
  description: 'Newest first.',
  scope: 'shipping:read',
  list: true,
  status: 200,
  query: ListQuery(sorts, { ...ClaimFilter }),
  answer: Claim,
  errors: [],
  example: { query: { status: 'open' }, answer: exampleClaim },
});

export const getClaim = operation({
  id: 'getClaim',
  method: 'GET',
  path: '/shipping/claims/:id',
  tag: 'Shipping',
  summary: 'Read a claim',
  scope: 'shipping:read',
  status: 200,
  params: ClaimParams,
  answer: Claim,
  errors: ['CLAIM_NOT_FOUND'],
  example: { params: { id: exampleClaim.id }, answer: exampleDecided },
});

export const withdrawClaim = operation({
  id: 'withdrawClaim',
  method: 'POST',
  path: '/shipping/claims/:id/withdraw',
  tag: 'Shipping',
  summary: 'Withdraw a claim',
  description: 'While it is open. One that is withdrawn already is answered again.',
  scope: 'shipping:write',
  status: 200,
  params: ClaimParams,
  answer: Claim,
  errors: ['CLAIM_NOT_FOUND', 'STATE_CONFLICT'],
  example: {
    params: { id: exampleClaim.id },
    answer: { ...exampleClaim, status: 'withdrawn', decided_at: '2026-11-21T13:00:00.000Z' },
  },
});

export const listDispatchClaims = operation({
  id: 'listDispatchClaims',
  method: 'GET',
  path: '/dispatch/claims',
  tag: 'Dispatch',
  summary: 'List claims to decide',
  description: "Newest first. A merchant's key sees its own.",
  scope: 'dispatch:read',
  by: 'dispatcher',
  list: true,
  status: 200,
  query: ListQuery(sorts, {
    ...ClaimFilter,
    livemode: Type.Optional(Type.Boolean({ description: 'Only live, or only test data.' })),
  }),
  answer: DispatchClaim,
  errors: [],
  example: { query: { status: 'open' }, answer: { ...exampleClaim, ...exampleDecider } },
});

export const decideClaim = operation({
  id: 'decideClaim',
  method: 'POST',
  path: '/dispatch/claims/:id/decide',
  tag: 'Dispatch',
  summary: 'Decide a claim',
  description:
    "Only for the platform's people. What is approved is owed to the merchant from that moment and stands in the ledger. Sends shipping.claim.updated to endpoints that name it.",
  scope: 'dispatch:write',
  by: 'dispatcher',
  status: 200,
  params: ClaimParams,
  body: Type.Object(
    {
      approve: Type.Boolean({ description: 'true: the amount is paid; false: the claim is refused.' }),
      amount: Type.Optional(
        AmountIn(
          'What is paid, above 0, at most what is claimed and covered still; all of that if left out. Only with approve.',
        ),
      ),
      decision: Text(1_000, 'Why, for the merchant.'),
    },
    { title: 'DecideClaimBody', description: 'The decision and its reason.' },
  ),
  answer: DispatchClaim,
  errors: ['OPERATORS_ONLY', 'AMOUNT_PRECISION', 'CLAIM_NOT_FOUND', 'STATE_CONFLICT'],
  example: {
    params: { id: exampleClaim.id },
    body: { approve: true, amount: 250, decision: 'The photo shows it.' },
    answer: {
      ...exampleDecided,
      merchant_id: exampleDecider.merchant_id,
      decided_by: 'usr_01m7yp4hwa3p3c3v5tbm0ahx2k',
    },
  },
});
