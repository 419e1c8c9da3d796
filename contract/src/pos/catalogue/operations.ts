import { createCategory, deleteCategory, getCategory, listCategories, updateCategory } from './categories.ts';
import { createDiscount, deleteDiscount, getDiscount, listDiscounts, updateDiscount } from './discounts.ts';
import {
  createModifierGroup,
  deleteModifierGroup,
  getModifierGroup,
  listModifierGroups,
  updateModifierGroup,
} from './modifier-groups.ts';
import { importProducts } from './product-import.ts';
import {
  createProduct,
  deleteProduct,
  getProduct,
  listProducts,
  lookUpProduct,
  setProductImage,
  updateProduct,
} from './products.ts';
import { createTaxRate, deleteTaxRate, getTaxRate, listTaxRates, updateTaxRate } from './tax-rates.ts';
import { createVariant, deleteVariant, updateVariant } from './variants.ts';

/** Products, variants, categories, modifiers, tax rates and discounts. */
export const catalogueOperations = Object.freeze({
  listProducts,
  createProduct,
  lookUpProduct,
  importProducts,
  getProduct,
  updateProduct,
  deleteProduct,
  setProductImage,
  createVariant,
  updateVariant,
  deleteVariant,
  listCategories,
  createCategory,
  getCategory,
  updateCategory,
  deleteCategory,
  listModifierGroups,
  createModifierGroup,
  getModifierGroup,
  updateModifierGroup,
  deleteModifierGroup,
  listTaxRates,
  createTaxRate,
  getTaxRate,
  updateTaxRate,
  deleteTaxRate,
  listDiscounts,
  createDiscount,
  getDiscount,
  updateDiscount,
  deleteDiscount,
});
