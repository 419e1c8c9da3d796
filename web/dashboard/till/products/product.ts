import type { Data, Operations } from '@cottontree/contract';

export type Product = Data<Operations['getProduct']>;
/** What an import did, or would do. */
export type Imported = Data<Operations['importProducts']>;
