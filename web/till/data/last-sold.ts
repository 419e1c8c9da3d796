import type { Sale } from '@cottontree/contract';
import type { Cart } from '../cart/cart.ts';
import type { MadeSale } from './till-store.ts';

/** What was sold last: by this till alone, or with the server's help. */
export type LastSold =
  | { readonly kind: 'made'; readonly sale: MadeSale }
  | { readonly kind: 'asked'; readonly sale: Sale; readonly cart: Cart };
