import { Type, type Static } from 'typebox';
import { operation } from '../operation.ts';
import { Deleted, TimeIn, TimeOut } from '../schema.ts';
import { CreatedAtOut, Livemode } from '../shared-fields.ts';

export const TestClock = Type.Object(
  {
    id: Type.String({ description: '`clk_…`.' }),
    now: TimeOut('Where business time of the test data stands.'),
    created_at: CreatedAtOut,
    livemode: Livemode,
  },
  { title: 'TestClock', description: "Freezes and moves business time of a merchant's test data." },
);
export type TestClock = Static<typeof TestClock>;

const ClockParams = Type.Object({
  id: Type.String({ minLength: 1, description: 'Id of the clock, clk_….' }),
});
const exampleClock = {
  id: 'clk_01m7yp4mwgeksvtyxvrktcj7jv',
  now: '2026-11-21T09:14:00.000Z',
  created_at: '2026-11-21T09:14:00.000Z',
  livemode: false,
};

export const createTestClock = operation({
  id: 'createTestClock',
  method: 'POST',
  path: '/test/clocks',
  tag: 'Test mode',
  summary: 'Create a test clock',
  description:
    "One for each merchant: expiries, windows, fees and reminders of its test data follow it. Keys, rate limits, retries and the envelope's timestamp do not.",
  scope: 'shipping:write',
  testOnly: true,
  status: 201,
  body: Type.Object({ now: Type.Optional(TimeIn('Where it starts; default the present.')) }),
  bodyOptional: true,
  answer: TestClock,
  errors: [],
  example: { body: { now: '2026-11-21T09:14:00Z' }, answer: exampleClock },
});

export const advanceTestClock = operation({
  id: 'advanceTestClock',
  method: 'POST',
  path: '/test/clocks/:id/advance',
  tag: 'Test mode',
  summary: 'Move a test clock on',
  description:
    'Send seconds or to, not both. Answers after the work that became due is done. A time that lies behind is refused with STATE_CONFLICT.',
  scope: 'shipping:write',
  testOnly: true,
  status: 200,
  params: ClockParams,
  body: Type.Object({
    seconds: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 31_622_400, description: 'How far, at most 366 days.' }),
    ),
    to: Type.Optional(TimeIn('Where to.')),
  }),
  answer: TestClock,
  errors: ['CLOCK_NOT_FOUND', 'STATE_CONFLICT'],
  example: {
    params: { id: exampleClock.id },
    body: { seconds: 3600 },
    answer: { ...exampleClock, now: '2026-11-21T10:14:00.000Z' },
  },
});

export const deleteTestClock = operation({
  id: 'deleteTestClock',
  method: 'DELETE',
  path: '/test/clocks/:id',
  tag: 'Test mode',
  summary: 'Delete a test clock',
  description: 'Business time of the test data is the present again.',
  scope: 'shipping:write',
  testOnly: true,
  status: 200,
  params: ClockParams,
  answer: Deleted,
  errors: ['CLOCK_NOT_FOUND'],
  example: { params: { id: exampleClock.id }, answer: { id: exampleClock.id, deleted: true } },
});
