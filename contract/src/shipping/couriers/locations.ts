import { Type, type Static } from 'typebox';
import { operation } from '../../operation.ts';
import { Nullable, TimeOut } from '../../schema.ts';
import { Lat, Lng } from '../../shared-fields.ts';

/** The most points that one request brings. */
export const locationPointsMax = 100;

const RecordedPoint = Type.Object({
  lat: Lat,
  lng: Lng,
  accuracy_m: Type.Optional(
    Nullable(
      Type.Number({ minimum: 0, maximum: 100_000, description: "Radius of the phone's doubt, in metres." }),
    ),
  ),
  speed: Type.Optional(
    Nullable(Type.Number({ minimum: 0, maximum: 1_000, description: 'Metres a second.' })),
  ),
  heading: Type.Optional(
    Nullable(Type.Number({ minimum: 0, maximum: 360, description: 'Degrees from north, clockwise.' })),
  ),
  recorded_at: Type.Optional(
    Type.String({
      minLength: 4,
      maxLength: 40,
      description: 'When the phone took it; left out, now. ISO 8601; UTC without an offset.',
    }),
  ),
});

export const LocationsTaken = Type.Object(
  {
    accepted: Type.Integer({ description: 'Points that were new.' }),
    ignored: Type.Integer({
      description: 'Points that were not later than what is known already, or than the start of the shift.',
    }),
    recorded_at: Nullable(TimeOut('When the last known point was taken.')),
  },
  { title: 'LocationsTaken', description: 'What became of a batch of positions.' },
);
export type LocationsTaken = Static<typeof LocationsTaken>;

export const sendLocations = operation({
  id: 'sendLocations',
  method: 'POST',
  path: '/driver/locations',
  tag: 'Couriers',
  summary: 'Send positions',
  description:
    'Takes what a phone recorded, also while it was offline. A time in the future counts as now; points that are not later than the last one are ignored, so a batch may be sent again.',
  scope: null,
  by: 'driver',
  status: 200,
  body: Type.Object({
    points: Type.Array(RecordedPoint, { minItems: 1, description: 'At most 100, in any order.' }),
  }),
  answer: LocationsTaken,
  errors: ['TOO_MANY_ITEMS', 'NOT_ON_SHIFT'],
  example: {
    body: {
      points: [
        {
          lat: 8.4861,
          lng: -13.2352,
          accuracy_m: 12,
          speed: 6.5,
          heading: 240,
          recorded_at: '2026-11-21T09:20:00Z',
        },
      ],
    },
    answer: { accepted: 1, ignored: 0, recorded_at: '2026-11-21T09:20:00.000Z' },
  },
});
