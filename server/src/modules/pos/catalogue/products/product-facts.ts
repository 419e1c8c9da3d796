import type { EventKind, Product } from '@cottontree/contract';
import type { Json } from '../../../../store/index.ts';

/** What happened to a product, in the words of its message. */
export type ProductFact = {
  readonly entity: string;
  readonly kind: EventKind;
  readonly sequence: number;
  readonly facts: { readonly [field: string]: Json };
  readonly at: string;
};

export type Telling = {
  readonly kind: 'pos.product.created' | 'pos.product.updated' | 'pos.product.deleted';
  readonly sequence: number;
  readonly at: Date;
};

/** The product as it stands after what happened. */
export function factOf(product: Product, { kind, sequence, at }: Telling): ProductFact {
  return { entity: product.id, kind, sequence, facts: product, at: at.toISOString() };
}
