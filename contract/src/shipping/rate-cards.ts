import { Type, type Static } from 'typebox';
import type { JsonObject } from '../json.ts';
import { SeveralOf, ShortListQuery } from '../list-query.ts';
import { operation } from '../operation.ts';
import { Deleted, Described, Nullable, OneOf, Text, TimeIn, TimeOut } from '../schema.ts';
import { statusesOf } from '../statuses.ts';

export const rateCardStatuses = /* @__PURE__ */ statusesOf('rate_card');
export type RateCardStatus = (typeof rateCardStatuses)[number];

export const VersionNumber = Type.Integer({
  description: 'Numbers are given as drafts are made; a published one is never given again.',
});
const text = Nullable(Type.String());

/** The figures of a card, as an operator edits them; the server checks each and names the path of what it refuses. */
export const RateCardFigures = Type.Unsafe<JsonObject>({
  type: 'object',
  additionalProperties: true,
  title: 'RateCardFigures',
  description:
    'Amounts in major units: currency, time_zone, base_fee, included_km, per_km, included_kg, per_kg, min_fee, step, size_fees{small, medium, large, xlarge}, express_fee, insurance_percent, cod_percent, cod_min, cod_max, cancel_fee, ' +
    'road_factor, zone_road_factors{code: factor}, max_km, minutes_per_km, pickup_minutes{standard, express}, quote_minutes (5 to 1440, default 30), surcharges[{code, label, percent, days, from, to}], holidays[date], batch_discount{from, percent}, ' +
    'pairs[{from, to, one_way, closed, distance_km, base_fee, fixed_fee, minutes}].',
});

const heading = {
  version: VersionNumber,
  status: OneOf(
    rateCardStatuses,
    'A draft can change; a published card prices, or will; a retired one was replaced.',
  ),
  in_force: Type.Boolean({ description: 'Whether new quotes are priced by it now.' }),
  note: Described(text, 'Why it is as it is, for operators; null: nothing.'),
  created_at: Nullable(TimeOut('When it was made; null: it came with the service.')),
  created_by: Described(text, 'Who made it, `usr_…`; null: it came with the service.'),
  updated_at: Nullable(TimeOut('When it was last changed; null: never.')),
  published_at: Nullable(TimeOut('When it was published first; null: it was not.')),
  published_by: Described(text, 'Who published it, `usr_…`; null: nobody yet, or it came with the service.'),
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

export const VersionParams = Type.Object({
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
  query: ShortListQuery(
    ['-version', 'version'],
    {
      status: SeveralOf(rateCardStatuses),
    },
    'Newest or oldest first.',
  ),
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
  readOnly: [
    'version',
    'status',
    'in_force',
    'created_at',
    'created_by',
    'updated_at',
    'published_at',
    'published_by',
    'effective_at',
  ],
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
