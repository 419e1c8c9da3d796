import { Type, type Static } from 'typebox';
import { operation } from '../../operation.ts';
import { AmountOut, ExactOut, Narrowing, Nullable, OneOf, Text, TimeOut } from '../../schema.ts';
import { Currency, JobNumberOut, Livemode } from '../../shared-fields.ts';
import { exampleJobNumber } from '../examples.ts';
import { codStatuses } from '../words.ts';
import { statusesOf } from '../../statuses.ts';

export const depositStatuses = /* @__PURE__ */ statusesOf('deposit');

/** Jobs whose cash can be handed in at once. */
export const DEPOSIT_JOBS_MAX = 200;

export const exampleDepositId = 'dep_01m7yp6q3vd1ksm4sz8hb2a9gt';

const CollectedJob = Type.Object(
  {
    job_number: JobNumberOut,
    amount: AmountOut('What was collected.'),
    cod_status: OneOf(codStatuses, 'How far its cash has come.'),
    collected_at: TimeOut('When the cash was taken at the door.'),
    livemode: Livemode,
  },
  { title: 'CollectedJob', description: 'A delivery whose cash the courier has not handed in yet.' },
);

export const CourierDeposit = Type.Object(
  {
    id: Type.String({ description: '`dep_…`.' }),
    status: OneOf(
      depositStatuses,
      'declared until somebody has counted it; disputed where the count differs.',
    ),
    declared: AmountOut('What the courier says it is.'),
    currency: Currency,
    exact: ExactOut(),
    job_numbers: Type.Array(Type.String(), {
      description: 'The deliveries whose cash it holds, `SHP-XXXX-XXXX` each.',
    }),
    note: Nullable(Type.String({ description: "The courier's own words; null: none." })),
    declared_at: TimeOut('When the courier handed it in.'),
    counted_at: Nullable(TimeOut('When it was counted; null: not yet.')),
    livemode: Livemode,
  },
  { title: 'CourierDeposit', description: 'Cash that a courier hands in.' },
);
export type CourierDeposit = Static<typeof CourierDeposit>;

const exampleDeposit = {
  id: exampleDepositId,
  status: 'declared',
  declared: 400,
  currency: 'SLE',
  exact: null,
  job_numbers: [exampleJobNumber],
  note: null,
  declared_at: '2026-11-21T16:30:00.000Z',
  counted_at: null,
  livemode: true,
} as const;

export const getCourierCash = operation({
  id: 'getCourierCash',
  method: 'GET',
  path: '/driver/cash',
  tag: 'Couriers',
  summary: 'Read the cash in hand',
  description:
    'What the courier has collected and nobody has counted yet, live and test apart, and what was handed in: all that is not counted yet, and the last 20 times.',
  scope: null,
  by: 'driver',
  status: 200,
  answer: Type.Object(
    {
      cash_in_hand: AmountOut('Live cash that was collected and not counted yet.'),
      test_cash_in_hand: AmountOut('The same of test deliveries: no real money.'),
      cash_limit: AmountOut('Beyond this no more cash on delivery is offered.'),
      currency: Currency,
      exact: ExactOut(),
      jobs: Type.Array(CollectedJob, {
        description: 'Deliveries whose cash the courier still has, the oldest first.',
      }),
      deposits: Type.Array(CourierDeposit, {
        description: 'What was handed in and is not counted yet, and the last 20 times, the latest first.',
      }),
    },
    { title: 'CourierCash', description: 'The cash that a courier holds.' },
  ),
  errors: [],
  example: {
    answer: {
      cash_in_hand: 400,
      test_cash_in_hand: 0,
      cash_limit: 5000,
      currency: 'SLE',
      exact: null,
      jobs: [
        {
          job_number: exampleJobNumber,
          amount: 400,
          cod_status: 'collected',
          collected_at: '2026-11-21T10:18:31.000Z',
          livemode: true,
        },
      ],
      deposits: [],
    },
  },
});

export const depositCash = operation({
  id: 'depositCash',
  method: 'POST',
  path: '/driver/cash/deposits',
  tag: 'Couriers',
  summary: 'Hand in cash',
  description:
    'Declares the cash of some deliveries, or of all that were not handed in. Nothing moves until another person has counted it. With client_id, sending it again answers the first.',
  scope: null,
  by: 'driver',
  status: 201,
  otherStatuses: [200],
  body: Type.Object(
    {
      job_numbers: Narrowing(
        Type.Array(Text(64), {
          minItems: 1,
          description: `At most ${DEPOSIT_JOBS_MAX}; all live ones that were not handed in if left out.`,
        }),
      ),
      note: Type.Optional(Text(280, 'What the cashier should know, up to 280 characters.')),
      client_id: Type.Optional(
        Type.String({
          pattern: '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$',
          description: 'UUID made by the phone.',
        }),
      ),
    },
    { title: 'DepositBody', description: 'Whose cash it is.' },
  ),
  bodyOptional: true,
  answer: CourierDeposit,
  errors: ['TOO_MANY_ITEMS', 'DELIVERY_NOT_FOUND', 'STATE_CONFLICT', 'NO_CASH'],
  example: { body: { job_numbers: [exampleJobNumber] }, answer: exampleDeposit },
});
