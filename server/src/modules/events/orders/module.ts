import type { MinuteLimit } from '../../../kernel/running/minute-limit.ts';
import type { Allocate } from './allocator.ts';
import type { EventCache } from './allocation.ts';

/** What the operations of orders share. */
export type Orders = {
  /** The only way to what is held and sold. */
  readonly allocate: Allocate;
  /** Events as orders are judged by them. */
  readonly cache: EventCache;
  /** Orders from one address. */
  readonly holdLimit: MinuteLimit;
};
