import type { OperationId } from '@cottontree/contract';
import { accountOperations, type Accounts } from './accounts/index.ts';
import type { AnyCall, Handler } from './core/call.ts';
import type { Context } from './core/context.ts';
import type { Reply } from './core/reply.ts';
import { customerOperations, type Customers } from './customers/index.ts';
import { eventOperations, type Events } from './events/index.ts';
import { invoiceOperations, type Invoices } from './invoices/index.ts';
import { ledgerOperations } from './ledger/index.ts';
import { merchantOperations, type Merchants } from './merchants/index.ts';
import { noticeOperations, type Notices } from './notices/index.ts';
import { paymentOperations, type Payments } from './payments/index.ts';
import { posOperations, type Pos } from './pos/index.ts';
import { shippingOperations, type Shipping } from './shipping/index.ts';
import { webhookOperations, type Webhooks } from './webhooks/index.ts';

export type Rooms = {
  readonly ledger: Context;
  readonly accounts: Accounts;
  readonly customers: Customers;
  readonly events: Events;
  readonly invoices: Invoices;
  readonly merchants: Merchants;
  readonly notices: Notices;
  readonly payments: Payments;
  readonly pos: Pos;
  readonly shipping: Shipping;
  readonly webhooks: Webhooks;
};

/** An operation's handler with its room put in; the door calls it with what it has validated. */
export type BoundHandler = (input: never, call: AnyCall) => Promise<Reply<unknown>>;

/** The handler of every operation of the contract; one that is missing does not compile. */
export function bindCapabilities(rooms: Rooms): Readonly<Record<OperationId, BoundHandler>> {
  return {
    ...bind(rooms.accounts, accountOperations),
    ...bind(rooms.customers, customerOperations),
    ...bind(rooms.events, eventOperations),
    ...bind(rooms.invoices, invoiceOperations),
    ...bind(rooms.ledger, ledgerOperations),
    ...bind(rooms.merchants, merchantOperations),
    ...bind(rooms.notices, noticeOperations),
    ...bind(rooms.payments, paymentOperations),
    ...bind(rooms.pos, posOperations),
    ...bind(rooms.shipping, shippingOperations),
    ...bind(rooms.webhooks, webhookOperations),
  };
}

type HandlersOf<Room extends Context> = { readonly [Id in OperationId]?: Handler<Id, Room> };

function bind<Room extends Context, Handlers extends HandlersOf<Room>>(
  room: Room,
  handlers: Handlers,
): { readonly [Id in keyof Handlers]: BoundHandler } {
  const bound = Object.entries(handlers).map(([id, handler]) => [
    id,
    (input: never, call: AnyCall) =>
      (handler as (...given: readonly unknown[]) => Promise<Reply<unknown>>)(input, call, room),
  ]);
  return Object.fromEntries(bound) as { readonly [Id in keyof Handlers]: BoundHandler };
}
