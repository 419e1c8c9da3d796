import { Type } from 'typebox';
import { Text } from '../../schema.ts';
import { ProductIdOut, VariantIdOut } from '../../shared-fields.ts';

/** A quantity as it comes in. */
export function QuantityIn(description: string) {
  return Type.Unsafe<number | string>({
    type: ['number', 'string'],
    maxLength: 40,
    description: `${description} At most 3 decimals.`,
  });
}

/** A quantity as it goes out. */
export function QuantityOut(description: string) {
  return Type.Number({ description });
}

/** How a request names what it is about: by one of these. */
export const namedVariant = {
  variant_id: Type.Optional(Text(64, 'One of variant_id, sku and barcode.')),
  sku: Type.Optional(Text(100, "The merchant's own number; instead of the id.")),
  barcode: Type.Optional(Text(100, 'What the scanner reads; instead of the id.')),
};

/** How an answer names it. */
export const shownVariant = {
  variant_id: VariantIdOut,
  product_id: ProductIdOut,
  name: Type.String({ description: "The product's." }),
  variant_name: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'Null where the product has no variants.',
  }),
  sku: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: "The merchant's own number of it; null: none.",
  }),
};

/** The number of a movement, as it comes in. */
export const SeqIn = (description: string) =>
  Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description });

export const ClientId = Type.String({
  format: 'uuid',
  description: 'Yours, unique for ever: the same request sent again is answered again.',
});
export const LocationId = Text(64, "Default: the merchant's default location.");
export const StaffId = Text(64, "Who does it; a session's own where one calls.");

export const exampleVariant = {
  variant_id: 'var_01m7yq1c2d8kq2x5v7j9c1r3t6',
  product_id: 'prod_01m7yq1c2d8kq2x5v7j9c1r3t5',
  name: 'Country cloth bag',
  variant_name: 'Indigo',
  sku: 'BAG-IND',
} as const;
export const exampleLocationId = 'loc_01m7yq0a4d8kq2x5v7j9c1r3t6';
export const exampleStaffId = 'stf_01m7yq0b6v8kq2x5v7j9c1r3t6';
export const exampleClientId = '0192f7a4-6c1e-7d3b-9a55-2f4c8e1b7d90';
