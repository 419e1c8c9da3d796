import { Type, type Static } from 'typebox';
import { operation } from '../operation.ts';
import { AmountOut, ExactOut, Nullable, OneOf } from '../schema.ts';
import { exampleDriver } from './examples.ts';
import { Currency } from '../shared-fields.ts';
import { failureReasons } from './states.ts';

/** Days that one report covers at most. */
export const REPORT_DAYS_MAX = 93;
/** Rows of one report. */
export const REPORT_ROWS_MAX = 1_000;

export const reportGroups = Object.freeze(['day', 'status', 'zone', 'service_level'] as const);
export type ReportGroup = (typeof reportGroups)[number];

const LocalDay = (description: string) =>
  Type.Optional(
    Type.String({
      pattern: '^\\d{4}-\\d{2}-\\d{2}$',
      description: `${description} A day of the merchant's time zone, 2026-01-31.`,
    }),
  );
const RangeQuery = {
  from: LocalDay('First day; 30 days up to the last if left out.'),
  to: LocalDay(`Last day, today if left out; at most ${REPORT_DAYS_MAX} days.`),
};
const Count = (description?: string) => Type.Integer({ minimum: 0, ...(description ? { description } : {}) });
const Share = (description: string) =>
  Nullable(Type.Number({ description: `${description} From 0 to 1; null where there is nothing to share.` }));

export const DeliveriesReportRow = Type.Object(
  {
    group: Type.String({ description: "The day, status, zone's code or service level." }),
    currency: Currency,
    jobs: Count('Deliveries created in the time.'),
    fees: AmountOut('Their shipping fees together.'),
    delivered: Count('Those that have arrived by now.'),
    failed: Count('How many failed.'),
    cancelled: Count('How many were called off.'),
    on_time: Count('Delivered not after estimated_delivery_at.'),
    on_time_share: Share('Of those delivered.'),
    average_minutes: Nullable(
      Type.Number({ description: 'From creation to delivery; null: nothing was delivered.' }),
    ),
    exact: ExactOut(),
  },
  { title: 'DeliveriesReportRow', description: 'Deliveries of a group.' },
);
export type DeliveriesReportRow = Static<typeof DeliveriesReportRow>;

export const FailuresReportRow = Type.Object(
  {
    reason: OneOf(failureReasons, 'Why they failed.'),
    jobs: Count('Deliveries created in the time that have failed so.'),
    share: Share('Of all that failed.'),
  },
  { title: 'FailuresReportRow', description: 'Deliveries that failed for one reason.' },
);
export type FailuresReportRow = Static<typeof FailuresReportRow>;

export const CodReportRow = Type.Object(
  {
    day: Type.String({ description: "`YYYY-MM-DD`, in the merchant's time zone." }),
    currency: Currency,
    collected: AmountOut('Taken from recipients on this day.'),
    deposited: AmountOut('Handed in and counted on this day.'),
    settled: AmountOut('Paid out on this day, before fees that were kept.'),
    exact: ExactOut(),
  },
  { title: 'CodReportRow', description: 'The cash of one day, as the ledger has it.' },
);
export type CodReportRow = Static<typeof CodReportRow>;

export const DriversReportRow = Type.Object(
  {
    driver_id: Type.String({ description: '`drv_…`.' }),
    driver_name: Type.String({ description: 'As the dispatcher entered it.' }),
    currency: Currency,
    jobs: Count('Deliveries assigned in the time that the courier still has or has ended.'),
    delivered: Count('How many were delivered.'),
    failed: Count('How many failed.'),
    on_time: Count('Delivered not after estimated_delivery_at.'),
    on_time_share: Share('Of those delivered.'),
    ratings: Count('How many were rated.'),
    average_stars: Nullable(Type.Number({ description: '1 to 5; null: nobody rated.' })),
    cash_collected: AmountOut('Cash on delivery that was collected for these.'),
    exact: ExactOut(),
  },
  { title: 'DriversReportRow', description: 'What one courier did.' },
);
export type DriversReportRow = Static<typeof DriversReportRow>;

const common = {
  method: 'GET',
  tag: 'Reports',
  scope: 'reports:read',
  sessions: 'never',
  list: true,
  status: 200,
  errors: [],
} as const;

export const reportDeliveries = operation({
  ...common,
  id: 'reportDeliveries',
  path: '/reports/deliveries',
  summary: 'Report on deliveries',
  description:
    'How many were created, what they cost and how they went, by day, status, zone of the recipient or service level. The sums over all groups are the same whatever the group.',
  query: Type.Object({
    ...RangeQuery,
    group_by: Type.Optional(
      Type.Unsafe<ReportGroup>({ ...OneOf(reportGroups, 'What a line stands for.'), default: 'day' }),
    ),
  }),
  answer: DeliveriesReportRow,
  example: {
    query: { from: '2026-11-01', to: '2026-11-21', group_by: 'zone' },
    answer: {
      group: 'FT-LUM',
      currency: 'SLE',
      jobs: 128,
      fees: 7_360,
      delivered: 120,
      failed: 3,
      cancelled: 2,
      on_time: 111,
      on_time_share: 0.925,
      average_minutes: 71.4,
      exact: null,
    },
  },
});

export const reportFailures = operation({
  ...common,
  id: 'reportFailures',
  path: '/reports/failures',
  summary: 'Report on failures',
  description: 'Why deliveries failed that were created in the time, most frequent first.',
  query: Type.Object(RangeQuery),
  answer: FailuresReportRow,
  example: {
    query: { from: '2026-11-01', to: '2026-11-21' },
    answer: { reason: 'recipient_unreachable', jobs: 2, share: 0.6667 },
  },
});

export const reportCod = operation({
  ...common,
  id: 'reportCod',
  path: '/reports/cod',
  summary: 'Report on cash on delivery',
  description: 'What was collected, handed in and paid out on each day on which anything was.',
  query: Type.Object(RangeQuery),
  answer: CodReportRow,
  example: {
    query: { from: '2026-11-01', to: '2026-11-21' },
    answer: {
      day: '2026-11-21',
      currency: 'SLE',
      collected: 4_000,
      deposited: 3_600,
      settled: 2_150.5,
      exact: null,
    },
  },
});

export const reportDrivers = operation({
  ...common,
  id: 'reportDrivers',
  path: '/reports/drivers',
  summary: 'Report on couriers',
  description: `By courier, most jobs first, at most ${REPORT_ROWS_MAX}. A merchant's key sees its own deliveries; for the platform's people, who see all, days are those of UTC.`,
  by: 'dispatcher',
  query: Type.Object({
    ...RangeQuery,
    livemode: Type.Optional(
      Type.Boolean({ default: true, description: "For the platform's people: false for test data." }),
    ),
  }),
  answer: DriversReportRow,
  example: {
    query: { from: '2026-11-01', to: '2026-11-21' },
    answer: {
      driver_id: exampleDriver.id,
      driver_name: exampleDriver.name,
      currency: 'SLE',
      jobs: 64,
      delivered: 61,
      failed: 1,
      on_time: 57,
      on_time_share: 0.9344,
      ratings: 12,
      average_stars: 4.67,
      cash_collected: 8_450,
      exact: null,
    },
  },
});
