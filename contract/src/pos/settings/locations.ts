import { Type, type Static } from 'typebox';
import { ListQuery } from '../../list-query.ts';
import { operation } from '../../operation.ts';
import { Deleted, Nullable, shownMode, Text } from '../../schema.ts';
import { CreatedAtOut, Phone, UpdatedAtOut, VersionOut } from '../../shared-fields.ts';
import { ReceiptLines } from './receipt-lines.ts';

const Code = Type.String({
  pattern: '^[A-Z0-9]{1,8}$',
  description:
    'What stands for it in the numbers of its sales: up to 8 capital letters and digits, one of its own.',
});

const shown = {
  name: Text(100, 'As receipts and staff read it.'),
  code: Code,
  address: Nullable(Text(500, 'Street and city, as receipts show it; null: none.')),
  phone: Nullable(Type.String({ description: 'E.164.' })),
  receipt_lines: ReceiptLines('Printed at the head of its receipts, below the lines of all.'),
  is_default: Type.Boolean({ description: 'Where things happen that name no location; exactly one is it.' }),
  is_active: Type.Boolean({ description: 'Nothing new happens at one that is not.' }),
};

export const Location = Type.Object(
  {
    id: Type.String({ description: '`loc_…`.' }),
    version: VersionOut,
    ...shown,
    ...shownMode,
    created_at: CreatedAtOut,
    updated_at: UpdatedAtOut,
  },
  {
    title: 'Location',
    description: 'A shop, a stall or a store room: where the merchant sells and keeps stock.',
  },
);
export type Location = Static<typeof Location>;

const exampleLocation = {
  id: 'loc_01m7yq0a4d8kq2x5v7j9c1r3t6',
  version: 1,
  name: 'Lumley Beach',
  code: 'LUM',
  address: '27 Beach Road, Freetown',
  phone: '+23276123456',
  receipt_lines: ['Open until 10 at night'],
  is_default: false,
  is_active: true,
  livemode: true,
  test: false,
  created_at: '2026-11-21T09:14:00.000Z',
  updated_at: '2026-11-21T09:14:00.000Z',
} as const satisfies Location;

const LocationOf = Type.Object({
  id: Type.String({ minLength: 1, description: 'Id of the location, loc_….' }),
});
const changeable = {
  code: Type.Optional(Code),
  address: Type.Optional(shown.address),
  phone: Type.Optional(Nullable(Phone)),
  receipt_lines: Type.Optional(shown.receipt_lines),
  is_default: Type.Optional(
    Type.Boolean({ description: 'True makes it the default, instead of the one that was.' }),
  ),
  is_active: Type.Optional(shown.is_active),
};
const readOnly = ['id', 'version', 'livemode', 'test', 'created_at', 'updated_at'] as const;

export const createLocation = operation({
  id: 'createLocation',
  method: 'POST',
  path: '/pos/locations',
  tag: 'Locations',
  summary: 'Open a location',
  scope: 'pos:admin',
  status: 201,
  body: Type.Object(
    { name: Text(100, 'As receipts and staff are to read it.'), ...changeable },
    { title: 'CreateLocationBody', description: 'Where it is. Without a code it gets one.' },
  ),
  readOnly: [...readOnly],
  answer: Location,
  errors: ['DUPLICATE_CODE', 'INVALID_PHONE'],
  example: {
    body: { name: 'Lumley Beach', code: 'LUM', address: '27 Beach Road, Freetown', phone: '+23276123456' },
    answer: exampleLocation,
  },
});

export const listLocations = operation({
  id: 'listLocations',
  method: 'GET',
  path: '/pos/locations',
  tag: 'Locations',
  summary: 'List locations',
  description: 'Newest first. Every merchant has one from the start.',
  scope: 'pos:read',
  orScope: 'pos:admin',
  list: true,
  status: 200,
  query: ListQuery(
    ['-created_at', 'created_at', 'name', '-name'],
    {
      is_active: Type.Optional(Type.Boolean({ description: 'Only those that are, or are not.' })),
      q: Type.Optional(Text(100, 'Part of the name, the code or the address.')),
    },
    'Newest or oldest first, or by name.',
  ),
  answer: Location,
  errors: [],
  example: { query: { is_active: true }, answer: exampleLocation },
});

export const getLocation = operation({
  id: 'getLocation',
  method: 'GET',
  path: '/pos/locations/:id',
  tag: 'Locations',
  summary: 'Read a location',
  scope: 'pos:read',
  orScope: 'pos:admin',
  status: 200,
  params: LocationOf,
  answer: Location,
  errors: ['LOCATION_NOT_FOUND'],
  example: { params: { id: exampleLocation.id }, answer: exampleLocation },
});

export const updateLocation = operation({
  id: 'updateLocation',
  method: 'PATCH',
  path: '/pos/locations/:id',
  tag: 'Locations',
  summary: 'Change a location',
  description: 'What is left out stays. The default cannot be switched off: make another the default first.',
  scope: 'pos:admin',
  status: 200,
  params: LocationOf,
  body: Type.Object(
    { name: Type.Optional(Text(100, 'As receipts and staff are to read it.')), ...changeable },
    { title: 'UpdateLocationBody', description: 'What is to change.' },
  ),
  readOnly: [...readOnly],
  answer: Location,
  errors: ['LOCATION_NOT_FOUND', 'DUPLICATE_CODE', 'STATE_CONFLICT', 'PRECONDITION_FAILED', 'INVALID_PHONE'],
  example: {
    params: { id: exampleLocation.id },
    body: { receipt_lines: ['Open until 10 at night'] },
    answer: exampleLocation,
  },
});

export const deleteLocation = operation({
  id: 'deleteLocation',
  method: 'DELETE',
  path: '/pos/locations/:id',
  tag: 'Locations',
  summary: 'Close a location for good',
  description:
    'What happened there stays and still names it. Refused for the default, while stock lies there (transfer it first) or is on its way there or from there, and while a till stands or a drawer is open there.',
  scope: 'pos:admin',
  status: 200,
  params: LocationOf,
  answer: Deleted,
  errors: ['LOCATION_NOT_FOUND', 'STATE_CONFLICT', 'PRECONDITION_FAILED'],
  example: { params: { id: exampleLocation.id }, answer: { id: exampleLocation.id, deleted: true } },
});
