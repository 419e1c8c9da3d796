import type { Data, Operations } from '@cottontree/contract';

/** Somebody who works at the tills. */
export type Person = Data<Operations['getStaff']>;
export type Terminal = Data<Operations['getTerminal']>;
