import type { OperationId } from '@cottontree/contract';
import type { Runner } from '../../store/index.ts';
import type { Handler } from './call.ts';
import type { Context } from './context.ts';
import type { Loop } from '../running/loop.ts';
import type { Tenant } from './tenant.ts';
import type { Violation } from './violation.ts';

export type HandlersOf<Room extends Context> = { readonly [Id in OperationId]?: Handler<Id, Room> };

/** A capability as the program puts it together; `Room` is what its operations and loops share. */
export type Module<Room extends Context, Handlers extends HandlersOf<Room>> = {
  /** Its operations by their ids. */
  readonly operations: Handlers;
  /** What every node does for itself. */
  readonly everywhere?: (room: Room) => readonly Loop[];
  /** What every node does that answers requests. */
  readonly answering?: (room: Room) => readonly Loop[];
  /** What any one node does for all. */
  readonly loops?: (room: Room) => readonly Loop[];
  /** Ends when everything that business time has made due in the tenant's data is done. */
  readonly runDue?: (room: Room, tenant: Tenant, now: Date) => Promise<void>;
  /** What is promised and does not hold in the data of any merchant. */
  readonly verify?: (runner: Runner, context: Pick<Context, 'vault'>) => Promise<readonly Violation[]>;
  /** Lets go of what the room holds, when the program stops. */
  readonly close?: (room: Room) => void | Promise<void>;
};

/** A module of a room: its operations keep their own types. */
export function moduleOf<Room extends Context>() {
  return <const Handlers extends HandlersOf<Room>>(module: Module<Room, Handlers>): Module<Room, Handlers> =>
    module;
}
