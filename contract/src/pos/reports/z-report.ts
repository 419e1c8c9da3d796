import { Type, type Static } from 'typebox';
import { ListQuery } from '../../list-query.ts';
import { operation } from '../../operation.ts';
import { CurrencyOut } from '../../payments/schemas.ts';
import { AmountOut, ExactOut, Nullable, Text, TimeOut } from '../../schema.ts';
import { LocationIdOut } from '../../shared-fields.ts';
import { LocalDay, SALES_REPORT_DAYS_MAX } from './report-days.ts';

const Count = (description: string) => Type.Integer({ minimum: 0, description });

export const ZReportRow = Type.Object(
  {
    id: Type.String({ description: 'zrp_….' }),
    number: Type.Integer({
      description: 'From 1 without a gap at each till, or at each location for drawers without a till.',
    }),
    cash_session_id: Type.String({ description: '`csh_…`, the drawer.' }),
    location_id: LocationIdOut,
    terminal_id: Nullable(
      Type.String({ description: 'The till whose drawer it was; null: a drawer of the location.' }),
    ),
    currency: CurrencyOut,
    opened_at: TimeOut('When it was opened.'),
    closed_at: TimeOut(),
    closed_by: Nullable(
      Type.String({ description: "The member of staff; null: the merchant's own server." }),
    ),
    sales: Count('Sales in the session.'),
    sales_total: AmountOut('What they cost.'),
    discounts: AmountOut('Given on them.'),
    tips: AmountOut('In them.'),
    refunds: Count('Refunds in the session.'),
    refunds_total: AmountOut('What they were of the sales, before cash is rounded.'),
    voids: Count('Sales that were voided.'),
    voids_total: AmountOut('What those had cost.'),
    tax: AmountOut('Of sales, less what was refunded and voided.'),
    cash_expected: AmountOut('Cash that should have been in the drawer.'),
    cash_counted: Nullable(AmountOut('Cash that was; null where nobody counted it.')),
    cash_difference: Nullable(AmountOut('cash_counted less cash_expected.')),
    exact: ExactOut(),
    hash: Type.String({ description: 'That of the whole report, as getCashReport answers it.' }),
  },
  { title: 'ZReportRow', description: 'What a drawer was closed with.' },
);
export type ZReportRow = Static<typeof ZReportRow>;

export const reportZ = operation({
  id: 'reportZ',
  method: 'GET',
  path: '/pos/reports/z',
  tag: 'Point of sale reports',
  summary: 'Report on closed drawers',
  description:
    'A row for each Z report, last closed first, with the figures that bookkeepers ask for; GET /pos/cash-sessions/:id/report has all of it. `Accept: text/csv` gives the same as CSV.',
  scope: 'reports:read',
  list: true,
  status: 200,
  query: ListQuery(
    ['-closed_at', 'closed_at'],
    {
      from: LocalDay('Closed on or after; 30 days up to the last if left out.'),
      to: LocalDay(`Closed on or before, today if left out; at most ${SALES_REPORT_DAYS_MAX} days.`),
      location_id: Type.Optional(Text(64, 'Only those closed there.')),
    },
    'Last or first closed first.',
  ),
  answer: ZReportRow,
  errors: ['LOCATION_NOT_FOUND'],
  example: {
    query: { from: '2026-11-01', to: '2026-11-21' },
    answer: {
      id: 'zrp_01m7yr8x5f1k7h3d9w2v6n0c4q',
      number: 1,
      cash_session_id: 'csh_01m7yq4d8k3rz6w1x9n5c0f2h7',
      location_id: 'loc_01m7yq0a4d8kq2x5v7j9c1r3t6',
      terminal_id: 'trm_01m7yq2k3d7gz5w9n4c8h1p6s2',
      currency: 'SLE',
      opened_at: '2026-11-21T09:30:00.000Z',
      closed_at: '2026-11-21T18:05:00.000Z',
      closed_by: 'stf_01m7yq2c9e4fk8v1x6j0b5r7t3',
      sales: 1,
      sales_total: 150.5,
      discounts: 0,
      tips: 0,
      refunds: 0,
      refunds_total: 0,
      voids: 0,
      voids_total: 0,
      tax: 19.63,
      cash_expected: 630.5,
      cash_counted: 630,
      cash_difference: -0.5,
      exact: null,
      hash: '6f1d9c0b5e2a7438f1d9c0b5e2a7438f6f1d9c0b5e2a7438f1d9c0b5e2a7438f',
    },
  },
});
