import { moneyText } from '../../kit/format/money.ts';
import { Money } from '../../kit/parts/money.tsx';
import type { Happening } from '../../kit/parts/timeline.tsx';
import { at } from '../paths.ts';
import { channelText } from '../payments/words.ts';
import type { InvoiceData } from './invoice-data.ts';
import { invoiceTexts as t } from './texts.ts';

/** What happened to an invoice, the newest first; what comes next above it. */
export function happeningsOf(invoice: InvoiceData): readonly Happening[] {
  const past = [...stepsOf(invoice), ...paymentsOf(invoice), ...feesOf(invoice)].toSorted((a, b) =>
    (b.at ?? '').localeCompare(a.at ?? ''),
  );
  const { next_reminder_at } = invoice;
  if (next_reminder_at === null) return past;
  return [{ title: t.reminded, at: next_reminder_at, meaning: 'idle', glyph: 'dashed' }, ...past];
}

function stepsOf(invoice: InvoiceData): readonly Happening[] {
  const steps: readonly (readonly [string | null, Omit<Happening, 'at'>])[] = [
    [invoice.created_at, { title: t.madeDraft, meaning: 'idle', glyph: 'dashed' }],
    [invoice.finalized_at, { title: t.numbered(invoice.number ?? ''), meaning: 'move', glyph: 'ring' }],
    [invoice.sent_at, { title: t.sent, meaning: 'move', glyph: 'half' }],
    [invoice.viewed_at, { title: t.viewed, meaning: 'move', glyph: 'most' }],
    [invoice.paid_at, { title: t.paidAll, meaning: 'good', glyph: 'tick' }],
    [invoice.voided_at, { title: t.voided, meaning: 'idle', glyph: 'dash' }],
    [invoice.uncollectible_at, { title: t.givenUp, meaning: 'bad', glyph: 'cross' }],
  ];
  return steps.toReversed().flatMap(([when, said]) => (when === null ? [] : [{ ...said, at: when }]));
}

function paymentsOf({ payments, currency }: InvoiceData): readonly Happening[] {
  return payments.map(({ payment_id, amount, channel, external_ref, paid_at }) => ({
    title: (
      <a class="link" href={at(`/payments/${payment_id}`)}>
        <Money amount={amount} currency={currency} /> {t.paid.toLowerCase()}
      </a>
    ),
    at: paid_at,
    text: [channelText(channel), external_ref].filter(Boolean).join(', '),
    meaning: 'good',
    glyph: 'half',
  }));
}

function feesOf({ late_fees, currency }: InvoiceData): readonly Happening[] {
  return late_fees.map((fee) => ({
    title: (
      <>
        {t.feeAdded} <Money amount={fee.amount} currency={currency} />
      </>
    ),
    at: fee.at,
    ...(fee.amount_waived > 0
      ? { text: t.feeWaived(moneyText(fee.amount_waived, currency), fee.waive_reason ?? '') }
      : {}),
    meaning: 'wait',
    glyph: 'bang',
  }));
}
