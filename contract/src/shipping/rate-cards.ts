import { Type, type Static } from 'typebox';
import { operation } from '../operation.ts';
import { AmountOut, Deleted, Nullable, OneOf, PageQuery, Text, TimeIn, TimeOut } from '../schema.ts';
import { exampleJobNumber } from './examples.ts';
import { Currency, FeeLine, JobNumber } from './schemas.ts';

export const rateCardStatuses = Object.freeze(['draft', 'published', 'retired'] as const);
export type RateCardStatus = (typeof rateCardStatuses)[number];

const version = Type.Integer({
  description: 'Numbers are given as drafts are made; a published one is never given again.',
});
const text = Nullable(Type.String());

/** The figures of a card, as an operator edits them; the server checks each and names the path of what it refuses. */
export const RateCardFigures = Type.Unsafe<Readonly<Record<string, unknown>>>({
  type: 'object',
  additionalProperties: true,
  title: 'RateCardFigures',
  description:
    'Amounts in major units: currency, time_zone, base_fee, included_km, per_km, included_kg, per_kg, min_fee, step, size_fees{small, medium, large, xlarge}, express_fee, insurance_percent, cod_percent, cod_min, cod_max, cancel_fee, ' +
    'road_factor, zone_road_factors{code: factor}, max_km, minutes_per_km, pickup_minutes{standard, express}, quote_minutes (5 to 1440, default 30), surcharges[{code, label, percent, days, from, to}], holidays[date], batch_discount{from, percent}, ' +
    'pairs[{from, to, one_way, closed, distance_km, base_fee, fixed_fee, minutes}].',
});

const heading = {
  version,
  status: OneOf(
    rateCardStatuses,
    'A draft can change; a published card prices, or will; a retired one was replaced.',
  ),
  in_force: Type.Boolean({ description: 'Whether new quotes are priced by it now.' }),
  note: text,
  created_at: Nullable(TimeOut()),
  created_by: text,
  updated_at: Nullable(TimeOut()),
  published_at: Nullable(TimeOut()),
  published_by: text,
  effective_at: Nullable(TimeOut('From when on it prices; null for a draft.')),
};

export const RateCardHeading = Type.Object(heading, {
  title: 'RateCardHeading',
  description: 'A version of the rate card without its figures.',
});
export type RateCardHeading = Static<typeof RateCardHeading>;

export const RateCard = Type.Object(
  { ...heading, card: RateCardFigures },
  { title: 'RateCard', description: 'A version of the rate card.' },
);
export type RateCard = Static<typeof RateCard>;

const VersionParams = Type.Object({
  version: Type.String({ minLength: 1, maxLength: 10, description: 'Version of the rate card.' }),
});
const note = Type.Optional(Nullable(Text(200, 'What the card is for.')));

const exampleHeading = {
  version: 2,
  status: 'draft',
  in_force: false,
  note: 'Higher at night',
  created_at: '2026-11-21T09:14:00.000Z',
  created_by: 'Hawa Bangura',
  updated_at: '2026-11-21T09:14:00.000Z',
  published_at: null,
  published_by: null,
  effective_at: null,
};
const exampleCard = {
  ...exampleHeading,
  card: { version: 2, currency: 'SLE', base_fee: 25, included_km: 2, per_km: 4.5, min_fee: 25, step: 0.5 },
};
const examplePublished = {
  ...exampleHeading,
  status: 'published',
  in_force: true,
  published_at: '2026-11-21T09:20:00.000Z',
  published_by: 'Hawa Bangura',
  effective_at: '2026-11-21T09:20:00.000Z',
};
const params = { version: '2' };

export const listRateCards = operation({
  id: 'listRateCards',
  method: 'GET',
  path: '/dispatch/rate-cards',
  tag: 'Dispatch',
  summary: 'List rate cards',
  description: "Newest first. A merchant's key sees no drafts.",
  scope: 'dispatch:read',
  by: 'dispatcher',
  list: true,
  status: 200,
  query: Type.Object({
    ...PageQuery,
    status: Type.Optional(OneOf(rateCardStatuses, 'Cards of this status.')),
  }),
  answer: RateCardHeading,
  errors: [],
  example: { query: { status: 'published' }, answer: examplePublished },
});

export const getRateCard = operation({
  id: 'getRateCard',
  method: 'GET',
  path: '/dispatch/rate-cards/:version',
  tag: 'Dispatch',
  summary: 'Read a rate card',
  description: "A merchant's key sees no drafts.",
  scope: 'dispatch:read',
  by: 'dispatcher',
  status: 200,
  params: VersionParams,
  answer: RateCard,
  errors: ['RATE_CARD_NOT_FOUND'],
  example: { params, answer: exampleCard },
});

export const createRateCard = operation({
  id: 'createRateCard',
  method: 'POST',
  path: '/dispatch/rate-cards',
  tag: 'Dispatch',
  summary: 'Draft a rate card',
  description:
    'From the figures given; those left out are the ones of the card in force. Nothing is priced by a draft.',
  scope: 'dispatch:write',
  by: 'dispatcher',
  status: 201,
  body: Type.Object({ card: Type.Optional(RateCardFigures), note }),
  answer: RateCard,
  errors: ['OPERATORS_ONLY'],
  example: { body: { card: { per_km: 4.5 }, note: 'Higher at night' }, answer: exampleCard },
});

export const updateRateCard = operation({
  id: 'updateRateCard',
  method: 'PATCH',
  path: '/dispatch/rate-cards/:version',
  tag: 'Dispatch',
  summary: 'Change a draft',
  description:
    'Replaces the figures given, each as a whole. If-Match makes sure that nobody else has changed the draft meanwhile.',
  scope: 'dispatch:write',
  by: 'dispatcher',
  status: 200,
  params: VersionParams,
  body: Type.Object({ card: Type.Optional(RateCardFigures), note }),
  answer: RateCard,
  errors: ['OPERATORS_ONLY', 'RATE_CARD_NOT_FOUND', 'STATE_CONFLICT', 'PRECONDITION_FAILED'],
  example: { params, body: { card: { min_fee: 30 } }, answer: exampleCard },
});

export const deleteRateCard = operation({
  id: 'deleteRateCard',
  method: 'DELETE',
  path: '/dispatch/rate-cards/:version',
  tag: 'Dispatch',
  summary: 'Discard a draft',
  description: 'What was published stays, so that any fee can be made again.',
  scope: 'dispatch:write',
  by: 'dispatcher',
  status: 200,
  params: VersionParams,
  answer: Deleted,
  errors: ['OPERATORS_ONLY', 'RATE_CARD_NOT_FOUND', 'STATE_CONFLICT'],
  example: { params, answer: { id: '2', deleted: true } },
});

export const publishRateCard = operation({
  id: 'publishRateCard',
  method: 'POST',
  path: '/dispatch/rate-cards/:version/publish',
  tag: 'Dispatch',
  summary: 'Publish a draft',
  description:
    'From effective_at on (now, if left out) new quotes are priced by it, on every node within 5 seconds. Quotes given before keep their fee until they expire.',
  scope: 'dispatch:write',
  by: 'dispatcher',
  status: 200,
  params: VersionParams,
  body: Type.Object({
    effective_at: Type.Optional(TimeIn('When it takes effect, at most a year ahead; default now.')),
  }),
  bodyOptional: true,
  answer: RateCard,
  errors: ['OPERATORS_ONLY', 'RATE_CARD_NOT_FOUND', 'STATE_CONFLICT', 'PRECONDITION_FAILED'],
  example: { params, body: {}, answer: { ...examplePublished, card: exampleCard.card } },
});

const Group = Type.Object(
  {
    code: Type.String({ description: 'Zone of delivery or service level.' }),
    jobs: Type.Integer(),
    before: AmountOut('Fees as they were.'),
    after: AmountOut('Fees by this card.'),
    difference: AmountOut('After less before.'),
  },
  {
    title: 'PreviewGroup',
    description: 'What changes for a part of the jobs; those that the card does not serve are left out.',
  },
);
const Change = Type.Object(
  {
    job_number: Type.String(),
    pickup_zone: Type.String(),
    delivery_zone: Type.String(),
    service_level: Type.String(),
    before: AmountOut('The fee as it was.'),
    after: AmountOut('The fee by this card.'),
    difference: AmountOut('After less before.'),
  },
  { title: 'PreviewChange', description: 'One job whose fee changes.' },
);

export const RateCardPreview = Type.Object(
  {
    version,
    days: Type.Integer(),
    livemode: Type.Boolean(),
    jobs: Type.Integer({ description: 'Deliveries made in these days.' }),
    sampled: Type.Integer({ description: 'How many of them were priced.' }),
    sampling: OneOf(['all', 'even'], 'even: there were more than 5,000, and every so many-th was taken.'),
    unknown: Type.Integer({
      description: 'Sampled ones that were made before the way a fee is made was kept.',
    }),
    cheaper: Type.Integer(),
    dearer: Type.Integer(),
    same: Type.Integer(),
    unquotable: Type.Integer({ description: 'Sampled ones that this card does not serve.' }),
    unquotable_reasons: Type.Array(Type.Object({ code: Type.String(), jobs: Type.Integer() })),
    currency: Currency,
    before: AmountOut('What the priced ones cost.'),
    after: AmountOut('What they would cost.'),
    difference: AmountOut('After less before.'),
    by_zone: Type.Array(Group),
    by_service_level: Type.Array(Group),
    dearest: Type.Array(Change, { description: 'The 20 jobs that become dearer by most.' }),
    cheapest: Type.Array(Change, { description: 'The 20 jobs that become cheaper by most.' }),
  },
  {
    title: 'RateCardPreview',
    description: 'What a card would have asked for past deliveries, beside what they cost.',
  },
);
export type RateCardPreview = Static<typeof RateCardPreview>;

const exampleGroup = { code: 'FT-LUM', jobs: 40, before: 2000, after: 2100, difference: 100 };

export const previewRateCard = operation({
  id: 'previewRateCard',
  method: 'POST',
  path: '/dispatch/rate-cards/:version/preview',
  tag: 'Dispatch',
  summary: 'Try a rate card on past deliveries',
  description:
    'Prices the deliveries of the last days with the card and changes nothing. At most 5,000, spread evenly.',
  scope: 'dispatch:read',
  by: 'dispatcher',
  reads: true,
  status: 200,
  params: VersionParams,
  body: Type.Object({
    days: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 366, default: 30, description: 'How many days back.' }),
    ),
    livemode: Type.Optional(
      Type.Boolean({ default: true, description: 'Live deliveries, or those of test mode.' }),
    ),
  }),
  bodyOptional: true,
  answer: RateCardPreview,
  errors: ['OPERATORS_ONLY', 'RATE_CARD_NOT_FOUND'],
  example: {
    params,
    body: { days: 30 },
    answer: {
      version: 2,
      days: 30,
      livemode: true,
      jobs: 42,
      sampled: 42,
      sampling: 'all',
      unknown: 0,
      cheaper: 0,
      dearer: 40,
      same: 1,
      unquotable: 1,
      unquotable_reasons: [{ code: 'DISTANCE_TOO_LONG', jobs: 1 }],
      currency: 'SLE',
      before: 2050,
      after: 2150,
      difference: 100,
      by_zone: [exampleGroup],
      by_service_level: [{ ...exampleGroup, code: 'standard' }],
      dearest: [
        {
          job_number: exampleJobNumber,
          pickup_zone: 'FT-CBD',
          delivery_zone: 'FT-LUM',
          service_level: 'standard',
          before: 57.5,
          after: 61,
          difference: 3.5,
        },
      ],
      cheapest: [],
    },
  },
});

export const RateCardReplay = Type.Object(
  {
    job_number: Type.String(),
    version,
    made_with_version: Type.Integer({ description: 'The card that the delivery was priced by.' }),
    equal: Type.Boolean({ description: 'Whether every line and the fee are the same.' }),
    currency: Currency,
    shipping_fee: AmountOut('The fee as it was made.'),
    replayed_fee: Nullable(
      AmountOut('The fee as this card makes it; null where it does not serve the delivery.'),
    ),
    lines: Type.Array(
      Type.Object({
        code: Type.String(),
        label: Type.String(),
        was: Nullable(AmountOut('What it came to.')),
        is: Nullable(AmountOut('What it comes to now.')),
        equal: Type.Boolean(),
      }),
    ),
    refusal: Nullable(Type.Object({ code: Type.String(), message: Type.String() })),
    fee_breakdown: Type.Array(FeeLine, { description: 'As the delivery has it.' }),
  },
  { title: 'RateCardReplay', description: 'A fee made again, line beside line.' },
);
export type RateCardReplay = Static<typeof RateCardReplay>;

export const replayRateCard = operation({
  id: 'replayRateCard',
  method: 'POST',
  path: '/dispatch/rate-cards/:version/replay',
  tag: 'Dispatch',
  summary: 'Make the fee of a past delivery again',
  description:
    "By the card that the delivery was made with: line for line the same. By another card: what that would ask on today's map.",
  scope: 'dispatch:read',
  by: 'dispatcher',
  reads: true,
  status: 200,
  params: VersionParams,
  body: Type.Object({ job_number: Type.String({ ...JobNumber, maxLength: 64 }) }),
  answer: RateCardReplay,
  errors: ['RATE_CARD_NOT_FOUND', 'DELIVERY_NOT_FOUND', 'PRICING_NOT_KEPT'],
  example: {
    params,
    body: { job_number: exampleJobNumber },
    answer: {
      job_number: exampleJobNumber,
      version: 2,
      made_with_version: 2,
      equal: true,
      currency: 'SLE',
      shipping_fee: 25,
      replayed_fee: 25,
      lines: [{ code: 'base', label: 'Base fee', was: 25, is: 25, equal: true }],
      refusal: null,
      fee_breakdown: [{ code: 'base', label: 'Base fee', amount: 25 }],
    },
  },
});
