import { Type, type Static } from 'typebox';
import { operation } from '../operation.ts';
import { Livemode, Nullable, OneOf, Text, TimeOut } from '../schema.ts';

/** How far the erasing of a merchant's test data is. */
export const testErasureStatuses = Object.freeze(['none', 'running', 'done'] as const);
export type TestErasureStatus = (typeof testErasureStatuses)[number];

export const TestErasure = Type.Object(
  {
    status: OneOf(
      testErasureStatuses,
      'none: it was never asked for. running: rows go, and nothing can be written in test mode. done: nothing is left of what there was.',
    ),
    asked_at: Nullable(TimeOut('When it was asked for last; null: never.')),
    asked_by: Nullable(
      Type.String({ description: 'The name of who asked, or the id of the key; null: nobody did.' }),
    ),
    rows_found: Nullable(
      Type.Integer({
        description: 'How many rows there were at its beginning; null until they are counted.',
      }),
    ),
    rows_erased: Type.Integer({ description: 'How many are gone, what came in the meantime among them.' }),
    finished_at: Nullable(TimeOut('When nothing was left; null while it runs, and where it never did.')),
    livemode: Livemode,
  },
  { title: 'TestErasure', description: "The erasing of all of a merchant's test data." },
);
export type TestErasure = Static<typeof TestErasure>;

const running: TestErasure = {
  status: 'running',
  asked_at: '2026-11-21T09:14:00.000Z',
  asked_by: 'Aminata Sesay',
  rows_found: 1_204,
  rows_erased: 600,
  finished_at: null,
  livemode: false,
};

export const eraseTestData = operation({
  id: 'eraseTestData',
  method: 'POST',
  path: '/test/erasure',
  tag: 'Test mode',
  summary: 'Erase all test data',
  description:
    'Everything that you have in test mode goes for good: customers, deliveries, events, sales, stock, invoices, payments, messages, tills and the numbers they were given. Live data is never touched. Keys, settings, branding, webhook endpoints, provider accounts, tax rates, the default place of pickup, members and what was done stay. Until it is done, whatever would write in test mode, but for keys and members, is refused with SERVICE_UNAVAILABLE. Asked for while it runs, it answers how far it is.',
  scope: 'data:erase',
  testOnly: true,
  status: 201,
  body: Type.Object(
    {
      name: Text(
        120,
        'The name of the business, letter by letter as getMerchant has it, so that nobody does it by mistake.',
      ),
    },
    { title: 'EraseTestDataBody', description: 'What shows that it is meant.' },
  ),
  answer: TestErasure,
  errors: [],
  example: {
    body: { name: 'Aminata Stores' },
    answer: { ...running, rows_found: null, rows_erased: 0 },
  },
});

export const getTestErasure = operation({
  id: 'getTestErasure',
  method: 'GET',
  path: '/test/erasure',
  tag: 'Test mode',
  summary: 'See how far the erasing is',
  scope: 'merchant:read',
  testOnly: true,
  status: 200,
  answer: TestErasure,
  errors: [],
  example: { answer: running },
});
