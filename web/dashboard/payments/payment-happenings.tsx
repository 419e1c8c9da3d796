import type { AnswerOf } from '@cottontree/client';
import type { VNode } from 'preact';
import { client } from '../../kit/data/client.ts';
import { useCall } from '../../kit/data/queries.ts';
import { wordsOf } from '../../kit/format/words.ts';
import { hrefOf } from '../../kit/list/address.ts';
import { Card } from '../../kit/parts/card.tsx';
import { Money } from '../../kit/parts/money.tsx';
import { Status } from '../../kit/parts/status.tsx';
import { Timeline, type Happening } from '../../kit/parts/timeline.tsx';
import { statusText } from '../../kit/text/statuses.ts';
import { at } from '../paths.ts';
import type { PaymentData } from './payment-data.ts';
import { paymentTexts as t } from './texts.ts';
import { channelText, providerNames } from './words.ts';

type RefundData = AnswerOf<'listPaymentRefunds'>['data'][number];
type Props = { readonly payment: PaymentData; readonly refunds: readonly RefundData[] };

const OTHERS_MAX = 20;

/** What happened to a payment, and to the others for the same thing, the newest first. */
export function PaymentHappenings({ payment, refunds }: Props): VNode {
  const thing = thingOf(payment);
  const { answer } = useCall(client.listPayments, thing && { query: { ...thing, limit: OTHERS_MAX } });
  const others = (answer?.data ?? []).filter(({ id }) => id !== payment.id);
  const happenings = [...happeningsOf(payment, refunds), ...others.map(otherOf)];
  return (
    <Card
      title={t.attempts}
      end={
        thing && answer && others.length > 0 ? (
          <a class="link" href={hrefOf(at('/payments'), thing)}>
            {t.attemptsOf(answer.meta.total)}
          </a>
        ) : undefined
      }
    >
      <Timeline happenings={happenings.toSorted((a, b) => (b.at ?? '').localeCompare(a.at ?? ''))} />
    </Card>
  );
}

/** What it pays, where that is one thing; at a link many pay for themselves. */
function thingOf(payment: PaymentData): Readonly<Record<string, string>> | null {
  const { invoice_id, sale_id, ticket_order_id, delivery_job_number } = payment;
  if (invoice_id !== null) return { invoice_id };
  if (sale_id !== null) return { sale_id };
  if (ticket_order_id !== null) return { ticket_order_id };
  return delivery_job_number === null ? null : { delivery_job_number };
}

const ENDED: ReadonlySet<string> = new Set(['failed', 'cancelled', 'expired']);

function otherOf(other: PaymentData): Happening {
  const { id, amount, currency, channel, status, failure } = other;
  const hasEnded = ENDED.has(status);
  return {
    title: (
      <>
        <a class="link" href={at(`/payments/${id}`)}>
          {channelText(channel)}, <Money amount={amount} currency={currency} />
        </a>{' '}
        <Status of="payment" status={status} />
      </>
    ),
    at: other.succeeded_at ?? (hasEnded ? other.updated_at : other.created_at),
    text: failure?.message,
    meaning: status === 'failed' ? 'bad' : status === 'succeeded' ? 'good' : 'idle',
    glyph: status === 'failed' ? 'cross' : status === 'succeeded' ? 'tick' : hasEnded ? 'dash' : 'ring',
  };
}

function happeningsOf(payment: PaymentData, refunds: readonly RefundData[]): readonly Happening[] {
  const { currency } = payment;
  const back = refunds.map((refund): Happening => ({
    title: (
      <>
        {t.refunded} <Money amount={refund.amount} currency={currency} />
        {refund.status !== 'succeeded' && <Status of="refund" status={refund.status} />}
      </>
    ),
    at: refund.created_at,
    text: refund.failure?.message ?? refund.reason ?? undefined,
    meaning: refund.status === 'failed' ? 'bad' : 'back',
    glyph: refund.status === 'failed' ? 'cross' : 'return',
  }));
  const ended: readonly Happening[] =
    payment.succeeded_at !== null
      ? [
          {
            title: t.succeeded,
            at: payment.succeeded_at,
            text: providerNames[payment.provider],
            meaning: 'good',
            glyph: 'tick',
          },
        ]
      : ENDED.has(payment.status)
        ? [
            {
              title: statusText(payment.status) ?? wordsOf(payment.status),
              at: payment.updated_at,
              text: payment.failure?.message,
              meaning: 'bad',
              glyph: payment.status === 'failed' ? 'cross' : 'dash',
            },
          ]
        : [];
  return [
    ...back,
    ...ended,
    {
      title: t.asked,
      at: payment.created_at,
      text: channelText(payment.channel),
      meaning: 'good',
      glyph: 'tick',
    },
  ];
}
