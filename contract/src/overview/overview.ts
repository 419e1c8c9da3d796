import { Type } from 'typebox';
import { operation } from '../operation.ts';
import { exampleJobNumber } from '../shipping/examples.ts';
import { Overview } from './overview-schema.ts';
import { overviewDays, type OverviewDays } from './words.ts';

const NOTHING = { today: 0, total: 0, previous_total: 0 };

export const getOverview = operation({
  id: 'getOverview',
  method: 'GET',
  path: '/overview',
  tag: 'Overview',
  summary: 'See how the business stands',
  description:
    'Money in by day and source, what needs somebody, how things stand now, and what a new merchant has done. Parts whose own scope the caller lacks are left out or null; a source of money is told to whoever has the scope to read it, or payments:read.',
  scope: 'reports:read',
  sessions: 'never',
  status: 200,
  query: Type.Object({
    days: Type.Optional(
      Type.Unsafe<OverviewDays>({
        type: 'integer',
        enum: [...overviewDays],
        default: 30,
        description: 'How many days of money are told, today included: 7, 30 or 90.',
      }),
    ),
  }),
  answer: Overview,
  errors: [],
  example: {
    query: { days: 7 },
    answer: {
      at: '2026-11-21T14:05:00.000Z',
      date: '2026-11-21',
      time_zone: 'Africa/Freetown',
      currency: 'SLE',
      money_in: {
        today: 9240,
        compared_with: '2026-11-14',
        compared: 6930,
        compared_change: 2310,
        from: '2026-11-20',
        to: '2026-11-21',
        total: 18426.5,
        previous_total: 16000,
        total_change: 2426.5,
        sources: [
          { source: 'till', today: 9240, total: 18426.5, previous_total: 16000 },
          { source: 'links', ...NOTHING },
        ],
        by_day: [
          { date: '2026-11-20', total: 9186.5, amounts: [9186.5, 0] },
          { date: '2026-11-21', total: 9240, amounts: [9240, 0] },
        ],
        exact: null,
      },
      needs: [
        {
          kind: 'deliveries_late',
          tone: 'bad',
          count: 1,
          amount: null,
          first: {
            id: exampleJobNumber,
            label: exampleJobNumber,
            detail: 'Aberdeen',
            since: '2026-11-21T13:23:00.000Z',
            minutes: 42,
            days: 0,
          },
          names: [exampleJobNumber],
          waiting: null,
          list: { operation: 'listDeliveries', query: { late: 'true' } },
        },
      ],
      today: {
        deliveries: {
          pending: 4,
          assigned: 3,
          picked_up: 2,
          in_transit: 6,
          in_motion: 15,
          late: 1,
          late_by_status: { pending: 0, assigned: 0, picked_up: 0, in_transit: 1 },
          delivered: 31,
          failed: 1,
        },
        events: null,
        till: {
          open_sessions: 2,
          sales: 64,
          total: 9240,
          tenders: [{ channel: 'cash', amount: 9240, percent: 100 }],
        },
        invoices: {
          open: 11,
          due: 21480,
          overdue: 4,
          overdue_amount: 6120,
          soon_amount: 5360,
          later_amount: 10000,
        },
        webhooks: {
          answered: 1201,
          failed: 4,
          duration_p50_ms: 182,
          waiting: 3,
          hours: [{ at: '2026-11-21T14:00:00.000Z', answered: 50, failed: 0 }],
        },
      },
      checklist: {
        done: 1,
        of: 1,
        steps: [
          {
            step: 'first_delivery',
            done: true,
            proof: { id: exampleJobNumber, at: '2026-11-01T09:00:00.000Z' },
            operation: 'createDelivery',
          },
        ],
      },
      livemode: true,
    },
  },
});
