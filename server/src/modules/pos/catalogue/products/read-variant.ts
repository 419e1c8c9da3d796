import { idRandomBytes, makeId, type Currency, type VariantBody } from '@cottontree/contract';
import type { Call } from '../../../../kernel/call/call.ts';
import type { Context } from '../../../../kernel/call/context.ts';
import { invalid } from '../../../../kernel/call/failure.ts';
import { readOptionalAmount, readOptionalText } from '../read-numbers.ts';
import type { VariantState } from './product-state.ts';

export type Making = { readonly call: Call; readonly module: Pick<Context, 'world'> };
type Field = { readonly path: string; readonly currency: Currency };

/** A variant of which nothing is said yet. */
export function blankVariant({ call, module }: Making): VariantState {
  const id = makeId('var_', module.world.now().getTime(), module.world.randomBytes(idRandomBytes));
  return {
    id,
    name: null,
    sku: null,
    barcodes: [],
    ownPrice: null,
    ownCost: null,
    options: {},
    isActive: true,
    position: 0,
    createdAt: call.now,
    stock: [],
  };
}

/** A variant with the fields given; the others stay. `path`: where it stands in the body, with a dot behind it. */
export function readVariant(body: VariantBody, now: VariantState, { path, currency }: Field): VariantState {
  const options = body.options ?? now.options;
  return {
    id: now.id,
    name: readOptionalText(body.name, now.name) ?? (Object.values(options).join(' / ') || null),
    sku: readOptionalText(body.sku, now.sku),
    barcodes: readBarcodes(body, now.barcodes, path),
    ownPrice: readOptionalAmount(body.price, now.ownPrice, { path: `${path}price`, currency }),
    ownCost: readOptionalAmount(body.cost, now.ownCost, { path: `${path}cost`, currency }),
    options,
    isActive: body.is_active ?? now.isActive,
    position: body.position ?? now.position,
    createdAt: now.createdAt,
    stock: now.stock,
  };
}

/** `barcode` stands for `barcodes` with one; both together must say the same. */
export function readBarcodes(
  { barcode, barcodes }: Pick<VariantBody, 'barcode' | 'barcodes'>,
  now: readonly string[],
  path: string,
): readonly string[] {
  if (barcodes !== undefined) {
    if (barcode && barcodes[0] !== barcode)
      throw invalid({
        path: `${path}barcode`,
        message: 'must be the first of barcodes, or be left out beside it',
      });
    return barcodes;
  }
  if (barcode === undefined) return now;
  return barcode ? [barcode] : [];
}
