import { ExternalLink } from 'lucide';
import type { VNode } from 'preact';
import { client } from '../../kit/data/client.ts';
import { useCall } from '../../kit/data/queries.ts';
import { moneyText } from '../../kit/format/money.ts';
import { Email } from '../../kit/format/email.tsx';
import { phoneText } from '../../kit/format/phone.ts';
import { momentText } from '../../kit/format/time.ts';
import { hrefOf } from '../../kit/list/address.ts';
import { ButtonLink } from '../../kit/parts/button.tsx';
import { Card, KeyValues } from '../../kit/parts/card.tsx';
import { CopyButton } from '../../kit/parts/copy.tsx';
import { Money } from '../../kit/parts/money.tsx';
import { Note } from '../../kit/parts/note.tsx';
import { Loading, Problem } from '../../kit/parts/states.tsx';
import { Status } from '../../kit/parts/status.tsx';
import { at } from '../paths.ts';
import type { PageProps } from '../place.ts';
import { CausedWebhooks } from '../shell/caused-webhooks.tsx';
import { Columns, Page } from '../shell/page.tsx';
import type { PaymentData } from './payment-data.ts';
import { PaymentActs } from './payment-acts.tsx';
import { PaymentHappenings } from './payment-happenings.tsx';
import { RefundsCard } from './refunds-card.tsx';
import { Simulate } from './simulate.tsx';
import { pageNames } from './page-names.ts';
import { paymentTexts as t } from './texts.ts';
import { channelText, providerNames } from './words.ts';
import './payments.css';

/** One payment: how far it is, what it is for, who pays, what went back. */
export function PaymentPage({ params }: PageProps): VNode {
  const id = params['id'] ?? '';
  const { answer, error, again } = useCall(client.getPayment, { params: { id } }, { everyMs: 15_000 });
  const payment = answer?.data;
  const crumbs = [[pageNames.payments, at('/payments')]] as const;
  if (!payment)
    return (
      <Page title={pageNames.payments} crumbs={crumbs}>
        {error ? <Problem error={error} again={again} /> : <Loading />}
      </Page>
    );
  return (
    <Page
      title={moneyText(payment.amount, payment.currency)}
      figure={<Money amount={payment.amount} currency={payment.currency} />}
      crumbs={crumbs}
      badge={<Status of="payment" status={payment.status} pill />}
      lead={leadOf(payment)}
      acts={<PaymentActs payment={payment} />}
    >
      <Columns main={<Main payment={payment} />} side={<Side payment={payment} />} />
    </Page>
  );
}

function leadOf({ status, succeeded_at, expires_at, failure, description, customer }: PaymentData): string {
  const next =
    succeeded_at !== null
      ? t.paidAt(momentText(succeeded_at))
      : failure
        ? failure.message
        : status === 'requires_action' || status === 'created'
          ? t.openUntil(momentText(expires_at))
          : '';
  return [customer.name && t.fromPayer(customer.name), description, next].filter(Boolean).join('. ');
}

function Main({ payment }: { readonly payment: PaymentData }): VNode {
  const { answer } = useCall(client.listPaymentRefunds, { params: { id: payment.id } });
  const refunds = answer?.data ?? [];
  return (
    <>
      {payment.review && <Note meaning="wait">{t.reviewText(payment.review.reason)}</Note>}
      {payment.late && <Note meaning="wait">{t.late}</Note>}
      {payment.status === 'succeeded' && !payment.verified && <Note>{t.unverified}</Note>}
      {payment.status === 'succeeded' && <MoneyFlow payment={payment} />}
      <PaymentHappenings payment={payment} refunds={refunds} />
      {payment.next_action.qr_svg_url !== null && payment.status === 'requires_action' && (
        <Card title={t.qr}>
          <img
            class="qr"
            src={new URL(payment.next_action.qr_svg_url).pathname}
            alt={t.qr}
            width="200"
            height="200"
          />
        </Card>
      )}
      <RefundsCard payment={payment} refunds={refunds} />
      <Simulate payment={payment} />
      <CausedWebhooks of={payment.id} also={refunds.map(({ id }) => id)} />
    </>
  );
}

/** From what was paid to what stays. */
function MoneyFlow({ payment }: { readonly payment: PaymentData }): VNode {
  const { amount, amount_refunded: back, currency, fee, net } = payment;
  const steps: readonly (readonly [string, VNode | string])[] = [
    [t.customerPaid, <Money amount={amount} currency={currency} />],
    ...(fee === null ? [] : [[t.providerKeeps, <Money amount={-fee} currency={currency} />] as const]),
    ...(back > 0 ? [[t.refunded, <Money amount={-back} currency={currency} />] as const] : []),
    [t.net, net === null ? t.net0 : <Money amount={net - back} currency={currency} />],
  ];
  return (
    <dl class="money-flow card">
      {steps.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd class={typeof value === 'string' ? 'faint' : 'large'}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What else came from whom this came. */
function TheirPayments({ customer }: Pick<PaymentData, 'customer'>): VNode | null {
  const q = customer.phone ?? customer.email ?? customer.name;
  if (q === null) return null;
  return (
    <a class="link" href={hrefOf(at('/payments'), { q })}>
      {t.theirPayments}
    </a>
  );
}

function Side({ payment }: { readonly payment: PaymentData }): VNode {
  const { customer } = payment;
  return (
    <>
      <Card title={t.payer} end={<TheirPayments customer={customer} />}>
        <KeyValues
          rows={[
            [t.name, customer.name ?? t.nobody],
            customer.phone !== null && [
              t.phone,
              <a class="link" href={`tel:${customer.phone}`}>
                {phoneText(customer.phone)}
              </a>,
            ],
            customer.email !== null && [t.email, <Email address={customer.email} />],
            [t.channel, channelText(payment.channel)],
            [t.provider, providerNames[payment.provider]],
          ]}
        />
      </Card>
      <Card title={t.of}>
        <KeyValues
          rows={[
            payment.sale_id !== null && [
              t.sale,
              <a class="link" href={at(`/till/sales/${payment.sale_id}`)}>
                {t.openThing(t.sale)}
              </a>,
            ],
            payment.invoice_id !== null && [
              t.invoice,
              <a class="link" href={at(`/invoices/${payment.invoice_id}`)}>
                {t.openThing(t.invoice)}
              </a>,
            ],
            payment.ticket_order_id !== null && [
              t.ticketOrder,
              <a class="link" href={at(`/events/orders/${payment.ticket_order_id}`)}>
                {t.openThing(t.ticketOrder)}
              </a>,
            ],
            payment.delivery_job_number !== null && [
              t.delivery,
              <a class="link" href={at(`/deliveries/${payment.delivery_job_number}`)}>
                <span class="mono">{payment.delivery_job_number}</span>
              </a>,
            ],
            payment.payment_link_id !== null && [
              t.link,
              <a class="link" href={at(`/payments/links/${payment.payment_link_id}`)}>
                {t.openThing(t.link)}
              </a>,
            ],
            payment.order_ref !== null && [t.orderRef, payment.order_ref],
            payment.reference !== null &&
              payment.reference !== payment.sale_id && [t.reference, payment.reference],
            payment.provider_ref !== null && [
              t.providerRef,
              <span class="mono">{payment.provider_ref}</span>,
              'long',
            ],
            [t.amountBy, t[`by_${payment.amount_source}`]],
            ...Object.entries(payment.metadata).map(([name, value]) => [name, String(value)] as const),
            ['Id', <span class="mono">{payment.id}</span>, 'long'],
          ]}
        />
        <div class="row wrap gap-top">
          <ButtonLink size="s" icon={ExternalLink} href={payment.pay_url} target="_blank">
            {t.payPage}
          </ButtonLink>
          <CopyButton text={payment.pay_url} />
        </div>
      </Card>
    </>
  );
}
