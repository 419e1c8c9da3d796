import { Type, type Static } from 'typebox';
import { operation } from '../../operation.ts';
import { Nullable, TimeOut } from '../../schema.ts';
import { exampleFreetownZone } from '../examples.ts';
import { ZoneReference } from '../schemas.ts';
import { Lat, Lng } from '../../shared-fields.ts';

export const Shift = Type.Object(
  {
    online: Type.Boolean({ description: 'Whether the courier gets offers.' }),
    since: Nullable(TimeOut('When this began; null for a courier who was never on shift.')),
    zone: Nullable(ZoneReference, 'The zone that the courier is in; null: no place is known.'),
    jobs_under_way: Type.Integer({ description: 'Parcels the courier still has to fetch or bring.' }),
    notice: Nullable(Type.String({ description: 'What the courier should know, in words.' })),
  },
  { title: 'Shift', description: 'Whether a courier works now.' },
);
export type Shift = Static<typeof Shift>;

export const setShift = operation({
  id: 'setShift',
  method: 'POST',
  path: '/driver/shift',
  tag: 'Couriers',
  summary: 'Go on or off shift',
  description:
    'On shift a courier gets offers. Going off shift with parcels under way is possible: they stay with the courier, and the answer says so. The same request again changes nothing.',
  scope: null,
  by: 'driver',
  status: 200,
  body: Type.Object({
    online: Type.Boolean({ description: 'Whether the courier works from now on.' }),
    lat: Type.Optional(Lat),
    lng: Type.Optional(Lng),
  }),
  answer: Shift,
  errors: [],
  example: {
    body: { online: true, lat: 8.4863, lng: -13.2349 },
    answer: {
      online: true,
      since: '2026-11-21T07:30:00.000Z',
      zone: exampleFreetownZone,
      jobs_under_way: 0,
      notice: null,
    },
  },
});
