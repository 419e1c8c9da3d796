import type { VNode } from 'preact';
import { client } from '../../kit/data/client.ts';
import { useCall } from '../../kit/data/queries.ts';
import { moneyText } from '../../kit/format/money.ts';
import { dateText, momentText } from '../../kit/format/time.ts';
import { Card, KeyValues } from '../../kit/parts/card.tsx';
import { Money } from '../../kit/parts/money.tsx';
import { Note } from '../../kit/parts/note.tsx';
import { Loading, Problem } from '../../kit/parts/states.tsx';
import { Status } from '../../kit/parts/status.tsx';
import { Timeline } from '../../kit/parts/timeline.tsx';
import { at } from '../paths.ts';
import type { PageProps } from '../place.ts';
import { NoWayToPay } from '../payments/no-way-to-pay.tsx';
import { CausedWebhooks } from '../shell/caused-webhooks.tsx';
import { Columns, Page } from '../shell/page.tsx';
import { InvoiceActs } from './invoice-acts.tsx';
import type { InvoiceData } from './invoice-data.ts';
import { InvoiceFacts } from './invoice-facts.tsx';
import { happeningsOf } from './invoice-timeline.tsx';
import { invoiceTexts as t } from './texts.ts';
import { nameOf } from './words.ts';
import './invoices.css';

/** One invoice: how far it is, what it is for, and what can be done about it. */
export function InvoicePage({ params }: PageProps): VNode {
  const id = params['id'] ?? '';
  const { answer, error, again } = useCall(client.getInvoice, { params: { id } }, { everyMs: 15_000 });
  const invoice = answer?.data;
  const crumbs = [[t.invoices, at('/invoices')]] as const;
  if (!invoice)
    return (
      <Page title={t.invoice} crumbs={crumbs}>
        {error ? <Problem error={error} again={again} /> : <Loading />}
      </Page>
    );
  return (
    <Page
      title={nameOf(invoice)}
      name={invoice.number ?? t.draftName}
      crumbs={crumbs}
      badge={
        <>
          <Status of="invoice" status={invoice.status} pill />
          {invoice.is_overdue && <Status of="invoice" status="overdue" pill />}
        </>
      }
      lead={`${invoice.number ?? t.draftName}. ${leadOf(invoice)}`}
      acts={<InvoiceActs key={id} invoice={invoice} etag={answer.etag} />}
    >
      <Columns main={<Main invoice={invoice} />} side={<InvoiceFacts invoice={invoice} />} />
    </Page>
  );
}

/** What comes next, in one sentence or two. */
function leadOf(invoice: InvoiceData): string {
  const { status, due_date, deposit, next_reminder_at, currency } = invoice;
  if (status === 'draft') return t.leadDraft;
  if (status === 'void') return t.leadVoid;
  if (status === 'uncollectible') return t.leadGivenUp;
  if (status === 'paid') return t.leadPaid(momentText(invoice.paid_at ?? invoice.updated_at));
  const due = dateText(due_date);
  return [
    deposit && !deposit.paid
      ? t.leadDeposit(moneyText(deposit.amount, currency), dateText(deposit.due_date))
      : '',
    invoice.is_overdue ? t.leadOverdue(due) : invoice.sent_at === null ? t.leadNotSent(due) : t.leadOpen(due),
    next_reminder_at === null ? t.leadNoReminder : t.leadReminder(momentText(next_reminder_at)),
  ]
    .filter(Boolean)
    .join(' ');
}

type InvoiceProps = { readonly invoice: InvoiceData };

function Main({ invoice }: InvoiceProps): VNode {
  return (
    <>
      <Answer invoice={invoice} />
      {(invoice.status === 'open' || invoice.status === 'partially_paid') && <NoWayToPay />}
      <Card title={t.lines} bare>
        <Lines invoice={invoice} />
      </Card>
      <Card title={t.happened}>
        <Timeline happenings={happeningsOf(invoice)} />
      </Card>
      {invoice.status !== 'draft' && <CausedWebhooks of={invoice.id} />}
    </>
  );
}

/** What people came for: how much is still to pay. */
function Answer({ invoice }: InvoiceProps): VNode | null {
  const { status, amount_due, total, currency, deposit, is_overdue, due_date } = invoice;
  if (status === 'void') return null;
  const isOpen = status === 'open' || status === 'partially_paid' || status === 'uncollectible';
  return (
    <div class="invoice-answer">
      <span class="quiet">{isOpen ? t.stillDue : t.total}</span>
      <div class="huge">
        <Money amount={isOpen ? amount_due : total} currency={currency} />
      </div>
      {is_overdue && <Note meaning="bad">{t.leadOverdue(dateText(due_date))}</Note>}
      {deposit && (
        <p class="quiet small">
          {t.deposit} <Money amount={deposit.amount} currency={currency} />,{' '}
          {deposit.paid ? t.paid.toLowerCase() : t.dueOn(dateText(deposit.due_date))}
        </p>
      )}
    </div>
  );
}

function Lines({ invoice }: InvoiceProps): VNode {
  const { currency, items } = invoice;
  const money = (amount: number): VNode => <Money amount={amount} currency={currency} />;
  return (
    <>
      <ul class="invoice-lines">
        {items.map((item) => (
          <li key={item.line}>
            <div class="grow">
              {item.description}
              <small>
                {item.quantity} × {money(item.unit_price)}
                {item.discount && (
                  <>
                    {', '}
                    {t.less}{' '}
                    {item.discount.type === 'percent'
                      ? `${item.discount.value} %`
                      : money(item.discount.value)}
                  </>
                )}
              </small>
            </div>
            {money(item.subtotal)}
          </li>
        ))}
      </ul>
      <div class="invoice-sums">
        <KeyValues
          rows={[
            [t.beforeTax, money(invoice.subtotal)],
            invoice.discount_total > 0 && [t.discounts, money(-invoice.discount_total)],
            ...invoice.taxes.map(
              ({ name, rate, inclusive, amount }) =>
                [inclusive ? t.taxIn(name, rate) : t.taxOn(name, rate), money(amount)] as const,
            ),
            [t.total, money(invoice.total), 'total'],
            invoice.late_fee_total > 0 && [t.lateFees, money(invoice.late_fee_total)],
            invoice.amount_credited > 0 && [t.credited, money(-invoice.amount_credited)],
            invoice.amount_paid > 0 && [t.paid, money(-invoice.amount_paid)],
            invoice.amount_refunded > 0 && [t.refunded, money(invoice.amount_refunded)],
            invoice.status !== 'draft' && [t.stillDue, money(invoice.amount_due), 'total'],
          ]}
        />
      </div>
    </>
  );
}
