import { Type } from 'typebox';
import { AmountIn, OneOf, Text, TimeIn } from '../../schema.ts';
import { Lat, Lng } from '../../shared-fields.ts';
import { failureReasons, handoffTypes } from '../states.ts';
import { contactWays } from './driver-job.ts';

/** Where a courier arrives; delivery is another word for dropoff. */
export const stops = Object.freeze(['pickup', 'dropoff', 'delivery'] as const);

/** Characters of base64 that 300 KB of photo take, with the head of a data URL. */
const PHOTO_CHARACTERS_MAX = 409_640;
const SIGNATURE_CHARACTERS_MAX = 65_536;

const occurred_at = Type.Optional(
  TimeIn('When it happened, if it was recorded offline; never later than now.'),
);
const lat = Type.Optional(Lat);
const lng = Type.Optional(Lng);
const recipient_name = Type.Optional(Text(120, 'Who took the parcel.'));
const reason = OneOf(failureReasons, 'Why.');
const note = Type.Optional(Text(280, "In the courier's words."));
const photo = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: PHOTO_CHARACTERS_MAX,
    description: 'JPEG, PNG or WebP of at most 300 KB, in base64.',
  }),
);
export type CashCollected = { readonly amount: number | string } | number | string;
const cod_collected = Type.Optional(
  Type.Unsafe<CashCollected>({
    type: ['object', 'number', 'string'],
    properties: { amount: AmountIn('Cash taken at the door; must be cod_amount.') },
    required: ['amount'],
    maxLength: 40,
    description:
      'The cash taken at the door, as {amount} or as the amount itself; left out, it counts as the whole cod_amount.',
  }),
);
const code = Type.Unsafe<string | number>({
  type: ['string', 'integer'],
  pattern: '^[0-9]{6}$',
  minimum: 0,
  maximum: 999_999,
  description: 'Six digits as text; of a number, lost leading zeros are restored.',
});
const point = Type.Unsafe<readonly [number, number]>({
  type: 'array',
  items: { type: 'number', minimum: -100_000, maximum: 100_000 },
  minItems: 2,
  maxItems: 2,
});

/** What each step's body holds. */
export const stepFields = {
  arrive: { at: OneOf(stops, 'Where; delivery is another word for dropoff.'), lat, lng, occurred_at },
  verify: {
    type: OneOf(handoffTypes, 'Which code it is.'),
    code,
    recipient_name,
    cod_collected,
    lat,
    lng,
    occurred_at,
  },
  pickUp: { occurred_at },
  depart: { occurred_at },
  deliver: { recipient_name, cod_collected, lat, lng, occurred_at },
  proof: {
    photo,
    signature_svg: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: SIGNATURE_CHARACTERS_MAX,
        description: 'An SVG whose paths and polylines are the signature; it is drawn anew.',
      }),
    ),
    signature_points: Type.Optional(
      Type.Array(Type.Array(point, { minItems: 2 }), {
        minItems: 1,
        description: 'The signature as strokes of points, instead of signature_svg; at most 10,000 points.',
      }),
    ),
    recipient_name,
    lat,
    lng,
    occurred_at,
  },
  attempt: {
    reason,
    contact: Type.Optional(OneOf(contactWays, 'How the recipient was tried.')),
    note,
    lat,
    lng,
    occurred_at,
  },
  fail: { reason, note, photo, occurred_at },
};
