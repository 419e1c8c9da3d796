import { Type, type Static } from 'typebox';
import { operation } from '../operation.ts';
import { OneOf, Text, TimeIn, TimeOut } from '../schema.ts';
import { JobNumberOut, Lat, Livemode, Lng } from '../shared-fields.ts';
import { exampleJobNumber } from './examples.ts';
import { JobNumberParams, OrderStatus, Status } from './schemas.ts';
import { handoffTypes } from './states.ts';

export const HandoffVerification = Type.Object(
  {
    job_number: JobNumberOut,
    type: OneOf(handoffTypes, 'Which of the two codes it was.'),
    verified: Type.Literal(true, { description: 'Always true; a wrong code is refused.' }),
    already_verified: Type.Boolean({
      description: 'The code had been verified before; nothing happened now.',
    }),
    status: Status,
    order_status: OrderStatus,
    pickup_verified: Type.Boolean({ description: 'Whether the code at pickup was right.' }),
    delivery_verified: Type.Boolean({ description: 'Whether the code at the door was right.' }),
    verified_at: TimeOut('When the code was right.'),
    attempts_left: Type.Integer({ description: 'Wrong codes of this type that may still be tried.' }),
    livemode: Livemode,
  },
  { title: 'HandoffVerification', description: 'A handoff code that was right.' },
);
export type HandoffVerification = Static<typeof HandoffVerification>;

export const verifyHandoff = operation({
  id: 'verifyHandoff',
  method: 'POST',
  path: '/shipping/deliveries/:jobNumber/verify',
  tag: 'Shipping',
  summary: 'Verify a handoff code',
  description:
    'The pickup code moves the delivery to picked_up, the delivery code to delivered. `type` (or its alias `code_type`) is required. Five wrong codes lock the handoff. The right code again is answered with already_verified.',
  scope: 'shipping:write',
  status: 200,
  params: JobNumberParams,
  body: Type.Object({
    type: Type.Optional(OneOf(handoffTypes, 'Which code it is; required unless code_type is sent.')),
    code_type: Type.Optional(OneOf(handoffTypes, 'The same as type.')),
    code: Type.Unsafe<string | number>({
      type: ['string', 'integer'],
      pattern: '^[0-9]{6}$',
      minimum: 0,
      maximum: 999_999,
      description: 'Six digits as text; of a number, lost leading zeros are restored.',
    }),
    recipient_name: Type.Optional(Text(120, 'Who took the parcel.')),
    lat: Type.Optional(Lat),
    lng: Type.Optional(Lng),
    occurred_at: Type.Optional(TimeIn('When it happened, if it was recorded offline.')),
  }),
  answer: HandoffVerification,
  errors: [
    'DELIVERY_NOT_FOUND',
    'DELIVERY_NOT_ACTIVE',
    'HANDOFF_NOT_READY',
    'INVALID_HANDOFF_CODE',
    'HANDOFF_LOCKED',
  ],
  example: {
    params: { jobNumber: exampleJobNumber },
    body: { type: 'delivery', code: '706158', recipient_name: 'Fatmata Koroma' },
    answer: {
      job_number: exampleJobNumber,
      type: 'delivery',
      verified: true,
      already_verified: false,
      status: 'delivered',
      order_status: 'delivered',
      pickup_verified: true,
      delivery_verified: true,
      verified_at: '2026-11-21T10:18:31.077Z',
      attempts_left: 5,
      livemode: false,
    },
  },
});
