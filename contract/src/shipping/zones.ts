import { Type, type Static } from 'typebox';
import { ShortListQuery } from '../list-query.ts';
import { operation } from '../operation.ts';
import { AmountOut, Nullable, OneOf, Text } from '../schema.ts';
import { exampleLumleyZone } from './examples.ts';
import { Point } from './schemas.ts';
import { Currency, Lat, Lng } from '../shared-fields.ts';
import { serviceLevels, weekdays, zoneKinds } from './words.ts';
import type { JsonObject } from '../json.ts';

export const OpeningHours = Type.Object(
  {
    days: Type.Array(OneOf(weekdays), { description: 'The days on which these hours hold.' }),
    from: Type.String({ description: 'HH:MM, local.' }),
    to: Type.String({ description: 'HH:MM, local; at or before from it lies on the next day.' }),
  },
  { title: 'OpeningHours', description: 'When a zone is served.' },
);

/** GeoJSON (RFC 7946), Polygon or MultiPolygon. */
export const Geometry = Type.Unsafe<JsonObject>({
  type: 'object',
  additionalProperties: true,
  description: 'GeoJSON Polygon or MultiPolygon.',
});

export const Zone = Type.Object(
  {
    id: Type.String({ description: '`zone_…`.' }),
    code: Type.String({ description: 'As couriers and rate cards call it, `FT-LUM`.' }),
    name: Type.String({ description: 'As people call it.' }),
    aliases: Type.Array(Type.String(), { description: 'Other names that addresses use for it.' }),
    kind: OneOf(zoneKinds, 'What sort of place it is.'),
    city: Type.String({ description: 'The city it belongs to.' }),
    district: Type.String({ description: 'The district it lies in.' }),
    center: Point,
    radius_km: Type.Number({ description: 'Kilometres around its centre that belong to it.' }),
    geometry: Type.Optional(Nullable(Geometry)),
    service_levels: Type.Array(OneOf(serviceLevels), { description: 'How fast it is served.' }),
    hours: Type.Array(OpeningHours, { description: 'Empty: always open.' }),
    base_fee: AmountOut('Where the fee of a delivery starts.'),
    currency: Currency,
    cod_available: Type.Boolean({ description: 'Whether cash is taken at doors here.' }),
    max_weight_kg: Type.Number({ description: 'Kilograms of the heaviest parcel.' }),
    estimated_minutes: Type.Integer({ description: 'Minutes from pickup to door.' }),
    active: Type.Boolean({ description: 'false: nothing is carried from or to it.' }),
  },
  { title: 'Zone', description: 'An area that deliveries go to.' },
);
export type ZoneItem = Static<typeof Zone>;

/** Lumley, as the documentation shows it. */
export const exampleZone = {
  ...exampleLumleyZone,
  aliases: ['Lumley Beach', 'Juba'],
  kind: 'area',
  city: 'Freetown',
  district: 'Western Area Urban',
  center: { lat: 8.454, lng: -13.275 },
  radius_km: 1.5,
  service_levels: ['standard', 'express'],
  hours: [],
  base_fee: 25,
  currency: 'SLE',
  cod_available: true,
  max_weight_kg: 100,
  estimated_minutes: 35,
  active: true,
};

export const listZones = operation({
  id: 'listZones',
  method: 'GET',
  path: '/shipping/zones',
  tag: 'Shipping',
  summary: 'List delivery zones',
  description: 'With lat and lng, the zones that contain the point, the most specific first.',
  scope: 'shipping:read',
  list: true,
  status: 200,
  query: ShortListQuery(
    ['code', '-code', 'name', '-name'],
    {
      q: Type.Optional(Text(80, 'Part of a name, code or alias.')),
      city: Type.Optional(Text(80, 'Zones of this city.')),
      district: Type.Optional(Text(80, 'Zones of this district.')),
      lat: Type.Optional(Lat),
      lng: Type.Optional(Lng),
      kind: Type.Optional(OneOf(zoneKinds, 'Zones of this kind.')),
      active: Type.Optional(
        Type.Boolean({ default: true, description: 'Zones that are served, or those that are not.' }),
      ),
      include: Type.Optional(OneOf(['geometry'], 'Add the border of each zone.')),
    },
    'By code or name; the zones that contain a point stand most specific first unless sorted otherwise.',
  ),
  answer: Zone,
  errors: [],
  example: {
    query: { q: 'lumley' },
    answer: exampleZone,
  },
});
