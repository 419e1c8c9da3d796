import { Type, type Static } from 'typebox';
import { operation } from '../../operation.ts';
import { CurrencyOut } from '../../payments/schemas.ts';
import { AmountOut, ExactOut, Nullable, OneOf, Text } from '../../schema.ts';
import { LocalDay, SALES_REPORT_DAYS_MAX } from './report-days.ts';

/** Rows of one report of sales: those with the most net, where there are more. */
export const SALES_REPORT_ROWS_MAX = 10_000;

export const salesReportGroups = Object.freeze([
  'day',
  'product',
  'category',
  'staff',
  'channel',
  'tax',
] as const);
export type SalesReportGroup = (typeof salesReportGroups)[number];

const Count = (description: string) => Nullable(Type.Integer({ minimum: 0, description }));
/** Null where the group says nothing about it. */
const Amount = (description: string) => Nullable(AmountOut(description));

export const SalesReportRow = Type.Object(
  {
    group: Type.String({
      description:
        'The day, or the id of the product, category or person; the channel; the tax with its rate. none: has none. other: what belongs to no product, as service charges, tips, and refunds of money alone.',
    }),
    name: Nullable(Type.String({ description: 'What people call it.' })),
    currency: CurrencyOut,
    sales: Count('Completed in the time.'),
    refunds: Count('Made in the time; those that failed do not count.'),
    quantity: Nullable(Type.Number({ description: 'Sold less returned.' })),
    gross: Amount('Prices times quantities, of the sales.'),
    discounts: Amount('Taken off them.'),
    refunded: Amount('What went back in the time, or is on its way back.'),
    net: Amount(
      'What was earned: sales less refunds, without tax, tips and rounding. By tax: what is taxed.',
    ),
    tax: Amount('Of the sales less of the refunds.'),
    tips: Amount('Given less given back.'),
    cash_rounding: Amount('What the rounding of cash added or took.'),
    collected: Amount(
      'net, tax, tips and cash_rounding together: what the sales cost, less what went back. By channel: the money that came this way less what went back.',
    ),
    cost: Amount('What was sold had cost, less what went back to the shelf, where costs are known.'),
    margin: Amount('net less cost, where the cost of everything is known.'),
    exact: ExactOut(),
  },
  { title: 'SalesReportRow', description: 'Sales of a group, less what came back.' },
);
export type SalesReportRow = Static<typeof SalesReportRow>;

export const reportSales = operation({
  id: 'reportSales',
  method: 'GET',
  path: '/pos/reports/sales',
  tag: 'Point of sale reports',
  summary: 'Report on sales',
  description: [
    'Sales count on the day on which they were completed, refunds on the day on which they were made, both with the location where it happened; voided sales do not count.',
    'By day, product, category and person the sums over all rows are the same, to the cent. `Accept: text/csv` gives the same as CSV.',
  ].join(' '),
  scope: 'reports:read',
  list: true,
  status: 200,
  query: Type.Object({
    from: LocalDay('First day; 30 days up to the last if left out.'),
    to: LocalDay(`Last day, today if left out; at most ${SALES_REPORT_DAYS_MAX} days.`),
    location_id: Type.Optional(Text(64, 'Only what happened there.')),
    group_by: Type.Optional(
      Type.Unsafe<SalesReportGroup>({
        ...OneOf(salesReportGroups, 'What a row stands for.'),
        default: 'day',
      }),
    ),
  }),
  answer: SalesReportRow,
  errors: ['LOCATION_NOT_FOUND'],
  example: {
    query: { from: '2026-11-01', to: '2026-11-21', group_by: 'product' },
    answer: {
      group: 'prod_01m7yq1a6r1bq5y8m3w4x9k2d7',
      name: 'Rice 5 kg',
      currency: 'SLE',
      sales: 41,
      refunds: 1,
      quantity: 63,
      gross: 9_600,
      discounts: 150,
      refunded: 150,
      net: 8_086.96,
      tax: 1_213.04,
      tips: 0,
      cash_rounding: 0,
      collected: 9_300,
      cost: 6_300,
      margin: 1_786.96,
      exact: null,
    },
  },
});
