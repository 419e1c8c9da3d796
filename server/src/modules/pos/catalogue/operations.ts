export * from './categories/categories.ts';
export * from './discounts/discounts.ts';
export * from './modifier-groups/modifier-groups.ts';
export * from './tax-rates/tax-rates.ts';
export {
  createProduct,
  deleteProduct,
  getProduct,
  listProducts,
  lookUpProduct,
  setProductImage,
  updateProduct,
} from './products/products.ts';
export * from './products/variants.ts';
