export {
  createCategory,
  deleteCategory,
  getCategory,
  listCategories,
  updateCategory,
} from './categories/categories.ts';
export {
  createDiscount,
  deleteDiscount,
  getDiscount,
  listDiscounts,
  updateDiscount,
} from './discounts/discounts.ts';
export {
  createModifierGroup,
  deleteModifierGroup,
  getModifierGroup,
  listModifierGroups,
  updateModifierGroup,
} from './modifier-groups/modifier-groups.ts';
export {
  createTaxRate,
  deleteTaxRate,
  getTaxRate,
  listTaxRates,
  updateTaxRate,
} from './tax-rates/tax-rates.ts';
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
