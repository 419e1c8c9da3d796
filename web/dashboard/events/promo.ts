import type { RowOf } from '../../kit/list/list-page.tsx';

/** A code that makes tickets cheaper. */
export type Promo = RowOf<'listPromoCodes'>;
