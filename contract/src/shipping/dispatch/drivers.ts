import { Type, type Static } from 'typebox';
import { ListQuery } from '../../list-query.ts';
import { operation } from '../../operation.ts';
import { AmountIn, AmountOut, ExactOut, Nullable, Text, TimeOut } from '../../schema.ts';
import { CreatedAtOut, Phone } from '../../shared-fields.ts';
import { exampleDriver } from '../examples.ts';

export const vehicleTypes = Object.freeze([
  'foot',
  'bicycle',
  'motorbike',
  'keke',
  'tricycle',
  'car',
  'van',
  'truck',
] as const);

const Plate = Type.String({
  maxLength: 40,
  description: 'Number plate, up to 40 characters; empty where there is none.',
});
const limits = {
  jobs_max: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 20, description: 'Jobs under way at once; default 3.' }),
  ),
  cash_limit: Type.Optional(AmountIn('Cash in hand beyond which no more cash on delivery is offered.')),
  merchant_id: Type.Optional(
    Nullable(Text(64, "Whose rider this is; null for the platform's, who carry for every merchant.")),
  ),
  livemode: Type.Optional(
    Nullable(
      Type.Boolean({
        description:
          "Whether he carries live or test parcels: of a rider as the key that adds him; null, for the platform's couriers only: both.",
      }),
    ),
  ),
};

export const DispatchDriver = Type.Object(
  {
    id: Type.String({ description: '`drv_…`.' }),
    name: Type.String({ description: 'As recipients read it.' }),
    phone: Type.String({ description: 'E.164.' }),
    vehicle_type: Type.String({ description: 'What the courier rides, `motorbike`.' }),
    plate: Type.String({ description: 'Number plate; empty where there is none.' }),
    active: Type.Boolean({ description: 'Who is not active cannot sign in and gets no jobs.' }),
    merchant_id: Nullable(
      Type.String({ description: '`mch_…` of the only merchant it carries for; null: it carries for all.' }),
    ),
    livemode: Nullable(Type.Boolean({ description: 'The mode in which he carries; null: in both.' })),
    jobs_max: Type.Integer({ description: 'How many deliveries it carries at most at once.' }),
    cash_limit: AmountOut('Cash in hand beyond which no more cash on delivery is offered.'),
    cash_in_hand: AmountOut('Cash that the courier has collected and not handed in.'),
    exact: ExactOut(),
    jobs: Type.Integer({ description: 'Deliveries under way.' }),
    online_since: Nullable(TimeOut('Since when on shift; null off shift.')),
    location: Nullable(
      Type.Object(
        {
          lat: Type.Number({ description: 'Degrees north, WGS 84.' }),
          lng: Type.Number({ description: 'Degrees east, WGS 84.' }),
          accuracy_m: Nullable(
            Type.Number({
              description: 'Radius in metres within which the place surely lies; null: unknown.',
            }),
          ),
          recorded_at: TimeOut('When the service learned of it.'),
        },
        { description: 'Where the phone was last; null: it has told of no place.' },
      ),
    ),
    created_at: CreatedAtOut,
  },
  {
    title: 'DispatchDriver',
    description: 'A courier as a dispatcher sees him: at work or not, where, with how much on board.',
  },
);
export type DispatchDriver = Static<typeof DispatchDriver>;

const exampleDispatchDriver = {
  ...exampleDriver,
  active: true,
  merchant_id: null,
  livemode: null,
  jobs_max: 3,
  cash_limit: 5000,
  cash_in_hand: 640,
  exact: null,
  jobs: 2,
  online_since: '2026-11-21T07:58:00.000Z',
  location: { lat: 8.4712, lng: -13.2654, accuracy_m: 12, recorded_at: '2026-11-21T09:13:40.000Z' },
  created_at: '2026-10-02T08:00:00.000Z',
};

export const listDispatchDrivers = operation({
  id: 'listDispatchDrivers',
  method: 'GET',
  path: '/dispatch/drivers',
  tag: 'Dispatch',
  summary: 'List couriers',
  description:
    "By name. A merchant's key sees its own riders in its mode and those of the platform who carry for it now, with what of their jobs and cash is its own.",
  scope: 'dispatch:read',
  by: 'dispatcher',
  list: true,
  status: 200,
  query: ListQuery(
    ['name', '-name', '-created_at', 'created_at'],
    {
      q: Type.Optional(Text(80, 'Part of the name, phone or plate.')),
      online: Type.Optional(Type.Boolean({ description: 'On shift, or off.' })),
      active: Type.Optional(Type.Boolean({ description: 'In service, or no longer.' })),
    },
    'By name, or newest or oldest first.',
  ),
  answer: DispatchDriver,
  errors: [],
  example: { query: { online: true }, answer: exampleDispatchDriver },
});

export const createDispatchDriver = operation({
  id: 'createDispatchDriver',
  method: 'POST',
  path: '/dispatch/drivers',
  tag: 'Dispatch',
  summary: 'Add a courier',
  description:
    "A merchant's key adds riders of its own, in its own mode. A phone belongs to one courier of an owner in a mode; it may ride for several. The PIN to sign in with is set by resetDriverPin.",
  scope: 'dispatch:write',
  by: 'dispatcher',
  status: 201,
  body: Type.Object(
    {
      name: Text(120, 'As recipients read it, up to 120 characters.'),
      phone: Phone,
      vehicle_type: Type.Optional(Text(40, `Default motorbike; known are ${vehicleTypes.join(', ')}.`)),
      plate: Type.Optional(Plate),
      ...limits,
    },
    { title: 'CreateDriverBody', description: 'A new courier.' },
  ),
  answer: DispatchDriver,
  errors: ['OPERATORS_ONLY', 'AMOUNT_PRECISION', 'PHONE_TAKEN', 'INVALID_PHONE', 'MERCHANT_NOT_FOUND'],
  example: {
    body: { name: 'Mohamed Kamara', phone: '076 555 014', vehicle_type: 'motorbike', plate: 'ALD 482' },
    answer: { ...exampleDispatchDriver, jobs: 0, cash_in_hand: 0, online_since: null, location: null },
  },
});

export const getDispatchDriver = operation({
  id: 'getDispatchDriver',
  method: 'GET',
  path: '/dispatch/drivers/:id',
  tag: 'Dispatch',
  summary: 'Read a courier',
  description: "As the list shows him; a merchant's key reads its own riders in its mode.",
  scope: 'dispatch:read',
  by: 'dispatcher',
  status: 200,
  params: Type.Object({ id: Type.String({ minLength: 1, description: 'Id of the courier, drv_….' }) }),
  answer: DispatchDriver,
  errors: ['DRIVER_NOT_FOUND'],
  example: { params: { id: exampleDriver.id }, answer: exampleDispatchDriver },
});

export const updateDispatchDriver = operation({
  id: 'updateDispatchDriver',
  method: 'PATCH',
  path: '/dispatch/drivers/:id',
  tag: 'Dispatch',
  summary: 'Change a courier',
  description:
    'With active false the courier is offered nothing any more and cannot sign in, and all sessions end for good; what is under way stays his until it is assigned to another.',
  scope: 'dispatch:write',
  by: 'dispatcher',
  status: 200,
  params: Type.Object({ id: Type.String({ minLength: 1, description: 'Id of the courier, drv_….' }) }),
  body: Type.Object(
    {
      name: Type.Optional(Text(120, 'As recipients read it, up to 120 characters.')),
      phone: Type.Optional(Phone),
      vehicle_type: Type.Optional(Text(40, 'What the courier rides, `motorbike`.')),
      plate: Type.Optional(Plate),
      active: Type.Optional(
        Type.Boolean({ description: 'Who is not active cannot sign in and gets no jobs.' }),
      ),
      ...limits,
    },
    { title: 'UpdateDriverBody', description: 'The fields to change.' },
  ),
  readOnly: ['id', 'cash_in_hand', 'exact', 'jobs', 'online_since', 'location', 'created_at'],
  answer: DispatchDriver,
  errors: [
    'OPERATORS_ONLY',
    'AMOUNT_PRECISION',
    'DRIVER_NOT_FOUND',
    'PHONE_TAKEN',
    'INVALID_PHONE',
    'MERCHANT_NOT_FOUND',
    'STATE_CONFLICT',
    'PRECONDITION_FAILED',
  ],
  example: {
    params: { id: exampleDriver.id },
    body: { jobs_max: 4 },
    answer: { ...exampleDispatchDriver, jobs_max: 4 },
  },
});
