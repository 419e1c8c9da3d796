import { Type, type Static } from 'typebox';
import { ListQuery, sorts } from '../list-query.ts';
import { answeredOnly, operation } from '../operation.ts';
import { Deleted, Described, Nullable, OneOf, Text, TimeOut } from '../schema.ts';
import { CreatedAtOut, Lat, Livemode, Lng, Phone } from '../shared-fields.ts';
import { exampleFreetownZone } from './examples.ts';
import { City, Street, ZoneReference } from './schemas.ts';
import { addressTypes, locationQualities } from './words.ts';

const text = Nullable(Type.String());

export const Address = Type.Object(
  {
    id: Type.String({ description: '`adr_…`.' }),
    label: Described(text, "The merchant's own word for it; null: none."),
    address: Type.String({ description: 'Street and house, as couriers read it.' }),
    city: Type.String({ description: 'As it was matched to a zone.' }),
    landmark: Described(text, 'What couriers look out for; null: nothing.'),
    lat: Nullable(Type.Number({ description: 'Degrees north, WGS 84; null: no place is known.' })),
    lng: Nullable(Type.Number({ description: 'Degrees east, WGS 84; null: no place is known.' })),
    plus_code: Nullable(
      Type.String({ description: 'Computed from the coordinates where they are known; null: not known.' }),
    ),
    contact_name: Described(text, 'Whom the courier asks for; null: nobody.'),
    contact_phone: Nullable(Type.String({ description: 'E.164; null: none.' })),
    instructions: Described(text, 'What the courier should know; null: nothing.'),
    type: OneOf(addressTypes, 'For pickups, deliveries, or both.'),
    is_default: Type.Boolean({ description: 'Whether pickups start here where nothing else is said.' }),
    zone: ZoneReference,
    location_quality: OneOf(locationQualities, 'What the position was taken from.'),
    delivery_count: Type.Integer({ description: 'Deliveries brought here; pickups are not counted.' }),
    last_used_at: Nullable(TimeOut('When it was last used for a delivery; null: never.')),
    created_at: CreatedAtOut,
    version: Type.Integer({ description: 'Grows with every change; If-Match names it.' }),
    livemode: Livemode,
  },
  { title: 'Address', description: 'A saved place of pickup or delivery.' },
);
export type Address = Static<typeof Address>;

export const SaveAddressBody = Type.Object(
  {
    address: Street,
    city: City,
    label: Type.Optional(Text(60, 'Your own word for it, up to 60 characters.')),
    landmark: Type.Optional(Text(200, 'What couriers look out for, up to 200 characters.')),
    lat: Type.Optional(Lat),
    lng: Type.Optional(Lng),
    plus_code: Type.Optional(Text(40, 'Open Location Code, `6CW8FQP8+G2`.')),
    contact_name: Type.Optional(Text(120, 'Whom the courier asks for.')),
    contact_phone: Type.Optional(Phone),
    instructions: Type.Optional(Text(280, 'What the courier should know, up to 280 characters.')),
    type: Type.Optional(
      Type.Unsafe<(typeof addressTypes)[number]>({
        ...OneOf(addressTypes),
        default: 'both',
        description: 'For pickups, deliveries, or both, the default.',
      }),
    ),
    is_default: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Where parcels are fetched when a delivery names no pickup place.',
      }),
    ),
  },
  { title: 'SaveAddressBody', description: 'lat and lng come together or not at all.' },
);
export type SaveAddressBody = Static<typeof SaveAddressBody>;

export const UpdateAddressBody = Type.Object(
  {
    address: Type.Optional(Street),
    city: Type.Optional(City),
    label: Type.Optional(Nullable(Text(60, 'Your own word for it; null: none.'))),
    landmark: Type.Optional(Nullable(Text(200, 'What couriers look out for; null: nothing.'))),
    lat: Type.Optional(Nullable(Lat)),
    lng: Type.Optional(Nullable(Lng)),
    plus_code: Type.Optional(Nullable(Text(40, 'Open Location Code; null: none.'))),
    contact_name: Type.Optional(Nullable(Text(120, 'Whom the courier asks for; null: nobody.'))),
    contact_phone: Type.Optional(Nullable(Phone)),
    instructions: Type.Optional(Nullable(Text(280, 'What the courier should know; null: nothing.'))),
    type: Type.Optional(OneOf(addressTypes, 'For pickups, deliveries, or both.')),
    is_default: Type.Optional(
      Type.Boolean({ description: 'false: quotes and deliveries must name their pickup place again.' }),
    ),
  },
  {
    title: 'UpdateAddressBody',
    description:
      'The fields to change; null removes one. lat and lng come together, and lat null removes the pin.',
  },
);
export type UpdateAddressBody = Static<typeof UpdateAddressBody>;

const AddressParams = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 64, description: 'Id of the address, adr_….' }),
});

const exampleAddress = {
  id: 'adr_01m7yp4jy0ecrr6xxj687ag3x0',
  label: 'Shop',
  address: '14 Siaka Stevens Street',
  city: 'Freetown',
  landmark: 'Opposite the Cotton Tree',
  lat: 8.4863,
  lng: -13.2349,
  plus_code: '6CW8FQP8+G2',
  contact_name: 'Aminata Sesay',
  contact_phone: '+23276123456',
  instructions: null,
  type: 'pickup',
  is_default: true,
  zone: exampleFreetownZone,
  location_quality: 'pin',
  delivery_count: 0,
  last_used_at: null,
  created_at: '2026-11-02T08:30:00.000Z',
  version: 1,
  livemode: false,
};

export const saveAddress = operation({
  id: 'saveAddress',
  method: 'POST',
  path: '/shipping/addresses',
  tag: 'Shipping',
  summary: 'Save an address',
  description:
    'Answers 200 with the address that is there already when phone, address and city are the same.',
  scope: 'shipping:write',
  status: 201,
  otherStatuses: [200],
  body: SaveAddressBody,
  readOnly: answeredOnly(Address, SaveAddressBody),
  answer: Address,
  errors: ['ADDRESS_AMBIGUOUS', 'ADDRESS_MISMATCH', 'ZONE_NOT_SERVICED', 'INVALID_PHONE'],
  example: {
    body: {
      label: 'Shop',
      address: '14 Siaka Stevens Street',
      city: 'Freetown',
      landmark: 'Opposite the Cotton Tree',
      lat: 8.4863,
      lng: -13.2349,
      contact_name: 'Aminata Sesay',
      contact_phone: '076 123456',
      type: 'pickup',
      is_default: true,
    },
    answer: exampleAddress,
  },
});

export const listAddresses = operation({
  id: 'listAddresses',
  method: 'GET',
  path: '/shipping/addresses',
  tag: 'Shipping',
  summary: 'List saved addresses',
  description: 'Newest first.',
  scope: 'shipping:read',
  list: true,
  status: 200,
  query: ListQuery(sorts, {
    q: Type.Optional(Text(80, 'Part of a label, address, landmark or contact.')),
    phone: Type.Optional(Phone),
    city: Type.Optional(Text(80, 'Addresses of this city.')),
    type: Type.Optional(OneOf(addressTypes, 'Addresses saved for this use.')),
  }),
  answer: Address,
  errors: ['INVALID_PHONE'],
  example: {
    query: { type: 'pickup' },
    answer: { ...exampleAddress, delivery_count: 12, last_used_at: '2026-11-21T09:14:00.000Z' },
  },
});

export const updateAddress = operation({
  id: 'updateAddress',
  method: 'PATCH',
  path: '/shipping/addresses/:id',
  tag: 'Shipping',
  summary: 'Change a saved address',
  description:
    'Deliveries made before keep the address as it was. If-Match makes sure that nobody else has changed it meanwhile.',
  scope: 'shipping:write',
  status: 200,
  params: AddressParams,
  body: UpdateAddressBody,
  readOnly: answeredOnly(Address, UpdateAddressBody),
  answer: Address,
  errors: [
    'ADDRESS_NOT_FOUND',
    'ADDRESS_AMBIGUOUS',
    'ADDRESS_MISMATCH',
    'ZONE_NOT_SERVICED',
    'INVALID_PHONE',
    'DUPLICATE_ADDRESS',
    'PRECONDITION_FAILED',
  ],
  example: {
    params: { id: exampleAddress.id },
    body: { landmark: 'Opposite the museum' },
    answer: { ...exampleAddress, landmark: 'Opposite the museum', version: 2 },
  },
});

export const deleteAddress = operation({
  id: 'deleteAddress',
  method: 'DELETE',
  path: '/shipping/addresses/:id',
  tag: 'Shipping',
  summary: 'Delete a saved address',
  description: 'Deliveries that went there keep it. Where it was the default pickup place, none is left.',
  scope: 'shipping:write',
  status: 200,
  params: AddressParams,
  answer: Deleted,
  errors: ['ADDRESS_NOT_FOUND', 'PRECONDITION_FAILED'],
  example: { params: { id: exampleAddress.id }, answer: { id: exampleAddress.id, deleted: true } },
});
