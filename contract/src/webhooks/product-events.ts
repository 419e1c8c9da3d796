import { exampleProduct } from '../pos/catalogue/examples.ts';
import { Product } from '../pos/catalogue/product-schema.ts';
import type { EventDescription } from './event-description.ts';

/** `data.object` is the product as getProduct answers it, a deleted one as it was last. */
function about<const Kind extends string>(kind: Kind, summary: string, version: number) {
  return {
    kind,
    default: true,
    summary,
    data: Product,
    example: { ...exampleProduct, version },
  } as const satisfies EventDescription;
}

export const productEvents = {
  'pos.product.created': about(
    'pos.product.created',
    'A product was created, also by an import: one message for each.',
    1,
  ),
  'pos.product.updated': about(
    'pos.product.updated',
    'A product or one of its variants changed; stock that moves is told by pos.inventory.updated.',
    2,
  ),
  'pos.product.deleted': about('pos.product.deleted', 'A product was deleted.', 3),
} as const;
