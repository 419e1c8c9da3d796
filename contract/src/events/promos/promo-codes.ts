import { Type, type Static } from 'typebox';
import { ListQuery } from '../../list-query.ts';
import { answeredOnly, operation } from '../../operation.ts';
import {
  AmountIn,
  AmountOrPercentOut,
  Deleted,
  Livemode,
  Nullable,
  OneOf,
  Text,
  TimeIn,
  TimeOut,
} from '../../schema.ts';
import { CreatedAtOut, EventIdOut, UpdatedAtOut } from '../../shared-fields.ts';
import { reductionTypes } from '../../totals/cart.ts';
import { exampleOrderEventId } from '../orders/order-examples.ts';

/** What `kind` says for the words of `type`. */
export const promoKinds = Object.freeze(['percent', 'amount'] as const);
export type PromoKind = (typeof promoKinds)[number];

export const PromoCode = Type.Object(
  {
    id: Type.String({ description: '`prm_…`' }),
    event_id: EventIdOut,
    code: Type.String({ description: 'In capitals.' }),
    type: OneOf(reductionTypes, 'Whether value is a percentage or an amount.'),
    kind: OneOf(promoKinds, 'The same as type; kept until /v2.'),
    value: AmountOrPercentOut('Percent, or an amount in the currency of the event.', 'kind'),
    ticket_type_ids: Nullable(
      Type.Array(Type.String(), { description: 'What it is for; null: everything.' }),
    ),
    max_uses: Nullable(Type.Integer({ description: 'How many orders may use it; null: any number.' })),
    uses: Type.Integer({ description: 'By orders that are held or paid.' }),
    active: Type.Boolean({ description: 'false: nobody can use it now.' }),
    valid_from: Nullable(TimeOut('Not good before; null: from the start.')),
    valid_until: Nullable(TimeOut('Not good after; null: to the end.')),
    created_at: CreatedAtOut,
    updated_at: UpdatedAtOut,
    livemode: Livemode,
  },
  { title: 'PromoCode', description: 'What buyers type to pay less.' },
);
export type PromoCode = Static<typeof PromoCode>;

const fields = {
  ticket_type_ids: Type.Optional(
    Nullable(
      Type.Array(Text(64), {
        minItems: 1,
        maxItems: 100,
        uniqueItems: true,
        description: 'What it is for; null: everything.',
      }),
    ),
  ),
  max_uses: Type.Optional(
    Nullable(
      Type.Integer({
        minimum: 1,
        maximum: 1_000_000,
        description: 'How many orders may use it; null: any number.',
      }),
    ),
  ),
  active: Type.Optional(
    Type.Boolean({ description: 'false: nobody can use it until it is true.', default: true }),
  ),
  valid_from: Type.Optional(Nullable(TimeIn('From when it counts; null: from now on.'))),
  valid_until: Type.Optional(Nullable(TimeIn('Until when it counts; null: without end.'))),
};
export const CreatePromoCodeBody = Type.Object({
  code: Type.String({
    minLength: 2,
    maxLength: 40,
    pattern: '^[A-Za-z0-9_-]+$',
    description: 'Letters, digits, - and _; in capitals or not.',
  }),
  type: Type.Optional(OneOf(reductionTypes, 'Required, unless kind says it.')),
  kind: Type.Optional(
    OneOf(
      promoKinds,
      'The same as type, with amount for fixed; taken until /v2. Where both are given they must agree.',
    ),
  ),
  value: AmountIn('Percent, more than 0 and at most 100, or an amount in the currency of the event.'),
  ...fields,
});
export type CreatePromoCodeBody = Static<typeof CreatePromoCodeBody>;
export const UpdatePromoCodeBody = Type.Object(fields, { minProperties: 1 });
export type UpdatePromoCodeBody = Static<typeof UpdatePromoCodeBody>;

const EventParams = Type.Object({ id: Text(64, 'Id of the event, evt_….') });
const PromoParams = Type.Object({
  id: Text(64, 'Id of the event, evt_….'),
  promoId: Text(64, 'Id of the promo code, prm_….'),
});
const examplePromoId = 'prm_01m7yp6f7k4sxv9g6y2q3w5m8r';
const examplePromo = {
  id: examplePromoId,
  event_id: exampleOrderEventId,
  code: 'EARLY10',
  type: 'percent',
  kind: 'percent',
  value: 10,
  ticket_type_ids: null,
  max_uses: 100,
  uses: 3,
  active: true,
  valid_from: null,
  valid_until: null,
  created_at: '2026-11-20T08:00:00.000Z',
  updated_at: '2026-11-20T08:00:00.000Z',
  livemode: true,
};
const tag = 'Promo codes';

export const createPromoCode = operation({
  id: 'createPromoCode',
  method: 'POST',
  path: '/events/:id/promo-codes',
  tag,
  summary: 'Create a promo code',
  description: 'Its value and what it takes off stay as they are; make another code for another discount.',
  scope: 'events:write',
  status: 201,
  params: EventParams,
  body: CreatePromoCodeBody,
  answer: PromoCode,
  errors: ['AMOUNT_PRECISION', 'EVENT_NOT_FOUND', 'TICKET_TYPE_NOT_FOUND', 'DUPLICATE_PROMO'],
  example: {
    params: { id: exampleOrderEventId },
    body: { code: 'EARLY10', type: 'percent', value: 10, max_uses: 100 },
    answer: { ...examplePromo, uses: 0 },
  },
});

export const listPromoCodes = operation({
  id: 'listPromoCodes',
  method: 'GET',
  path: '/events/:id/promo-codes',
  tag,
  summary: "List an event's promo codes",
  scope: 'events:read',
  list: true,
  status: 200,
  params: EventParams,
  query: ListQuery(['-created_at', 'created_at', 'code', '-code'], {}, 'Newest or oldest first, or by code.'),
  answer: PromoCode,
  errors: ['EVENT_NOT_FOUND'],
  example: { params: { id: exampleOrderEventId }, answer: examplePromo },
});

export const updatePromoCode = operation({
  id: 'updatePromoCode',
  method: 'PATCH',
  path: '/events/:id/promo-codes/:promoId',
  tag,
  summary: 'Change a promo code',
  description: 'Orders that used it stay as they are. max_uses may not go below its uses.',
  scope: 'events:write',
  status: 200,
  params: PromoParams,
  body: UpdatePromoCodeBody,
  readOnly: answeredOnly(PromoCode, UpdatePromoCodeBody),
  answer: PromoCode,
  errors: ['PROMO_NOT_FOUND', 'PRECONDITION_FAILED', 'TICKET_TYPE_NOT_FOUND', 'CAPACITY_BELOW_SOLD'],
  example: {
    params: { id: exampleOrderEventId, promoId: examplePromoId },
    body: { active: false },
    answer: { ...examplePromo, active: false },
  },
});

export const deletePromoCode = operation({
  id: 'deletePromoCode',
  method: 'DELETE',
  path: '/events/:id/promo-codes/:promoId',
  tag,
  summary: 'Delete a promo code',
  description: 'Nobody can use it any more; orders that did keep their discount.',
  scope: 'events:write',
  status: 200,
  params: PromoParams,
  answer: Deleted,
  errors: ['PROMO_NOT_FOUND'],
  example: {
    params: { id: exampleOrderEventId, promoId: examplePromoId },
    answer: { id: examplePromoId, deleted: true },
  },
});
