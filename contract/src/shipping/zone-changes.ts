import { Type, type Static } from 'typebox';
import { ShortListQuery } from '../list-query.ts';
import { operation } from '../operation.ts';
import { AmountIn, Nullable, OneOf, Text } from '../schema.ts';
import { exampleLumleyZone } from './examples.ts';
import { Lat, Lng } from '../shared-fields.ts';
import { serviceLevels, weekdays, zoneKinds } from './words.ts';
import { exampleZone, Geometry, Zone } from './zones.ts';

const Hours = Type.Object({
  days: Type.Array(OneOf(weekdays), {
    description: 'The days on which these hours hold.',
    maxItems: weekdays.length,
  }),
  from: Type.String({ description: '`HH:MM`, local time.', maxLength: 20 }),
  to: Type.String({ description: '`HH:MM`, local time.', maxLength: 20 }),
});

/** What an operator may say of a zone; null takes a figure back to its default. */
const fields = {
  aliases: Type.Optional(
    Type.Array(Text(80), { description: 'Other names that addresses use for it.', maxItems: 50 }),
  ),
  city: Type.Optional(Nullable(Text(80, 'Default: the district.'))),
  district: Type.Optional(Nullable(Text(80, 'The district it lies in; null: none.'))),
  center: Type.Optional(
    Nullable(
      Type.Object(
        { lat: Lat, lng: Lng },
        { description: 'Where distances are reckoned from; null: none of its own.' },
      ),
    ),
  ),
  radius_km: Type.Optional(
    Nullable(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: 2000,
        description: 'A circle around center; a drawn zone needs none.',
      }),
    ),
  ),
  geometry: Type.Optional(Nullable(Geometry)),
  service_levels: Type.Optional(
    Type.Array(OneOf(serviceLevels), {
      description: 'How fast it is served.',
      minItems: 1,
      maxItems: serviceLevels.length,
    }),
  ),
  hours: Type.Optional(Nullable(Type.Array(Hours, { maxItems: 50, description: 'Empty: always open.' }))),
  base_fee: Type.Optional(Nullable(AmountIn('Null: the base fee of the rate card in force.'))),
  cod_available: Type.Optional(Type.Boolean({ description: 'Whether cash is taken at doors here.' })),
  max_weight_kg: Type.Optional(
    Nullable(
      Type.Number({
        description: 'Kilograms of the heaviest parcel; null: none of its own.',
        exclusiveMinimum: 0,
        maximum: 100,
      }),
    ),
  ),
  estimated_minutes: Type.Optional(
    Nullable(
      Type.Integer({ description: 'Minutes from pickup to door; null: none of its own.', minimum: 1 }),
    ),
  ),
  active: Type.Optional(
    Type.Boolean({
      description:
        'false retires the zone: nothing goes there any more. For the zone of kind country, the catch-all, unknown places are then refused.',
    }),
  ),
};

export const CreateZoneBody = Type.Object(
  {
    code: Text(32, 'Capital letters, digits and hyphens; never changes.'),
    name: Text(80, 'As people call it.'),
    kind: OneOf(zoneKinds, 'What sort of place it is.'),
    ...fields,
  },
  { title: 'CreateZoneBody', description: 'A circle (center and radius_km) or a drawn border (geometry).' },
);
export type CreateZoneBody = Static<typeof CreateZoneBody>;

export const UpdateZoneBody = Type.Object(
  {
    name: Type.Optional(Text(80, 'As people call it.')),
    kind: Type.Optional(OneOf(zoneKinds, 'What sort of place it is.')),
    ...fields,
  },
  { title: 'UpdateZoneBody', description: 'The fields to change, each as a whole.' },
);
export type UpdateZoneBody = Static<typeof UpdateZoneBody>;

const ZoneParams = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 64, description: 'Id or code of the zone.' }),
});

export const getZone = operation({
  id: 'getZone',
  method: 'GET',
  path: '/shipping/zones/:id',
  tag: 'Shipping',
  summary: 'Read a delivery zone',
  description: 'By its id or its code, with its border.',
  scope: 'shipping:read',
  status: 200,
  params: ZoneParams,
  answer: Zone,
  errors: ['ZONE_NOT_FOUND'],
  example: { params: { id: exampleLumleyZone.id }, answer: { ...exampleZone, geometry: null } },
});

export const listDispatchZones = operation({
  id: 'listDispatchZones',
  method: 'GET',
  path: '/dispatch/zones',
  tag: 'Dispatch',
  summary: 'List all zones with their borders',
  description: 'By code, retired ones included.',
  scope: 'dispatch:read',
  by: 'dispatcher',
  list: true,
  status: 200,
  query: ShortListQuery(
    ['code', '-code', 'name', '-name'],
    {
      q: Type.Optional(Text(80, 'Part of a name, code or alias.')),
      kind: Type.Optional(OneOf(zoneKinds, 'Zones of this kind.')),
      active: Type.Optional(Type.Boolean({ description: 'Zones that are served, or those that are not.' })),
    },
    'By code or name.',
  ),
  answer: Zone,
  errors: [],
  example: { query: { q: 'lumley' }, answer: { ...exampleZone, geometry: null } },
});

export const getDispatchZone = operation({
  id: 'getDispatchZone',
  method: 'GET',
  path: '/dispatch/zones/:id',
  tag: 'Dispatch',
  summary: 'Read a zone to change it',
  description: 'By its id or its code, retired ones too; its ETag holds a change to what was read.',
  scope: 'dispatch:read',
  by: 'dispatcher',
  status: 200,
  params: ZoneParams,
  answer: Zone,
  errors: ['ZONE_NOT_FOUND'],
  example: { params: { id: exampleLumleyZone.id }, answer: { ...exampleZone, geometry: null } },
});

export const createZone = operation({
  id: 'createZone',
  method: 'POST',
  path: '/dispatch/zones',
  tag: 'Dispatch',
  summary: 'Add a zone',
  description:
    'Zones may overlap: a point belongs to the most specific kind, there to a drawn border before a circle, and of drawn ones to the smallest.',
  scope: 'dispatch:write',
  by: 'dispatcher',
  status: 201,
  body: CreateZoneBody,
  answer: Zone,
  errors: ['OPERATORS_ONLY', 'AMOUNT_PRECISION', 'DUPLICATE_ZONE'],
  example: {
    body: {
      code: 'FT-LUM',
      name: 'Lumley',
      kind: 'area',
      district: 'Western Area Urban',
      center: { lat: 8.454, lng: -13.275 },
      radius_km: 1.5,
    },
    answer: { ...exampleZone, geometry: null },
  },
});

export const updateZone = operation({
  id: 'updateZone',
  method: 'PATCH',
  path: '/dispatch/zones/:id',
  tag: 'Dispatch',
  summary: 'Change, retire or reopen a zone',
  description: 'Its id and code stay, for deliveries, addresses and rate cards know it by them.',
  scope: 'dispatch:write',
  by: 'dispatcher',
  status: 200,
  params: ZoneParams,
  body: UpdateZoneBody,
  readOnly: ['id', 'code', 'currency'],
  answer: Zone,
  errors: ['OPERATORS_ONLY', 'ZONE_NOT_FOUND', 'AMOUNT_PRECISION', 'PRECONDITION_FAILED'],
  example: {
    params: { id: exampleLumleyZone.id },
    body: { active: false },
    answer: { ...exampleZone, geometry: null, active: false },
  },
});
