import type { OperationId } from '@cottontree/contract';
import type { Call, Handler } from './core/call.ts';
import type { Context } from './core/context.ts';
import type { Reply } from './core/reply.ts';
import { merchantOperations, type Merchants } from './merchants/index.ts';
import { shippingOperations, type Shipping } from './shipping/index.ts';
import { webhookOperations, type Webhooks } from './webhooks/index.ts';

export type Rooms = { readonly merchants: Merchants; readonly shipping: Shipping; readonly webhooks: Webhooks };

/** An operation's handler with its room put in; the door calls it with what it has validated. */
export type BoundHandler = (input: never, call: Call) => Promise<Reply<unknown>>;

/** The handler of every operation of the contract; one that is missing does not compile. */
export function bindCapabilities(rooms: Rooms): Readonly<Record<OperationId, BoundHandler>> {
  return {
    ...bind(rooms.merchants, merchantOperations),
    ...bind(rooms.shipping, shippingOperations),
    ...bind(rooms.webhooks, webhookOperations),
  };
}

type HandlersOf<Room extends Context> = { readonly [Id in OperationId]?: Handler<Id, Room> };

function bind<Room extends Context, Handlers extends HandlersOf<Room>>(room: Room, handlers: Handlers): { readonly [Id in keyof Handlers]: BoundHandler } {
  const bound = Object.entries(handlers).map(([id, handler]) => [id, (input: never, call: Call) => (handler as (...given: readonly unknown[]) => Promise<Reply<unknown>>)(input, call, room)]);
  return Object.fromEntries(bound) as { readonly [Id in keyof Handlers]: BoundHandler };
}
