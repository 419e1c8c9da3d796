import type { Product } from '@cottontree/contract';
import { newFact, type Fact } from '../../../../outbox/index.ts';

/** What happened to a product, in the words of its message. */
export type ProductFact = Fact & { readonly entity: string };

export type Telling = {
  readonly kind: 'pos.product.created' | 'pos.product.updated' | 'pos.product.deleted';
  readonly sequence: number;
  readonly at: Date;
};

/** The product as it stands after what happened. */
export function factOf(product: Product, { kind, sequence, at }: Telling): ProductFact {
  return newFact({ entity: product.id, kind, sequence, facts: product, at: at.toISOString() });
}
