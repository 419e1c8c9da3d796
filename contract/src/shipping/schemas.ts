import { Lat, Lng } from '../shared-fields.ts';
import { Type } from 'typebox';
import { AmountOut, Described, Nullable, OneOf, Text } from '../schema.ts';
import { deliveryStatuses, orderStatuses } from './states.ts';

export const JobNumber = Type.String({
  minLength: 1,
  description: 'Number of the delivery, SHP-XXXX-XXXX; lower case and O for 0, I or L for 1 are understood.',
});
export const JobNumberParams = Type.Object({ jobNumber: JobNumber });

export const Status = OneOf(
  deliveryStatuses,
  'Where the delivery stands. Each status is entered at most once.',
);
export const OrderStatus = OneOf(orderStatuses, 'The coarser status of the order.');
export const City = Text(80, 'Zone by name, code or alias.');
export const Street = Type.String({
  minLength: 3,
  maxLength: 300,
  description: 'Street address as people say it.',
});

export const ZoneReference = Type.Object(
  {
    id: Type.String({ description: '`zone_…`.' }),
    code: Type.String({ description: 'As couriers and rate cards call it, `FT-LUM`.' }),
    name: Type.String({ description: 'As people call it.' }),
  },
  { title: 'ZoneReference', description: 'The zone a place lies in.' },
);

export const FeeLine = Type.Object(
  {
    code: Type.String({ description: 'Names the line for programs.' }),
    label: Type.String({ description: 'The same for people.' }),
    amount: AmountOut('Part of the fee; discounts are negative.'),
  },
  { title: 'FeeLine', description: 'One part of a shipping fee; the parts sum exactly to it.' },
);

export const Point = Type.Object(
  {
    lat: Type.Number({ description: 'Degrees north, WGS 84.' }),
    lng: Type.Number({ description: 'Degrees east, WGS 84.' }),
  },
  { title: 'Point', description: 'WGS 84 degrees.' },
);

/** Where a parcel is fetched. */
export const PickupLocation = {
  pickup_address_id: Type.Optional(Text(64, 'A saved address instead of the fields below.')),
  pickup_city: Type.Optional(City),
  pickup_address: Type.Optional(Street),
  pickup_landmark: Type.Optional(Text(200, 'What stands nearby.')),
  pickup_lat: Type.Optional(Lat),
  pickup_lng: Type.Optional(Lng),
  pickup_plus_code: Type.Optional(Text(40, 'Full plus code, or a short one beside pickup_city.')),
};

/** Where a parcel is brought. */
export const DeliveryLocation = {
  delivery_address_id: Type.Optional(Text(64, 'A saved address instead of the fields below.')),
  delivery_city: Type.Optional(City),
  delivery_address: Type.Optional(Street),
  delivery_landmark: Type.Optional(Text(200, 'What stands nearby.')),
  delivery_lat: Type.Optional(Lat),
  delivery_lng: Type.Optional(Lng),
  delivery_plus_code: Type.Optional(Text(40, 'Full plus code, or a short one beside delivery_city.')),
};

const text = Nullable(Type.String());
const degrees = Nullable(Type.Number());

/** The pickup place as a delivery shows it. */
export const PickupLocationOut = {
  pickup_address_id: Described(text, '`adr_…`; null: no saved address was named.'),
  pickup_address: Described(text, 'Street and house, as couriers read it; null: not said.'),
  pickup_city: Type.String({ description: 'As it was matched to a zone.' }),
  pickup_landmark: Described(text, 'What couriers look out for at pickup; null: nothing.'),
  pickup_lat: Described(degrees, 'Degrees north, WGS 84; null: no place is known.'),
  pickup_lng: Described(degrees, 'Degrees east, WGS 84; null: no place is known.'),
  pickup_plus_code: Described(text, 'Open Location Code; null: none.'),
  pickup_contact_name: Described(text, 'Whom the courier asks for at pickup; null: nobody.'),
  pickup_contact_phone: Described(text, 'E.164; null: none was given.'),
  pickup_instructions: Described(text, 'What the courier should know at pickup; null: nothing.'),
  pickup_zone: ZoneReference,
};

/** The place of delivery as a delivery shows it. */
export const DeliveryLocationOut = {
  delivery_address_id: Described(text, '`adr_…`; null: no saved address was named.'),
  delivery_address: Type.String({ description: 'Street and house, as couriers read it.' }),
  delivery_city: Type.String({ description: 'As it was matched to a zone.' }),
  delivery_landmark: Described(text, 'What couriers look out for at the door; null: nothing.'),
  delivery_lat: Described(degrees, 'Degrees north, WGS 84; null: no place is known.'),
  delivery_lng: Described(degrees, 'Degrees east, WGS 84; null: no place is known.'),
  delivery_plus_code: Described(text, 'Open Location Code; null: none.'),
  delivery_instructions: Described(text, 'What the courier should know at the door; null: nothing.'),
  delivery_zone: ZoneReference,
};
