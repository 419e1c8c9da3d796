import type { Context } from '../../kernel/call/context.ts';
import type { CustomerDesk, Eraser, Follower } from './customer-desk.ts';

/** What the operations of customers share, and what other rooms use of them. */
export type Customers = Context &
  CustomerDesk & {
    /** Of every room whose documents copy customers. */ readonly erasers: readonly Eraser[];
    /** Of every room that keeps something beside their documents. */ readonly followers: readonly Follower[];
  };
