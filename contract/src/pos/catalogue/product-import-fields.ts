import { Type, type Static } from 'typebox';
import { BUNDLE_COMPONENTS_MAX, CreateProductBody, VariantBody } from './product-input.ts';

const { variants: _, name, components, ...fields } = CreateProductBody.properties;

const ImportVariant = Type.Object({
  ...VariantBody.properties,
  id: Type.Optional(Type.String({ maxLength: 64 })),
  own_price: VariantBody.properties.price,
  own_cost: VariantBody.properties.cost,
});
export type ProductImportVariant = Static<typeof ImportVariant>;

/** The fields of one row of an import, all of them optional: a row may name what is there already. */
export const ProductImportFields = Type.Object({
  id: Type.Optional(Type.String({ maxLength: 64 })),
  currency: Type.Optional(Type.String({ maxLength: 3 })),
  name: Type.Optional(name),
  ...fields,
  // An export says of everything that is no bundle that it has none.
  components: Type.Optional(Type.Array(components.items, { maxItems: BUNDLE_COMPONENTS_MAX })),
  category: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  stock: Type.Optional(Type.Unsafe<number | string>({ type: ['number', 'string'], maxLength: 40 })),
  location_id: Type.Optional(Type.String({ maxLength: 64 })),
  variants: Type.Optional(Type.Array(ImportVariant, { maxItems: 100 })),
});
export type ProductImportFields = Static<typeof ProductImportFields>;
