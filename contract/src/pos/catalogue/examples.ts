/** One shop in Freetown, told through all examples. */
export const exampleTaxRateId = 'tax_01m7yp4nvr0000000000000001';
export const exampleDiscountId = 'disc_01m7yp4nvr0000000000000001';
export const exampleCategoryId = 'cat_01m7yp4nvr0000000000000001';
export const exampleModifierGroupId = 'mgr_01m7yp4nvr0000000000000001';
export const exampleModifierId = 'mod_01m7yp4nvr0000000000000001';
export const exampleProductId = 'prod_01m7yp4nvr0000000000000001';
export const exampleVariantId = 'var_01m7yp4nvr0000000000000001';

const at = '2026-11-20T08:00:00.000Z';

/** The last fields of everything in the catalogue. */
export const exampleCatalogueFields = {
  is_active: true,
  position: 0,
  metadata: {},
  livemode: true,
  version: 1,
  created_at: at,
  updated_at: at,
};

/** A product as it is read; its type stands with its schema, which needs no example. */
export const exampleProduct = {
  id: exampleProductId,
  name: 'Ginger beer 33 cl',
  description: null,
  category_id: exampleCategoryId,
  sku: 'GB-33',
  barcode: '5449000000996',
  barcodes: ['5449000000996'],
  price: 15,
  cost: 9.5,
  currency: 'SLE' as const,
  tax_rate_id: exampleTaxRateId,
  tax_rate: 15,
  tax_inclusive: true,
  type: 'simple' as const,
  unit: null,
  quantity_step: 1,
  track_inventory: true,
  allow_negative_stock: false,
  low_stock_threshold: 12,
  options: [],
  components: [],
  variants: [
    {
      id: exampleVariantId,
      name: null,
      sku: 'GB-33',
      barcode: '5449000000996',
      barcodes: ['5449000000996'],
      price: 15,
      cost: 9.5,
      own_price: null,
      own_cost: null,
      options: {},
      is_active: true,
      position: 0,
      stock: [{ location_id: 'loc_01m7yp4nvr0000000000000001', on_hand: 48, reserved: 2, available: 46 }],
    },
  ],
  modifier_group_ids: [],
  image_url: null,
  color: null,
  ...exampleCatalogueFields,
};
