import type { Context } from '../../kernel/call/context.ts';
import type { CustomerPort, Eraser, Follower } from './customer-port.ts';

/** What the operations of customers share, and what other modules use of them. */
export type Customers = Context &
  CustomerPort & {
    /** Of every module whose documents copy customers. */ readonly erasers: readonly Eraser[];
    /** Of every module that keeps something beside their documents. */ readonly followers: readonly Follower[];
  };
