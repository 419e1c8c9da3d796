import { type ErrorCode, type OperationId, PRODUCT_IMPORT_ROWS_MAX, operations } from '@cottontree/contract';
import type { ProbeInput, Seen } from '../../../../test/kit/probe.ts';
import type { Provocations, Provoke, ProvokeStage, Refusals } from '../../../../test/kit/provoke.ts';
import type { RepeatStage, Repeatables } from '../../../../test/kit/repeatable/repeatable.ts';

const STALE = { 'if-match': '"99"' };
const NAMES = {
  CATEGORY_NOT_FOUND: { category_id: 'cat_none' },
  TAX_RATE_NOT_FOUND: { tax_rate_id: 'tax_none' },
  MODIFIER_GROUP_NOT_FOUND: { modifier_group_ids: ['mgr_none'] },
} as const;

let codes = 0;

/** How the refusals of the catalogue and of what tills read of it come about. */
export function provocations(stage: () => ProvokeStage): Provocations {
  const ask = (id: OperationId, input?: ProbeInput): Promise<Seen> => stage().ask(id, input);
  const product = async (body: object = {}) =>
    (await stage().shop.client.createProduct({ body: { name: 'Rice', price: 20, ...body } })).data;
  const shirt = () => product({ variants: [{ name: 'M' }, { name: 'L' }] });
  const taken = async (): Promise<string> => {
    const code = `TAKEN-${(codes += 1)}`;
    await product({ sku: code, barcode: code });
    return code;
  };
  const wrongBody = (send: (body: object) => Promise<Seen>): Refusals => ({
    AMOUNT_PRECISION: () => send({ price: 1.005 }),
    ...Object.fromEntries(
      Object.entries(NAMES).map(([code, body]): [string, Provoke] => [code, () => send(body)]),
    ),
    VARIANT_NOT_FOUND: () => send({ type: 'bundle', components: [{ variant_id: 'var_none' }] }),
    ...wrongCodes(send),
  });
  const wrongCodes = (send: (body: object) => Promise<Seen>): Refusals => ({
    DUPLICATE_SKU: async () => send({ sku: await taken() }),
    DUPLICATE_BARCODE: async () => send({ barcode: await taken() }),
  });
  const changeProduct = async (body: object, headers: Readonly<Record<string, string>> = {}): Promise<Seen> =>
    ask('updateProduct', { params: { id: (await product()).id }, body, headers });
  const onVariant = async (id: OperationId, input: ProbeInput = {}): Promise<Seen> => {
    const made = await shirt();
    return ask(id, { params: { id: made.id, variantId: made.variants[0]?.id ?? '' }, ...input });
  };
  const addVariant = async (body: object): Promise<Seen> =>
    ask('createVariant', { params: { id: (await shirt()).id }, body: { name: 'XL', ...body } });
  const noProduct = { params: { id: 'prod_none' } };
  const noVariant = async (id: OperationId, input: ProbeInput = {}): Promise<Seen> =>
    ask(id, { params: { id: (await shirt()).id, variantId: 'var_none' }, ...input });

  type Things = {
    readonly create: OperationId;
    readonly get: OperationId;
    readonly update: OperationId;
    readonly remove: OperationId;
    readonly absent: ErrorCode;
    readonly body: object;
  };
  /** What all the smaller things of the catalogue refuse alike. */
  function resource({ create, get, update, remove, absent, body }: Things): Record<string, Refusals> {
    const none = { params: { id: 'none' } };
    const made = async (): Promise<ProbeInput> => ({
      params: { id: String((await ask(create, { body })).data['id']) },
    });
    return {
      [get]: { [absent]: () => ask(get, none) },
      [update]: {
        [absent]: () => ask(update, { ...none, body: { name: 'Other' } }),
        PRECONDITION_FAILED: async () =>
          ask(update, { ...(await made()), body: { name: 'Other' }, headers: STALE }),
      },
      [remove]: {
        [absent]: () => ask(remove, none),
        PRECONDITION_FAILED: async () => ask(remove, { ...(await made()), headers: STALE }),
      },
    };
  }
  const made = async (id: OperationId, body: object): Promise<string> =>
    String((await ask(id, { body })).data['id']);
  const group = { name: 'Extras' };
  const discount = { name: 'Staff', type: 'percent', value: 10 };
  const categories = resource({
    create: 'createCategory',
    get: 'getCategory',
    update: 'updateCategory',
    remove: 'deleteCategory',
    absent: 'CATEGORY_NOT_FOUND',
    body: { name: 'Drinks' },
  });
  const groups = resource({
    create: 'createModifierGroup',
    get: 'getModifierGroup',
    update: 'updateModifierGroup',
    remove: 'deleteModifierGroup',
    absent: 'MODIFIER_GROUP_NOT_FOUND',
    body: group,
  });
  const taxes = resource({
    create: 'createTaxRate',
    get: 'getTaxRate',
    update: 'updateTaxRate',
    remove: 'deleteTaxRate',
    absent: 'TAX_RATE_NOT_FOUND',
    body: { name: 'GST', rate: 15 },
  });
  const discounts = resource({
    create: 'createDiscount',
    get: 'getDiscount',
    update: 'updateDiscount',
    remove: 'deleteDiscount',
    absent: 'DISCOUNT_NOT_FOUND',
    body: discount,
  });
  const strange = { modifiers: [{ id: 'mod_none', name: 'Whose' }] };
  const precise = { modifiers: [{ name: 'Pepper', price: 1.005 }] };

  return {
    createProduct: {
      ...wrongBody((body) => ask('createProduct', { body: { name: 'Rice', price: 20, ...body } })),
    },
    getProduct: { PRODUCT_NOT_FOUND: () => ask('getProduct', noProduct) },
    lookUpProduct: { PRODUCT_NOT_FOUND: () => ask('lookUpProduct', { query: { barcode: 'nowhere' } }) },
    updateProduct: {
      PRODUCT_NOT_FOUND: () => ask('updateProduct', { ...noProduct, body: { price: 1 } }),
      ...wrongBody((body) => changeProduct(body)),
      STATE_CONFLICT: async () =>
        ask('updateProduct', { params: { id: (await shirt()).id }, body: { type: 'simple' } }),
      PRECONDITION_FAILED: () => changeProduct({ price: 1 }, STALE),
    },
    deleteProduct: {
      PRODUCT_NOT_FOUND: () => ask('deleteProduct', noProduct),
      STATE_CONFLICT: async () => {
        const { id, variants } = await product();
        await product({ type: 'bundle', components: [{ variant_id: variants[0]?.id ?? '' }] });
        return ask('deleteProduct', { params: { id } });
      },
      PRECONDITION_FAILED: async () =>
        ask('deleteProduct', { params: { id: (await product()).id }, headers: STALE }),
    },
    setProductImage: {
      PRODUCT_NOT_FOUND: () =>
        ask('setProductImage', { ...noProduct, body: operations.setProductImage.example.body }),
    },
    createVariant: {
      PRODUCT_NOT_FOUND: () => ask('createVariant', { ...noProduct, body: { name: 'XL' } }),
      AMOUNT_PRECISION: () => addVariant({ price: 1.005 }),
      STATE_CONFLICT: async () =>
        ask('createVariant', { params: { id: (await product()).id }, body: { name: 'XL' } }),
      ...wrongCodes(addVariant),
    },
    updateVariant: {
      PRODUCT_NOT_FOUND: () =>
        ask('updateVariant', { params: { id: 'prod_none', variantId: 'var_none' }, body: { price: 1 } }),
      VARIANT_NOT_FOUND: () => noVariant('updateVariant', { body: { price: 1 } }),
      AMOUNT_PRECISION: () => onVariant('updateVariant', { body: { price: 1.005 } }),
      ...wrongCodes((body) => onVariant('updateVariant', { body })),
      PRECONDITION_FAILED: () => onVariant('updateVariant', { body: { price: 1 }, headers: STALE }),
    },
    deleteVariant: {
      PRODUCT_NOT_FOUND: () => ask('deleteVariant', { params: { id: 'prod_none', variantId: 'var_none' } }),
      VARIANT_NOT_FOUND: () => noVariant('deleteVariant'),
      STATE_CONFLICT: async () => {
        const { id, variants } = await product();
        return ask('deleteVariant', { params: { id, variantId: variants[0]?.id ?? '' } });
      },
      PRECONDITION_FAILED: () => onVariant('deleteVariant', { headers: STALE }),
    },
    importProducts: {
      LOCATION_NOT_FOUND: () =>
        ask('importProducts', { query: { location_id: 'loc_none' }, body: { csv: 'name,price\nRice,5' } }),
      INVALID_CSV: () => ask('importProducts', { body: { csv: 'name' } }),
      TOO_MANY_ITEMS: () =>
        ask('importProducts', {
          body: { products: Array.from({ length: PRODUCT_IMPORT_ROWS_MAX + 1 }, () => ({})) },
        }),
    },
    ...categories,
    createCategory: {
      ...categories['createCategory'],
      CATEGORY_NOT_FOUND: () => ask('createCategory', { body: { name: 'Drinks', parent_id: 'cat_none' } }),
    },
    deleteCategory: {
      ...categories['deleteCategory'],
      STATE_CONFLICT: async () => {
        const above = await made('createCategory', { name: 'Drinks' });
        await made('createCategory', { name: 'Cold', parent_id: above });
        return ask('deleteCategory', { params: { id: above } });
      },
    },
    ...groups,
    createModifierGroup: {
      ...groups['createModifierGroup'],
      MODIFIER_NOT_FOUND: () => ask('createModifierGroup', { body: { ...group, ...strange } }),
      AMOUNT_PRECISION: () => ask('createModifierGroup', { body: { ...group, ...precise } }),
    },
    updateModifierGroup: {
      ...groups['updateModifierGroup'],
      MODIFIER_NOT_FOUND: async () =>
        ask('updateModifierGroup', {
          params: { id: await made('createModifierGroup', group) },
          body: strange,
        }),
      AMOUNT_PRECISION: async () =>
        ask('updateModifierGroup', {
          params: { id: await made('createModifierGroup', group) },
          body: precise,
        }),
    },
    ...taxes,
    deleteTaxRate: {
      ...taxes['deleteTaxRate'],
      STATE_CONFLICT: async () => {
        const { tax_rate_id } = await product({
          tax_rate_id: await made('createTaxRate', { name: 'GST', rate: 15 }),
        });
        return ask('deleteTaxRate', { params: { id: tax_rate_id ?? '' } });
      },
    },
    ...discounts,
    createDiscount: {
      ...discounts['createDiscount'],
      AMOUNT_PRECISION: () => ask('createDiscount', { body: { ...discount, type: 'fixed', value: 1.005 } }),
    },
    updateDiscount: {
      ...discounts['updateDiscount'],
      AMOUNT_PRECISION: async () =>
        ask('updateDiscount', {
          params: { id: await made('createDiscount', { ...discount, type: 'fixed' }) },
          body: { value: 1.005 },
        }),
    },
    getTillStaff: { TERMINAL_NOT_PAIRED: () => ask('getTillStaff') },
    getTillChanges: {
      CURSOR_EXPIRED: () =>
        ask('getTillChanges', { query: { cursor: Buffer.from('s1.999999999.0').toString('base64url') } }),
    },
  };
}

/** What a merchant sends about the catalogue. */
export function requests(stage: () => RepeatStage): Repeatables {
  const product = async (body: object = {}) =>
    (await stage().shop.client.createProduct({ body: { name: 'Rice', price: 20, ...body } })).data.id;
  return {
    createProduct: {
      request: async () => ({ body: { name: 'Rice', price: 20 } }),
      other: { name: 'Beans', price: 20 },
    },
    importProducts: {
      request: async () => ({ body: { products: [{ name: 'Rice', price: 20 }] } }),
      other: { products: [{ name: 'Beans', price: 20 }] },
    },
    setProductImage: {
      request: async () => ({
        params: { id: await product() },
        body: operations.setProductImage.example.body,
      }),
    },
    createVariant: {
      request: async () => ({
        params: { id: await product({ variants: [{ name: 'M' }] }) },
        body: { name: 'L' },
      }),
      other: { name: 'XL' },
    },
    createCategory: { request: async () => ({ body: { name: 'Drinks' } }), other: { name: 'Food' } },
    createModifierGroup: { request: async () => ({ body: { name: 'Extras' } }), other: { name: 'Sauces' } },
    createTaxRate: {
      request: async () => ({ body: { name: 'GST', rate: 15 } }),
      other: { name: 'GST', rate: 12 },
    },
    createDiscount: {
      request: async () => ({ body: { name: 'Staff', type: 'percent', value: 10 } }),
      other: { name: 'Staff', type: 'percent', value: 5 },
    },
  };
}
