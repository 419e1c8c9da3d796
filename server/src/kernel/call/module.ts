import type { OperationId } from '@cottontree/contract';
import type { Runner } from '../../store/index.ts';
import type { Handler } from './call.ts';
import type { Context } from './context.ts';
import type { OverviewQuestion, OverviewShare } from './overview-share.ts';
import type { SearchQuestion, SearchShare } from './search-share.ts';
import type { Loop } from '../running/loop.ts';
import type { Tenant } from './tenant.ts';
import type { Violation } from './failure.ts';

export type HandlersOf<Shared extends Context> = { readonly [Id in OperationId]?: Handler<Id, Shared> };

/** A capability as the program puts it together; `Shared` is what its operations and loops share. */
export type Module<Shared extends Context, Handlers extends HandlersOf<Shared>> = {
  /** Its operations by their ids. */
  readonly operations: Handlers;
  /** What every node does for itself. */
  readonly everywhere?: (module: Shared) => readonly Loop[];
  /** What every node does that answers requests. */
  readonly answering?: (module: Shared) => readonly Loop[];
  /** What any one node does for all. */
  readonly loops?: (module: Shared) => readonly Loop[];
  /** Ends when everything that business time has made due in the tenant's data is done. */
  readonly runDue?: (module: Shared, tenant: Tenant, now: Date) => Promise<void>;
  /** What it says to an overview of the business. */
  readonly overview?: (module: Shared, question: OverviewQuestion) => Promise<OverviewShare>;
  /** What of it a text may mean. */
  readonly search?: (module: Shared, question: SearchQuestion) => Promise<SearchShare>;
  /** What is promised and does not hold in the data of any merchant. */
  readonly verify?: (runner: Runner, context: Pick<Context, 'vault'>) => Promise<readonly Violation[]>;
  /** Lets go of what it holds, when the program stops. */
  readonly close?: (module: Shared) => void | Promise<void>;
};

/** Declares a module by what its operations share; they keep their own types. */
export function moduleOf<Shared extends Context>() {
  return <const Handlers extends HandlersOf<Shared>>(
    module: Module<Shared, Handlers>,
  ): Module<Shared, Handlers> => module;
}
