import { Type } from 'typebox';
import { operation } from '../../operation.ts';
import { Nullable, OneOf, Text } from '../../schema.ts';
import { Lat, Lng } from '../../shared-fields.ts';
import { exampleLumleyZone } from '../examples.ts';
import { Point } from '../schemas.ts';
import { exampleZone, Zone } from '../zones.ts';

export const getDispatchMap = operation({
  id: 'getDispatchMap',
  method: 'GET',
  path: '/dispatch/map',
  tag: 'Dispatch',
  summary: 'Read what the map is drawn on',
  description:
    "Pictures of the ground, where the server's owner named some in MAP_TILES_URL; without them a map is drawn from zones alone.",
  scope: 'dispatch:read',
  by: 'dispatcher',
  status: 200,
  answer: Type.Object(
    {
      tiles: Nullable(
        Type.Object(
          {
            url: Type.String({
              description: 'Address of a picture, with {z}, {x} and {y} where its numbers go.',
            }),
            attribution: Type.String({ description: 'Whose pictures they are, to show on the map.' }),
            zoom_max: Type.Integer({ description: 'The closest zoom that there are pictures for.' }),
          },
          { description: 'Where the pictures come from; null: there are none.' },
        ),
      ),
    },
    { title: 'DispatchMap', description: 'What lies below couriers and jobs on the map.' },
  ),
  errors: [],
  example: {
    answer: {
      tiles: {
        url: 'https://tiles.example.sl/{z}/{x}/{y}.png',
        attribution: 'Roads: example.sl',
        zoom_max: 18,
      },
    },
  },
});

export const locateZone = operation({
  id: 'locateZone',
  method: 'GET',
  path: '/dispatch/locate',
  tag: 'Dispatch',
  summary: 'Try where a place lies',
  description:
    'By the rules of quotes and deliveries: a point goes before a plus code, and that before the name of the city. Nothing is kept.',
  scope: 'dispatch:read',
  by: 'dispatcher',
  status: 200,
  query: Type.Object({
    city: Type.Optional(
      Text(80, 'A name as people write it into an address: of a zone, or its code or alias.'),
    ),
    lat: Type.Optional(Lat),
    lng: Type.Optional(Lng),
    plus_code: Type.Optional(Text(20, 'A full one, or a short one beside the city.')),
  }),
  answer: Type.Object(
    {
      zone: Zone,
      point: Point,
      source: OneOf(['pin', 'plus_code', 'zone'], 'What decided: the point, the plus code, or the name.'),
      exact: Type.Boolean({ description: 'false: the point is the middle of the zone.' }),
      containing: Type.Array(
        Type.Object({
          code: Type.String({ description: 'As couriers and rate cards call it, `FT-LUM`.' }),
          name: Type.String({ description: 'As people call it.' }),
        }),
        { description: 'Every zone served that the point lies in, the one that counts first.' },
      ),
    },
    { title: 'LocatedPlace', description: 'Where a place lies, and why.' },
  ),
  errors: ['ADDRESS_AMBIGUOUS', 'ADDRESS_MISMATCH', 'ZONE_NOT_SERVICED'],
  example: {
    query: { city: 'Lumley Beach' },
    answer: {
      zone: exampleZone,
      point: exampleZone.center,
      source: 'zone',
      exact: false,
      containing: [
        { code: exampleLumleyZone.code, name: exampleLumleyZone.name },
        { code: 'FT', name: 'Freetown' },
      ],
    },
  },
});
