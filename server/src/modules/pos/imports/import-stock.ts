import { quantityOf, type ProductImportFields, type ProductImportRow } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { Failure, invalid } from '../../../kernel/call/failure.ts';
import { readQuantity } from '../inventory/read-quantity.ts';
import { requireSteps } from '../inventory/read-steps.ts';
import type { StockMove } from '../inventory/stock-move.ts';
import { costOf, type ProductState } from '../catalogue/products/product-state.ts';

/** Where rows count: `usual` unless they say, which must be among `known`. */
export type ImportPlaces = { readonly usual: string; readonly known: ReadonlySet<string> };

/** What a row says of the stock, and the movement that makes it so. */
export type StockDecision = {
  readonly told: NonNullable<ProductImportRow['stock']>;
  readonly move: StockMove;
};

type Counted = {
  readonly body: ProductImportFields;
  readonly row: number;
  readonly importId: string;
  readonly places: ImportPlaces;
  readonly call: Call;
};

/** Null where the row says nothing of the stock, or what is so already. */
export function decideStock(
  before: ProductState | null,
  after: ProductState,
  { body, row, importId, places, call }: Counted,
): StockDecision | null {
  if (body.stock === undefined) return null;
  const locationId = body.location_id ?? places.usual;
  if (!places.known.has(locationId))
    throw new Failure('LOCATION_NOT_FOUND', `There is no location ${locationId.slice(0, 64)}.`);
  const [only, ...others] = after.variants;
  if (!only || others.length > 0)
    throw invalid({
      path: 'stock',
      message: 'is for products of one variant; count the others with an adjustment',
    });
  if (!after.trackInventory)
    throw invalid({ path: 'stock', message: 'must be empty: the stock of this product is not tracked' });
  const wanted = readQuantity(body.stock, { path: 'stock', min: 'zero' });
  requireSteps(wanted, { name: after.name, quantityStepMilli: after.quantityStep }, 'stock');
  const there = BigInt(
    (before === null ? undefined : only.stock.find((one) => one.locationId === locationId))?.onHand ?? 0,
  );
  if (there === wanted) return null;
  const reason = before === null ? 'initial' : 'count';
  return {
    told: { location_id: locationId, before: quantityOf(there), after: quantityOf(wanted), reason },
    move: {
      locationId,
      variantId: only.id,
      setToMilli: wanted,
      reason,
      ref: { type: 'product_import', id: importId, line: String(row) },
      unitCostMinor: before === null ? costOf(after, only) : null,
      occurredAt: call.now,
      force: reason === 'count',
    },
  };
}
