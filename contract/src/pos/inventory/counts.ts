import { Type, type Static } from 'typebox';
import { ListQuery, SeveralOf, sorts } from '../../list-query.ts';
import { operation } from '../../operation.ts';
import { Narrowing, Nullable, OneOf, shownMode, Text, TimeOut } from '../../schema.ts';
import { ClientIdOut, CreatedAtOut, LocationIdOut } from '../../shared-fields.ts';
import {
  ClientId,
  exampleClientId,
  exampleLocationId,
  exampleVariant,
  LocationId,
  namedVariant,
  QuantityIn,
  QuantityOut,
  SeqIn,
  shownVariant,
  StaffId,
} from './stock-fields.ts';
import { COUNT_LINES_MAX, COUNTED_MAX, stockCountStatuses } from './words.ts';

export const StockCount = Type.Object(
  {
    id: Type.String({ description: '`cnt_…`' }),
    client_id: ClientIdOut,
    location_id: LocationIdOut,
    status: OneOf(stockCountStatuses, 'Whether it still takes lines.'),
    note: Nullable(Type.String({ description: 'What it is for; null: nothing was noted.' })),
    lines: Type.Integer({ description: 'How many variants are to be counted.' }),
    counted: Type.Integer({ description: 'How many of them have been.' }),
    different: Type.Integer({ description: 'How many of those are not as many as should be there.' }),
    created_at: CreatedAtOut,
    submitted_at: Nullable(TimeOut('When it was submitted; null: not yet.')),
    cancelled_at: Nullable(TimeOut('When it was called off; null: it was not.')),
    ...shownMode,
  },
  { title: 'StockCount', description: 'A stocktaking at a location.' },
);
export type StockCount = Static<typeof StockCount>;

export const StockCountLine = Type.Object(
  {
    ...shownVariant,
    counted: Nullable(QuantityOut('Null: not counted yet.')),
    expected: Nullable(QuantityOut('What should have been there when it was counted.')),
    difference: Nullable(QuantityOut('counted less expected: what submitting moves.')),
    expected_seq: Nullable(Type.Integer({ description: "The level's seq when it was counted." })),
    seq: Type.Integer({ description: "The level's seq now. Where it is another, stock has moved since." }),
    counted_at: Nullable(TimeOut('When it was counted; null: not yet.')),
    movement_id: Nullable(Type.String({ description: 'Once submitted; null: not yet.' })),
  },
  { title: 'StockCountLine', description: 'One variant of a stock count.' },
);
export type StockCountLine = Static<typeof StockCountLine>;

const exampleCount = {
  id: 'cnt_01m7yq5x4d8kq2x5v7j9c1r3t6',
  client_id: null,
  location_id: exampleLocationId,
  status: 'open',
  note: 'End of the month',
  lines: 120,
  counted: 2,
  different: 1,
  created_at: '2026-11-21T18:00:00.000Z',
  submitted_at: null,
  cancelled_at: null,
  livemode: true,
  test: false,
} as const satisfies StockCount;
const exampleLine = {
  ...exampleVariant,
  counted: 11,
  expected: 12,
  difference: -1,
  expected_seq: 7,
  seq: 7,
  counted_at: '2026-11-21T18:10:00.000Z',
  movement_id: null,
} as const satisfies StockCountLine;

const CountOf = Type.Object({
  id: Type.String({ minLength: 1, description: 'Id of the stock count, cnt_….' }),
});

export const createStockCount = operation({
  id: 'createStockCount',
  method: 'POST',
  path: '/pos/inventory/counts',
  tag: 'Inventory',
  summary: 'Begin a stock count',
  description: `All variants whose stock is tracked, or those named, at most ${COUNT_LINES_MAX}. Selling goes on meanwhile.`,
  scope: 'inventory:write',
  status: 201,
  body: Type.Object(
    {
      client_id: Type.Optional(ClientId),
      location_id: Type.Optional(LocationId),
      staff_id: Type.Optional(StaffId),
      variant_ids: Narrowing(Type.Array(Text(64), { minItems: 1, maxItems: 1_000, description: 'These.' })),
      category_ids: Narrowing(
        Type.Array(Text(64), { minItems: 1, maxItems: 100, description: 'Those of these categories.' }),
      ),
      note: Type.Optional(Text(500, 'What it is for, up to 500 characters.')),
    },
    { title: 'CreateStockCountBody', description: 'Where and what is counted.' },
  ),
  answer: StockCount,
  errors: [
    'TOO_MANY_ITEMS',
    'STAFF_PERMISSION_REQUIRED',
    'STAFF_NOT_FOUND',
    'LOCATION_NOT_FOUND',
    'VARIANT_NOT_FOUND',
    'CATEGORY_NOT_FOUND',
    'STATE_CONFLICT',
  ],
  example: {
    body: { client_id: exampleClientId, note: 'End of the month' },
    answer: { ...exampleCount, client_id: exampleClientId, counted: 0, different: 0 },
  },
});

export const listStockCounts = operation({
  id: 'listStockCounts',
  method: 'GET',
  path: '/pos/inventory/counts',
  tag: 'Inventory',
  summary: 'List stock counts',
  description: 'Newest first.',
  scope: 'inventory:read',
  list: true,
  status: 200,
  query: ListQuery(sorts, {
    location_id: Type.Optional(Text(64, 'Only at this location.')),
    status: SeveralOf(stockCountStatuses),
  }),
  answer: StockCount,
  errors: [],
  example: { query: { status: 'open' }, answer: exampleCount },
});

export const getStockCount = operation({
  id: 'getStockCount',
  method: 'GET',
  path: '/pos/inventory/counts/:id',
  tag: 'Inventory',
  summary: 'Read a stock count',
  scope: 'inventory:read',
  status: 200,
  params: CountOf,
  answer: StockCount,
  errors: ['STOCK_COUNT_NOT_FOUND'],
  example: { params: { id: exampleCount.id }, answer: exampleCount },
});

export const listStockCountLines = operation({
  id: 'listStockCountLines',
  method: 'GET',
  path: '/pos/inventory/counts/:id/lines',
  tag: 'Inventory',
  summary: 'List the lines of a stock count',
  scope: 'inventory:read',
  list: true,
  status: 200,
  params: CountOf,
  query: ListQuery(
    ['position', '-position'],
    {
      counted: Type.Optional(
        Type.Boolean({ description: 'Only what has been counted, or only what has not.' }),
      ),
      different: Type.Optional(Type.Boolean({ description: 'true: only what is not as it should be.' })),
      moved: Type.Optional(Type.Boolean({ description: 'true: only what has moved since it was counted.' })),
    },
    'By their place on the list of what is to be counted, or from its end.',
  ),
  answer: StockCountLine,
  errors: ['STOCK_COUNT_NOT_FOUND'],
  example: { params: { id: exampleCount.id }, query: { different: true }, answer: exampleLine },
});

export const addStockCountLines = operation({
  id: 'addStockCountLines',
  method: 'POST',
  path: '/pos/inventory/counts/:id/lines',
  tag: 'Inventory',
  summary: 'Tell what was counted',
  description: `Up to ${COUNTED_MAX} figures. A figure stands beside what should have been there at this moment, or at the seq that comes with it; a further one for the same variant replaces it, or adds to it with add. What was not on the list comes on it.`,
  scope: 'inventory:write',
  status: 200,
  params: CountOf,
  body: Type.Object(
    {
      staff_id: Type.Optional(StaffId),
      items: Type.Array(
        Type.Object({
          ...namedVariant,
          counted: QuantityIn('What is there.'),
          add: Type.Optional(
            Type.Boolean({
              default: false,
              description:
                'It lies in several places, and this is one of them: adds to what was counted before.',
            }),
          ),
          seq: Type.Optional(SeqIn("The level's seq when it was counted, for figures that come later.")),
        }),
        {
          description: 'What was counted; without add it replaces what was counted before.',
          minItems: 1,
          maxItems: COUNTED_MAX,
        },
      ),
    },
    { title: 'AddStockCountLinesBody', description: 'What was counted.' },
  ),
  answer: Type.Object(
    { count: StockCount, lines: Type.Array(StockCountLine, { description: 'In the order of the request.' }) },
    { title: 'CountedLines', description: 'The count, and the lines that changed.' },
  ),
  errors: [
    'TOO_MANY_ITEMS',
    'STAFF_PERMISSION_REQUIRED',
    'STAFF_NOT_FOUND',
    'STOCK_COUNT_NOT_FOUND',
    'VARIANT_NOT_FOUND',
    'STATE_CONFLICT',
  ],
  example: {
    params: { id: exampleCount.id },
    body: { items: [{ sku: 'BAG-IND', counted: 11 }] },
    answer: { count: exampleCount, lines: [exampleLine] },
  },
});

export const submitStockCount = operation({
  id: 'submitStockCount',
  method: 'POST',
  path: '/pos/inventory/counts/:id/submit',
  tag: 'Inventory',
  summary: 'Submit a stock count',
  description:
    'Moves stock by the difference of each line that was counted, all at once; what was not counted stays as it is. Where something has moved since it was counted, that is 409 STOCK_CHANGED with the lines in details.items: count those again, or send force, which takes each difference from what is there now (right, if what moved was not among what was counted).',
  scope: 'inventory:write',
  status: 200,
  params: CountOf,
  bodyOptional: true,
  body: Type.Object(
    {
      staff_id: Type.Optional(StaffId),
      force: Type.Optional(
        Type.Boolean({
          description: 'true: it is submitted although stock has moved since it was counted.',
          default: false,
        }),
      ),
    },
    { title: 'SubmitStockCountBody', description: 'Whether what moved meanwhile is in the way.' },
  ),
  answer: StockCount,
  errors: [
    'STAFF_PERMISSION_REQUIRED',
    'STAFF_NOT_FOUND',
    'STOCK_COUNT_NOT_FOUND',
    'STATE_CONFLICT',
    'STOCK_CHANGED',
  ],
  example: {
    params: { id: exampleCount.id },
    body: {},
    answer: { ...exampleCount, status: 'submitted', submitted_at: '2026-11-21T19:00:00.000Z' },
  },
});

export const cancelStockCount = operation({
  id: 'cancelStockCount',
  method: 'POST',
  path: '/pos/inventory/counts/:id/cancel',
  tag: 'Inventory',
  summary: 'Cancel a stock count',
  scope: 'inventory:write',
  status: 200,
  params: CountOf,
  bodyOptional: true,
  body: Type.Object(
    { staff_id: Type.Optional(StaffId) },
    { title: 'CancelStockCountBody', description: 'Who.' },
  ),
  answer: StockCount,
  errors: ['STAFF_PERMISSION_REQUIRED', 'STAFF_NOT_FOUND', 'STOCK_COUNT_NOT_FOUND', 'STATE_CONFLICT'],
  example: {
    params: { id: exampleCount.id },
    body: {},
    answer: { ...exampleCount, status: 'cancelled', cancelled_at: '2026-11-21T19:00:00.000Z' },
  },
});
