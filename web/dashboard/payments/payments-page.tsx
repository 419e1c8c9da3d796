import { Plus } from 'lucide';
import type { VNode } from 'preact';
import { client } from '../../kit/data/client.ts';
import { may } from '../../kit/data/session.ts';
import { dayOf, nearText } from '../../kit/format/time.ts';
import { CsvButton } from '../../kit/list/csv-button.tsx';
import { statusOptions } from '../../kit/list/filters.tsx';
import { List, type RowOf } from '../../kit/list/list-page.tsx';
import { ButtonLink } from '../../kit/parts/button.tsx';
import { Money } from '../../kit/parts/money.tsx';
import { Empty } from '../../kit/parts/states.tsx';
import { Status } from '../../kit/parts/status.tsx';
import type { Column } from '../../kit/parts/table.tsx';
import { statuses } from '../../kit/parts/statuses.ts';
import { common } from '../../kit/text/common.ts';
import { at } from '../paths.ts';
import { Page } from '../shell/page.tsx';
import { TryTest } from '../shell/try-test.tsx';
import { pageNames } from './page-names.ts';
import { PayerName } from './payer-name.tsx';
import { PaymentsPicture } from './payments-picture.tsx';
import { paymentTexts as t } from './texts.ts';
import { channelNames, channelText, providerNames, providerOptions } from './words.ts';

const FILTERS = [
  'q',
  'status',
  'channel',
  'provider',
  'created_from',
  'created_to',
  'invoice_id',
  'payment_link_id',
  'sale_id',
  'ticket_order_id',
  'delivery_job_number',
  'reference',
];

/** All payments, the newest first. */
export function PaymentsPage(): VNode {
  const newLink = may('payment_links:write') && (
    <ButtonLink kind="primary" icon={Plus} href={at('/payments/links/new')}>
      {t.newLink}
    </ButtonLink>
  );
  return (
    <Page
      title={pageNames.payments}
      acts={
        <>
          <CsvButton path="/payments" filters={FILTERS} />
          {newLink}
        </>
      }
    >
      <List
        operation={client.listPayments}
        label={pageNames.payments}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => at(`/payments/${id}`)}
        isDim={({ status }) => status === 'cancelled' || status === 'expired'}
        views={[
          { name: t.all, query: {} },
          { name: common.today, query: { created_from: dayOf(Date.now()) } },
          { name: t.waiting, query: { status: 'created,requires_action,processing' } },
          { name: t.failed, query: { status: 'failed' } },
        ]}
        filters={[
          {
            name: 'status',
            label: t.status,
            kind: 'choices',
            options: statusOptions(Object.keys(statuses.payment)),
          },
          {
            name: 'channel',
            label: t.channel,
            kind: 'choice',
            options: channelNames.map((one) => [one, channelText(one)]),
          },
          { name: 'provider', label: t.provider, kind: 'choice', options: providerOptions() },
          { name: 'created_from', label: t.from, kind: 'date' },
          { name: 'created_to', label: t.to, kind: 'date' },
          { name: 'invoice_id', label: t.invoice, kind: 'text' },
          { name: 'payment_link_id', label: t.link, kind: 'text' },
        ]}
        search={{ name: 'q', placeholder: t.search }}
        sorts={[
          ['-created_at', common.newestFirst],
          ['created_at', common.oldestFirst],
        ]}
        nothing={t.nothing}
        empty={
          <Empty
            title={t.emptyTitle}
            text={t.emptyText}
            steps={t.emptySteps.split('|')}
            picture={<PaymentsPicture />}
            acts={newLink && [newLink, <TryTest path="/payments" />]}
          />
        }
        columns={columns()}
      />
    </Page>
  );
}

function columns(): readonly Column<RowOf<'listPayments'>>[] {
  return [
    {
      key: 'customer',
      title: t.customer,
      phone: 1,
      cell: (payment) => (
        <>
          <PayerName payment={payment} />
          <small>{payment.description}</small>
        </>
      ),
    },
    {
      key: 'status',
      title: t.status,
      phone: 3,
      cell: ({ status, review }) => (
        <>
          {<Status of="payment" status={status} />}
          {review && <small class="fault">{t.review}</small>}
        </>
      ),
    },
    {
      key: 'channel',
      title: t.channel,
      cell: ({ channel, provider }) => (
        <>
          <span class="nowrap">{channelText(channel)}</span>
          {provider !== channel && <small>{providerNames[provider]}</small>}
        </>
      ),
    },
    {
      key: 'reference',
      title: t.reference,
      // The number that we gave a sale ourselves is nobody's reference.
      cell: ({ reference, order_ref, sale_id }) => (
        <span class="payment-reference">{(reference === sale_id ? null : reference) ?? order_ref}</span>
      ),
    },
    {
      key: 'amount',
      title: t.amount,
      right: true,
      phone: 2,
      cell: ({ amount, amount_refunded, currency }) => (
        <>
          <Money amount={amount} currency={currency} />
          {amount_refunded > 0 && (
            <small>
              <Money amount={-amount_refunded} currency={currency} />
            </small>
          )}
        </>
      ),
    },
    {
      key: 'when',
      title: t.when,
      right: true,
      phone: 5,
      cell: ({ created_at }) => nearText(created_at),
    },
  ];
}
