import {
  operations,
  type CreateProductBody,
  type Data,
  type Deleted,
  type Input,
  type Operations,
  type Product,
  type UpdateProductBody,
} from '@cottontree/contract';
import type { Call } from '../../../../kernel/call/call.ts';
import { effect } from '../../../../kernel/effect/effect.ts';
import { Failure, invalid } from '../../../../kernel/call/failure.ts';
import { refuseReadOnly } from '../../../../kernel/shape/read-only.ts';
import { reply, replyShared, type AnyReply, type Reply } from '../../../../kernel/call/reply.ts';
import { composeFile, deleteFiles, holdFiles, insertFile, readPhoto } from '../../../files/index.ts';
import type { Pos } from '../../module.ts';
import { changeProduct } from './change-product.ts';
import { judgeProduct, namedBy } from './judge-product.ts';
import { isSame, pageOf } from './known-pages.ts';
import { findReferences, productList } from './references.queries.ts';
import { presentProduct, versionOf } from './present-product.ts';
import { readProductRow } from './product-columns.ts';
import { productNotFound } from './product-failures.ts';
import type { ProductState } from './product-state.ts';
import { findProduct, findProductByBarcode } from './products.queries.ts';
import { blankProduct, readProduct, type ProductReading } from './read-product.ts';
import { withBundleStock } from './with-bundle-stock.ts';
import { writeProducts } from './write-products.ts';

/** Makes a product with its variants: all of it or nothing. */
export async function createProduct(
  { body }: Input<Operations['createProduct']>,
  call: Call,
  module: Pos,
): Promise<Reply<Product>> {
  refuseReadOnly(operations.createProduct.readOnly, body, {});
  return effect(module, call, {
    single: true,
    work: async (runner) => {
      const references = await findReferences(runner, call.tenant, namedBy([body]));
      const after = newProduct(body, { call, module, references, publicUrl: module.settings.publicUrl });
      const [written = after] =
        (await writeProducts(module, [{ before: null, after }], {
          runner,
          tenant: call.tenant,
          now: call.now,
        })) ?? [];
      const product = await withBundleStock(written, { runner, tenant: call.tenant, before: null });
      return reply(presentProduct(product, module.settings), { status: 201, version: versionOf(product) });
    },
  });
}

/** A new product as wanted, judged. */
export function newProduct(body: CreateProductBody, reading: ProductReading): ProductState {
  const product = readProduct(body, blankProduct(reading), reading);
  const priced = body.price === undefined ? { ...product, price: lowestPrice(product) } : product;
  judgeProduct(priced, reading.references);
  return priced;
}

/** What a product without a price of its own costs: as little as its cheapest variant. */
function lowestPrice({ type, variants }: ProductState): bigint {
  if (type !== 'variable') throw invalid({ path: 'price', message: 'is required' });
  const prices = variants.map(({ ownPrice }, at) => {
    if (ownPrice === null)
      throw invalid({ path: `variants[${at}].price`, message: 'is required where the product has no price' });
    return ownPrice;
  });
  return prices.reduce((least, price) => (price < least ? price : least), prices[0] ?? 0n);
}

/**
 * Lists products, newest first unless sorted otherwise. A page that stays as it is is made and written once for each state
 * of the catalogue and of the stock that it tells of; in which they are is read each time.
 */
export async function listProducts(
  { query }: Input<Operations['listProducts']>,
  call: Call,
  { store, settings, productPages }: Pos,
): Promise<AnyReply<readonly Product[]>> {
  const { tenant } = call;
  const runner = store.reads(tenant);
  const name = JSON.stringify([tenant.merchantId, tenant.livemode, query]);
  const read = async () => {
    const { rows, meta } = await productList.find(runner, { call, query });
    const page = pageOf(rows);
    productPages.note(name, page);
    const data = rows.map((row) => presentProduct(readProductRow(row), settings));
    return { data, meta, state: page?.state };
  };
  const known = productPages.find(name);
  const now = known?.isSteady ? await productPages.look({ name, tenant, page: known }) : undefined;
  if (!known || !now || !isSame(known.state, now)) {
    const { data, meta } = await read();
    return reply(data, { meta });
  }
  return replyShared([name, now.mark, now.levels], async () => {
    const { data, meta, state } = await read();
    return { data, meta, isOther: !state || !isSame(state, now) };
  });
}

/** Reads one product. */
export async function getProduct(
  { params }: Input<Operations['getProduct']>,
  call: Call,
  module: Pos,
): Promise<Reply<Product>> {
  const product = await findProduct(module.store.of(call.tenant), call.tenant, params.id);
  if (!product) throw productNotFound(params.id);
  return reply(presentProduct(product, module.settings), { version: versionOf(product) });
}

/** Reads what a barcode stands on. */
export async function lookUpProduct(
  { query }: Input<Operations['lookUpProduct']>,
  call: Call,
  module: Pos,
): Promise<Reply<Data<Operations['lookUpProduct']>>> {
  const found = await findProductByBarcode(module.store.of(call.tenant), call.tenant, query.barcode);
  if (!found) throw new Failure('PRODUCT_NOT_FOUND', `No product has the barcode ${query.barcode}.`);
  return reply(
    { variant_id: found.variantId, product: presentProduct(found.product, module.settings) },
    { version: `${found.variantId.slice(-12)}-${versionOf(found.product)}` },
  );
}

/** Changes the fields given of a product, all at once or not at all. */
export async function updateProduct(
  { params, body }: Input<Operations['updateProduct']>,
  call: Call,
  module: Pos,
): Promise<Reply<Product>> {
  if (Object.keys(body).length === 0)
    throw invalid({ path: 'body', message: 'must hold at least one field to change' });
  const runner = module.store.of(call.tenant);
  // Variants that are sent back as they were read are no wish to make them anew.
  const { variants: _, ...wanted } = body as UpdateProductBody & { readonly variants?: never };
  const references = await findReferences(runner, call.tenant, namedBy([wanted]));
  const product = await changeProduct(module, {
    call,
    runner,
    productId: params.id,
    ifMatch: call.ifMatch,
    decide: (before) => {
      refuseReadOnly(operations.updateProduct.readOnly, body, presentProduct(before, module.settings));
      const after = readProduct(wanted, before, {
        call,
        module,
        references,
        publicUrl: module.settings.publicUrl,
      });
      judgeProduct(after, references);
      return after;
    },
  });
  return reply(presentProduct(product, module.settings), { version: versionOf(product) });
}

const PICTURE_BYTES_MAX = 5_242_880;

/** Gives a product a picture, made anew; the one before is gone. */
export async function setProductImage(
  { params, body }: Input<Operations['setProductImage']>,
  call: Call,
  module: Pos,
): Promise<Reply<Product>> {
  const file = composeFile(
    module,
    await module.pictures.encode(readPhoto(body.image, 'image', PICTURE_BYTES_MAX), 'image'),
  );
  return effect(module, call, {
    work: async (runner) => {
      const product = await changeProduct(module, {
        call,
        runner,
        productId: params.id,
        ifMatch: null,
        decide: (before) => ({ ...before, imageUrl: `/f/${file.token}` }),
      });
      await deleteFiles(runner, call.tenant, product.id);
      await insertFile(runner, { tenant: call.tenant, subject: product.id }, file);
      await holdFiles(runner, call.tenant, product.id);
      return reply(presentProduct(product, module.settings), { version: versionOf(product) });
    },
  });
}

/** Takes a product off sale for good; what was sold of it stays. */
export async function deleteProduct(
  { params }: Input<Operations['deleteProduct']>,
  call: Call,
  module: Pos,
): Promise<Reply<Deleted>> {
  const runner = module.store.of(call.tenant);
  await changeProduct(module, {
    call,
    runner,
    productId: params.id,
    ifMatch: call.ifMatch,
    decide: (before) => ({ ...before, deletedAt: call.now }),
  });
  return reply({ id: params.id, deleted: true });
}
