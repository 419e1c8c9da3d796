import { Type, type Static } from 'typebox';
import { AmountOut, ExactOut, Nullable, OneOf, TimeOut } from '../schema.ts';
import { Currency, EventIdOut, Livemode, TicketTypeIdOut } from '../shared-fields.ts';
import { moneySources, needKinds, needTones, startingSteps } from './words.ts';

const Count = (description: string) => Type.Integer({ minimum: 0, description });
const Day = (description: string) => Type.String({ description: `${description} YYYY-MM-DD.` });

const MoneyFromSource = Type.Object(
  {
    source: OneOf(
      moneySources,
      'till: sales; tickets: ticket orders; invoices; links: payment links; deliveries: cash that couriers collected; payments: asked for by your own program.',
    ),
    today: AmountOut('What came in today.'),
    total: AmountOut('What came in in these days.'),
    previous_total: AmountOut('What came in in as many days before, up to the same time of day.'),
  },
  { title: 'MoneyFromSource', description: 'What came in from one source.' },
);

export const MoneyIn = Type.Object(
  {
    today: AmountOut('What came in today, by the clock of the merchant.'),
    compared_with: Day('The same day of the week before.'),
    compared: AmountOut('What had come in on that day by the same time.'),
    compared_change: AmountOut('today less compared; below zero: it was more then.'),
    from: Day('The first day.'),
    to: Day('The last day, which is today.'),
    total: AmountOut('What came in in these days.'),
    previous_total: AmountOut('What came in in as many days before, up to the same time of day.'),
    total_change: AmountOut('total less previous_total.'),
    sources: Type.Array(MoneyFromSource, {
      description: 'Those that the caller may read, in the order in which a chart stacks them.',
    }),
    by_day: Type.Array(
      Type.Object(
        {
          date: Day('By the clock of the merchant.'),
          total: AmountOut('What came in on the day.'),
          amounts: Type.Array(AmountOut('What came from one source.'), {
            description: 'For each of `sources`, in their order.',
          }),
        },
        { title: 'MoneyOfDay', description: 'What came in on one day.' },
      ),
      { description: 'Each day, the first first; days on which nothing came too.' },
    ),
    exact: ExactOut('by their paths; null where all numbers are exact'),
  },
  {
    title: 'MoneyIn',
    description:
      'What came in, by the moment of each payment, less what has gone back of it since. In the currency of the merchant.',
  },
);
export type MoneyIn = Static<typeof MoneyIn>;

/** A list that shows what a figure counts. */
export const ListReference = Type.Object(
  {
    operation: Type.String({ description: 'Id of the operation that lists it.' }),
    query: Type.Unsafe<Readonly<Record<string, string>>>({
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'Its query, field by field.',
    }),
  },
  { title: 'ListReference', description: 'The list that shows what a figure counts.' },
);
export type ListReference = Static<typeof ListReference>;

export const Need = Type.Object(
  {
    kind: OneOf(needKinds, 'What it is.'),
    tone: OneOf(needTones, 'bad: something is wrong; wait: somebody must act; idle: as well to know.'),
    count: Count('How many; at least 1.'),
    amount: Nullable(
      AmountOut(
        'How much money is in it; null: it is not about money. Of cash that differs: counted less expected.',
      ),
    ),
    first: Type.Object(
      {
        id: Type.String({
          description: 'Id of the oldest or most urgent one; of a delivery its job number.',
        }),
        label: Type.String({ description: 'How people know it: a number, a name, an address on the web.' }),
        detail: Nullable(
          Type.String({ description: 'Where to or whose it is; null: nothing more is known.' }),
        ),
        since: Nullable(TimeOut('Since when it needs somebody; null: nobody knows.')),
        minutes: Nullable(Count('Whole minutes since then.')),
        days: Nullable(Count('Whole days since then.')),
      },
      { title: 'FirstInNeed', description: 'The oldest or most urgent one.' },
    ),
    names: Type.Array(Type.String(), { description: 'Up to three of them as people know them.' }),
    waiting: Nullable(Count('Of webhooks: messages that wait to be sent; null: nothing waits behind it.')),
    list: ListReference,
  },
  { title: 'Need', description: 'Something that needs somebody.' },
);
export type Need = Static<typeof Need>;

const DeliveriesToday = Type.Object(
  {
    pending: Count('Waiting for a courier, now.'),
    assigned: Count('A courier is on the way to fetch them, now.'),
    picked_up: Count('Fetched, now.'),
    in_transit: Count('On the way to the recipient, now.'),
    in_motion: Count('All of these.'),
    late: Count('Of these, what is behind its time.'),
    late_by_status: Type.Object(
      {
        pending: Count('Not taken by a courier in time.'),
        assigned: Count('Not fetched in time.'),
        picked_up: Count('Fetched, and not at the door in time.'),
        in_transit: Count('On the way, and not at the door in time.'),
      },
      { title: 'LateByStatus', description: 'The same by status.' },
    ),
    delivered: Count('Delivered today.'),
    failed: Count('Failed today.'),
  },
  { title: 'DeliveriesToday', description: 'Deliveries under way, and what became of others today.' },
);

const EventOnSale = Type.Object(
  {
    id: EventIdOut,
    name: Type.String({ description: 'As buyers read it.' }),
    start_date: TimeOut('When it begins.'),
    sold: Count('Tickets sold.'),
    held: Count('Tickets kept for buyers who are paying.'),
    capacity: Nullable(Count('Tickets in all; null: there is no bound.')),
    sold_percent: Nullable(Type.Integer({ description: 'Of the capacity, whole; null: there is no bound.' })),
    ticket_types: Type.Array(
      Type.Object(
        {
          id: TicketTypeIdOut,
          name: Type.String({ description: 'As buyers read it.' }),
          sold: Count('Tickets of it sold.'),
        },
        { title: 'TypeOnSale', description: 'One type of the tickets.' },
      ),
      { description: 'Types of its tickets in their order, at most 20.' },
    ),
  },
  { title: 'EventOnSale', description: 'How a published event sells.' },
);

const TillToday = Type.Object(
  {
    open_sessions: Count('Drawers that are open now.'),
    sales: Count('Sales completed today that stand.'),
    total: AmountOut('What they cost.'),
    tenders: Type.Array(
      Type.Object(
        {
          channel: Type.String({ description: 'cash, qr, mobile_money, ….' }),
          amount: AmountOut('Paid that way.'),
          percent: Type.Integer({ description: 'Of all that was paid, whole.' }),
        },
        { title: 'TenderToday', description: 'One way in which sales were paid.' },
      ),
      { description: 'The largest first.' },
    ),
  },
  { title: 'TillToday', description: 'What the tills did today.' },
);

const InvoicesDue = Type.Object(
  {
    open: Count('Invoices that are not paid.'),
    due: AmountOut('What is owed on them.'),
    overdue: Count('Of these, those whose day is over.'),
    overdue_amount: AmountOut('What is owed on those.'),
    soon_amount: AmountOut('What is due within 7 days.'),
    later_amount: AmountOut('What is due later.'),
  },
  { title: 'InvoicesDue', description: 'What customers owe.' },
);

const WebhooksToday = Type.Object(
  {
    answered: Count('Attempts in these hours that were answered as they should be.'),
    failed: Count('Attempts that were not.'),
    duration_p50_ms: Nullable(
      Type.Integer({ description: 'Half of them took no longer; null: there was none.' }),
    ),
    waiting: Count('Messages that wait to be sent, now.'),
    hours: Type.Array(
      Type.Object(
        {
          at: TimeOut('When the hour begins.'),
          answered: Count('Attempts answered as they should be.'),
          failed: Count('Attempts that were not.'),
        },
        { title: 'WebhookHour', description: 'One hour.' },
      ),
      { description: 'The last 24 hours, the oldest first.' },
    ),
  },
  { title: 'WebhooksToday', description: 'How messages fared in the last 24 hours.' },
);

const NOT_ALLOWED = 'Null: the caller may not read it.';

export const OverviewToday = Type.Object(
  {
    deliveries: Nullable(DeliveriesToday, `Deliveries. ${NOT_ALLOWED}`),
    events: Nullable(
      Type.Array(EventOnSale),
      `Published events that are not over, the next first, at most 3. ${NOT_ALLOWED}`,
    ),
    till: Nullable(TillToday, `The till. ${NOT_ALLOWED}`),
    invoices: Nullable(InvoicesDue, `What customers owe. ${NOT_ALLOWED}`),
    webhooks: Nullable(WebhooksToday, `Messages to endpoints. ${NOT_ALLOWED}`),
  },
  { title: 'OverviewToday', description: 'How things stand now.' },
);
export type OverviewToday = Static<typeof OverviewToday>;

export const Checklist = Type.Object(
  {
    done: Count('Steps that are done.'),
    of: Count('Steps that the caller can see.'),
    steps: Type.Array(
      Type.Object(
        {
          step: OneOf(startingSteps, 'What is to be done.'),
          done: Nullable(Type.Boolean({ description: `Whether it is. ${NOT_ALLOWED}` })),
          proof: Nullable(
            Type.Object(
              {
                id: Type.String({ description: 'Id of what proves it; of a delivery its job number.' }),
                at: Nullable(TimeOut('When that came about; null: nobody wrote it down.')),
              },
              { title: 'StepProof', description: 'What proves a step.' },
            ),
            'The first thing that proves it; null: it is not done.',
          ),
          operation: Type.String({ description: 'Id of the operation that does it.' }),
        },
        { title: 'StartingStep', description: 'One step of a new merchant.' },
      ),
      { description: 'In a good order to do them in.' },
    ),
  },
  { title: 'Checklist', description: 'What a new merchant has done.' },
);
export type Checklist = Static<typeof Checklist>;

export const Overview = Type.Object(
  {
    at: TimeOut('Up to when it tells.'),
    date: Day('Today, by the clock of the merchant.'),
    time_zone: Type.String({ description: 'The time zone of the merchant, by which days begin.' }),
    currency: Currency,
    money_in: Nullable(MoneyIn, 'What came in. Null: the caller may read no source of it.'),
    needs: Type.Array(Need, {
      description: 'What needs somebody, the most urgent first; what the caller may read.',
    }),
    today: OverviewToday,
    checklist: Checklist,
    livemode: Livemode,
  },
  { title: 'Overview', description: 'How a business stands.' },
);
export type Overview = Static<typeof Overview>;
