import { Type, type Static } from 'typebox';
import { operation } from '../operation.ts';
import { AmountOut, Livemode, Nullable, OneOf } from '../schema.ts';
import { Currency, JobNumberOut } from '../shared-fields.ts';
import { exampleJobNumber } from './examples.ts';
import { VersionNumber, VersionParams } from './rate-cards.ts';
import { FeeLine, JobNumber } from './schemas.ts';

const params = { version: '2' };

const Group = Type.Object(
  {
    code: Type.String({ description: 'Zone of delivery or service level.' }),
    jobs: Type.Integer({ description: 'How many deliveries.' }),
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
    job_number: JobNumberOut,
    pickup_zone: Type.String({ description: 'The zone it came from.' }),
    delivery_zone: Type.String({ description: 'The zone it went to.' }),
    service_level: Type.String({ description: 'How fast it had to be.' }),
    before: AmountOut('The fee as it was.'),
    after: AmountOut('The fee by this card.'),
    difference: AmountOut('After less before.'),
  },
  { title: 'PreviewChange', description: 'One job whose fee changes.' },
);

export const RateCardPreview = Type.Object(
  {
    version: VersionNumber,
    days: Type.Integer({ description: 'How many days back were looked at.' }),
    livemode: Livemode,
    jobs: Type.Integer({ description: 'Deliveries made in these days.' }),
    sampled: Type.Integer({ description: 'How many of them were priced.' }),
    sampling: OneOf(['all', 'even'], 'even: there were more than 5,000, and every so many-th was taken.'),
    unknown: Type.Integer({
      description: 'Sampled ones that were made before the way a fee is made was kept.',
    }),
    cheaper: Type.Integer({ description: 'Deliveries that would cost less.' }),
    dearer: Type.Integer({ description: 'Deliveries that would cost more.' }),
    same: Type.Integer({ description: 'Deliveries that would cost as much.' }),
    unquotable: Type.Integer({ description: 'Sampled ones that this card does not serve.' }),
    unquotable_reasons: Type.Array(
      Type.Object({
        code: Type.String({ description: 'As a quote would refuse it.' }),
        jobs: Type.Integer({ description: 'How many deliveries.' }),
      }),
      { description: 'Why some could not be reckoned, and how many.' },
    ),
    currency: Currency,
    before: AmountOut('What the priced ones cost.'),
    after: AmountOut('What they would cost.'),
    difference: AmountOut('After less before.'),
    by_zone: Type.Array(Group, { description: 'The same by the zone they went to.' }),
    by_service_level: Type.Array(Group, { description: 'The same by how fast they had to be.' }),
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
    job_number: JobNumberOut,
    version: VersionNumber,
    made_with_version: Type.Integer({ description: 'The card that the delivery was priced by.' }),
    equal: Type.Boolean({ description: 'Whether every line and the fee are the same.' }),
    currency: Currency,
    shipping_fee: AmountOut('The fee as it was made.'),
    replayed_fee: Nullable(
      AmountOut('The fee as this card makes it; null where it does not serve the delivery.'),
    ),
    lines: Type.Array(
      Type.Object({
        code: Type.String({ description: 'Names the line for programs.' }),
        label: Type.String({ description: 'The same for people.' }),
        was: Nullable(AmountOut('What it came to; null: it had no such line.')),
        is: Nullable(AmountOut('What it comes to now; null: it has no such line.')),
        equal: Type.Boolean({ description: 'Whether both are the same to the cent.' }),
      }),
      { description: 'Line by line, what it was and what it is now.' },
    ),
    refusal: Nullable(
      Type.Object(
        {
          code: Type.String({ description: 'As a quote would refuse it.' }),
          message: Type.String({ description: 'What is wrong and what would work.' }),
        },
        { description: 'Why it cannot be reckoned anew; null: it can.' },
      ),
    ),
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
