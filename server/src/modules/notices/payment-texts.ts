import type { NoticeLocale, PaymentNoticeKind } from '@cottontree/contract';
import type { Mail } from './mail.ts';

/** Texts to payers. `{way}` is what was paid for, `{subject}` the amount, `{link}` the payment's page, which is its receipt. */
export const PAYMENT_TEXTS: Readonly<Record<NoticeLocale, Readonly<Record<PaymentNoticeKind, string>>>> =
  Object.freeze({
    en: { payment_received: '{store}: {subject} received ({way}). Thank you. Receipt: {link}' },
    kri: { payment_received: '{store}: wi dɔn gɛt {subject} ({way}). Tɛnki. Risit: {link}' },
  });

export const PAYMENT_MAILS: Readonly<Record<NoticeLocale, Readonly<Record<PaymentNoticeKind, Mail>>>> =
  Object.freeze({
    en: {
      payment_received: {
        subject: 'Your payment to {store}',
        text: 'Your payment of {subject} to {store} has arrived. Thank you.\n\nFor: {way}\nPayment: {job}\n\nThe receipt, to look at or to print:\n\n{link}',
      },
    },
    kri: {
      payment_received: {
        subject: 'Yu pemɛnt to {store}',
        text: '{store} dɔn gɛt di {subject} we yu pe. Tɛnki.\n\nFɔ: {way}\nPemɛnt: {job}\n\nDi risit de ya, fɔ luk ɔ fɔ print:\n\n{link}',
      },
    },
  });
