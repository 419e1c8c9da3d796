import type { Data, Operations } from '@cottontree/contract';

/** How much of a variant is at a location. */
export type Level = Data<Operations['listInventory']>;
