import { Type, type Static } from 'typebox';
import { ListQuery, SeveralOf } from '../../list-query.ts';
import { operation } from '../../operation.ts';
import { Narrowing, Nullable, OneOf, shownMode, Text, TimeOut } from '../../schema.ts';
import { ClientIdOut } from '../../shared-fields.ts';
import {
  ClientId,
  exampleClientId,
  exampleLocationId,
  exampleVariant,
  namedVariant,
  QuantityIn,
  QuantityOut,
  shownVariant,
  StaffId,
} from './stock-fields.ts';
import { stockTransferStatuses, TRANSFERRED_MAX } from './words.ts';

export const StockTransfer = Type.Object(
  {
    id: Type.String({ description: '`stx_…`' }),
    client_id: ClientIdOut,
    status: OneOf(stockTransferStatuses, 'Whether it has arrived.'),
    from_location_id: Type.String({ description: '`loc_…`, where it comes from.' }),
    to_location_id: Type.String({ description: '`loc_…`, where it goes.' }),
    items: Type.Array(
      Type.Object({
        line: Type.Integer({ description: 'From 1.' }),
        ...shownVariant,
        quantity: QuantityOut('Sent.'),
        received: Nullable(QuantityOut('Arrived; what is less than was sent is a loss. Null until then.')),
      }),
      { description: 'What is moved, with what arrived of it.' },
    ),
    note: Nullable(Type.String({ description: 'As it was given; null: none.' })),
    sent_at: TimeOut('When it was sent off.'),
    received_at: Nullable(TimeOut('When it arrived; null: not yet.')),
    cancelled_at: Nullable(TimeOut('When it was called off; null: it was not.')),
    ...shownMode,
  },
  {
    title: 'StockTransfer',
    description:
      'Stock on its way from one location to another: gone from the one when sent, at the other when received.',
  },
);
export type StockTransfer = Static<typeof StockTransfer>;

const exampleTransfer = {
  id: 'stx_01m7yq6x4d8kq2x5v7j9c1r3t6',
  client_id: null,
  status: 'sent',
  from_location_id: exampleLocationId,
  to_location_id: 'loc_01m7yq0a4d8kq2x5v7j9c1r3t7',
  items: [{ line: 1, ...exampleVariant, quantity: 10, received: null }],
  note: null,
  sent_at: '2026-11-21T12:00:00.000Z',
  received_at: null,
  cancelled_at: null,
  livemode: true,
  test: false,
} as const satisfies StockTransfer;

const TransferOf = Type.Object({
  id: Type.String({ minLength: 1, description: 'Id of the transfer, stx_….' }),
});

export const createStockTransfer = operation({
  id: 'createStockTransfer',
  method: 'POST',
  path: '/pos/inventory/transfers',
  tag: 'Inventory',
  summary: 'Send stock to another location',
  description: 'All of it or nothing. With received it arrives at once.',
  scope: 'inventory:write',
  status: 201,
  body: Type.Object(
    {
      client_id: Type.Optional(ClientId),
      from_location_id: Type.Optional(Text(64, "Default: the merchant's default location.")),
      to_location_id: Text(64, '`loc_…`, where it goes.'),
      staff_id: Type.Optional(StaffId),
      items: Type.Array(Type.Object({ ...namedVariant, quantity: QuantityIn('More than nothing.') }), {
        description: 'What is moved; all of it or nothing.',
        minItems: 1,
        maxItems: TRANSFERRED_MAX,
      }),
      note: Type.Optional(Text(500, 'For who receives it, up to 500 characters.')),
      received: Type.Optional(Type.Boolean({ default: false, description: 'It is there already.' })),
    },
    { title: 'CreateStockTransferBody', description: 'What goes where.' },
  ),
  answer: StockTransfer,
  errors: [
    'STAFF_PERMISSION_REQUIRED',
    'STAFF_NOT_FOUND',
    'LOCATION_NOT_FOUND',
    'VARIANT_NOT_FOUND',
    'STATE_CONFLICT',
    'INSUFFICIENT_STOCK',
  ],
  example: {
    body: {
      client_id: exampleClientId,
      to_location_id: exampleTransfer.to_location_id,
      items: [{ sku: 'BAG-IND', quantity: 10 }],
    },
    answer: { ...exampleTransfer, client_id: exampleClientId },
  },
});

export const listStockTransfers = operation({
  id: 'listStockTransfers',
  method: 'GET',
  path: '/pos/inventory/transfers',
  tag: 'Inventory',
  summary: 'List transfers of stock',
  description: 'Newest first.',
  scope: 'inventory:read',
  list: true,
  status: 200,
  query: ListQuery(['-sent_at', 'sent_at'], {
    location_id: Type.Optional(Text(64, 'From it or to it.')),
    status: SeveralOf(stockTransferStatuses),
  }),
  answer: StockTransfer,
  errors: [],
  example: { query: { status: 'sent' }, answer: exampleTransfer },
});

export const getStockTransfer = operation({
  id: 'getStockTransfer',
  method: 'GET',
  path: '/pos/inventory/transfers/:id',
  tag: 'Inventory',
  summary: 'Read a transfer of stock',
  scope: 'inventory:read',
  status: 200,
  params: TransferOf,
  answer: StockTransfer,
  errors: ['STOCK_TRANSFER_NOT_FOUND'],
  example: { params: { id: exampleTransfer.id }, answer: exampleTransfer },
});

export const receiveStockTransfer = operation({
  id: 'receiveStockTransfer',
  method: 'POST',
  path: '/pos/inventory/transfers/:id/receive',
  tag: 'Inventory',
  summary: 'Receive stock from another location',
  description:
    'Without items all that was sent has arrived; lines that are not named have arrived in full. What is missing is written off as a loss at the location that receives.',
  scope: 'inventory:write',
  status: 200,
  params: TransferOf,
  bodyOptional: true,
  body: Type.Object(
    {
      staff_id: Type.Optional(StaffId),
      items: Narrowing(
        Type.Array(
          Type.Object({
            line: Type.Integer({ description: 'Position in the transfer, from 1.', minimum: 1 }),
            received: QuantityIn('What arrived, at most what was sent.'),
          }),
          { description: 'What arrived; left out: all of it.', minItems: 1, maxItems: TRANSFERRED_MAX },
        ),
      ),
      note: Type.Optional(Text(500, 'What happened to what is missing.')),
    },
    { title: 'ReceiveStockTransferBody', description: 'What arrived.' },
  ),
  answer: StockTransfer,
  errors: ['STAFF_PERMISSION_REQUIRED', 'STAFF_NOT_FOUND', 'STOCK_TRANSFER_NOT_FOUND', 'STATE_CONFLICT'],
  example: {
    params: { id: exampleTransfer.id },
    body: { items: [{ line: 1, received: 9 }] },
    answer: {
      ...exampleTransfer,
      status: 'received',
      items: [{ line: 1, ...exampleVariant, quantity: 10, received: 9 }],
      received_at: '2026-11-21T15:00:00.000Z',
    },
  },
});

export const cancelStockTransfer = operation({
  id: 'cancelStockTransfer',
  method: 'POST',
  path: '/pos/inventory/transfers/:id/cancel',
  tag: 'Inventory',
  summary: 'Cancel a transfer of stock',
  description: 'What was sent is back where it came from.',
  scope: 'inventory:write',
  status: 200,
  params: TransferOf,
  bodyOptional: true,
  body: Type.Object(
    { staff_id: Type.Optional(StaffId) },
    { title: 'CancelStockTransferBody', description: 'Who.' },
  ),
  answer: StockTransfer,
  errors: ['STAFF_PERMISSION_REQUIRED', 'STAFF_NOT_FOUND', 'STOCK_TRANSFER_NOT_FOUND', 'STATE_CONFLICT'],
  example: {
    params: { id: exampleTransfer.id },
    body: {},
    answer: { ...exampleTransfer, status: 'cancelled', cancelled_at: '2026-11-21T13:00:00.000Z' },
  },
});
