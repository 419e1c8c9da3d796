import type { RefundSaleBody } from '@cottontree/contract';
import { invalid } from '../../core/failure.ts';
import type { Tenant } from '../../core/tenant.ts';
import type { Runner } from '../../store/index.ts';
import { findSellables } from '../catalogue/price-book.ts';
import { readQuantity } from '../sales/read-quantity.ts';
import { linesOf } from '../sales/sale-parts.ts';
import type { SaleRow } from '../sales/sales.queries.ts';

/** The lines of which a part is wanted back that the shelf does not take: half of what is sold whole. Its money goes back; that it goes on the shelf may not be asked for. */
export async function partsOffTheShelf(
  runner: Runner,
  tenant: Tenant,
  { body: { items = [] }, sale }: { readonly body: RefundSaleBody; readonly sale: SaleRow },
): Promise<ReadonlySet<number>> {
  const parts = items.flatMap(({ line, quantity, restock }, at) => {
    const sold = linesOf(sale).find((one) => one.line === line);
    return quantity === undefined || !sold?.variant_id
      ? []
      : [
          {
            line,
            restock,
            path: `items[${at}]`,
            variantId: sold.variant_id,
            milli: readQuantity(quantity, { path: `items[${at}].quantity` }),
          },
        ];
  });
  const found =
    parts.length === 0
      ? []
      : await findSellables(
          runner,
          tenant,
          parts.map(({ variantId }) => ({ variantId })),
        );
  const broken = parts.filter(({ milli }, at) => {
    const sellable = found[at];
    return (
      sellable !== undefined && typeof sellable !== 'string' && milli % sellable.quantityStepMilli !== 0n
    );
  });
  const asked = broken.find(({ restock }) => restock === true);
  if (asked)
    throw invalid({
      path: `${asked.path}.restock`,
      message: 'must be false or left out: the stock takes no part of what is sold whole',
    });
  return new Set(broken.map(({ line }) => line));
}
