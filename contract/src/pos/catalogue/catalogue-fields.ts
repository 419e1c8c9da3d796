import { Type } from 'typebox';
import { Livemode, Metadata, MetadataOut, Nullable, Text, TimeIn } from '../../schema.ts';
import { CreatedAtOut, UpdatedAtOut } from '../../shared-fields.ts';

/** What everything in the catalogue says of itself at its end. */
export const catalogueFieldsOut = {
  is_active: Type.Boolean({ description: 'false: kept, but not offered at the till.' }),
  position: Type.Integer({ description: 'Its place among its like; smaller first.' }),
  metadata: MetadataOut,
  livemode: Livemode,
  version: Type.Integer({ description: 'Rises with every change.' }),
  created_at: CreatedAtOut,
  updated_at: UpdatedAtOut,
};

/** What of that can be set. */
export const catalogueFieldsIn = {
  is_active: Type.Optional(Type.Boolean({ description: 'Default true.' })),
  position: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'Default 0.' })),
  metadata: Type.Optional(Metadata),
};

/** Fields that can be read but not set. */
export const catalogueReadOnly = ['id', 'livemode', 'version', 'created_at', 'updated_at'] as const;

/** How the shorter lists of the catalogue are narrowed. */
export const catalogueSorts = [
  'position',
  '-position',
  'name',
  '-name',
  '-created_at',
  'created_at',
] as const;
export const CatalogueFilters = {
  q: Type.Optional(Text(100, 'Part of the name, whatever its case.')),
  is_active: Type.Optional(Type.Boolean({ description: 'Only what is offered, or only what is not.' })),
  updated_since: Type.Optional(TimeIn('What changed then or later.')),
};

export const ColorIn = Type.Optional(
  Nullable(
    Type.String({ pattern: '^#[0-9A-Fa-f]{6}$', description: 'Of its button at the till, such as #1A73E8.' }),
  ),
);
export const ColorOut = Nullable(Type.String({ description: 'Of its button at the till.' }));

/** The path of one thing. */
export const idParams = (description: string) => Type.Object({ id: Text(64, description) });
