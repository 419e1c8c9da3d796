import type {
  InvoiceNoticeKind,
  NoticeLocale,
  PaymentNoticeKind,
  SaleNoticeKind,
} from '@cottontree/contract';
import type { Mail } from './mail.ts';

/** Texts to customers. `{job}` is the invoice's number, `{subject}` what is due, `{way}` the day, `{link}` its page. */
export const INVOICE_TEXTS: Readonly<Record<NoticeLocale, Readonly<Record<InvoiceNoticeKind, string>>>> =
  Object.freeze({
    en: {
      invoice_sent: '{store}: invoice {job}, {subject} due {way}. See and pay: {link}',
      invoice_reminder: '{store}: please remember invoice {job}, {subject} due {way}. {link}',
      invoice_overdue: '{store}: invoice {job} was due {way}. Still to pay: {subject}. {link}',
    },
    kri: {
      invoice_sent: '{store}: invɔys {job}, {subject} bifo {way}. Luk am ɛn pe: {link}',
      invoice_reminder: '{store}: duya mɛmba invɔys {job}, {subject} bifo {way}. {link}',
      invoice_overdue: '{store}: di de fɔ invɔys {job} dɔn pas ({way}). I lɛf {subject} fɔ pe. {link}',
    },
  });

/** The same by e-mail, which brings the invoice as PDF. */
export const INVOICE_MAILS: Readonly<Record<NoticeLocale, Readonly<Record<InvoiceNoticeKind, Mail>>>> =
  Object.freeze({
    en: {
      invoice_sent: {
        subject: 'Invoice {job} from {store}',
        text: 'Here is invoice {job} from {store}. It is in the PDF with this message as well.\n\nAmount due: {subject}\nDue by: {way}\n\nLook at it and pay it here:\n\n{link}\n\n{store}',
      },
      invoice_reminder: {
        subject: 'Invoice {job} from {store} is due {way}',
        text: 'This is a friendly reminder of invoice {job} from {store}, which is in the PDF with this message.\n\nAmount due: {subject}\nDue by: {way}\n\nLook at it and pay it here:\n\n{link}\n\nIf you have paid by now, thank you: nothing more is to be done.\n\n{store}',
      },
      invoice_overdue: {
        subject: 'Invoice {job} from {store} is overdue',
        text: 'Invoice {job} from {store} was due on {way}, and something of it is still to be paid. It is in the PDF with this message.\n\nAmount due: {subject}\n\nLook at it and pay it here:\n\n{link}\n\nIf you have paid by now, thank you: nothing more is to be done.\n\n{store}',
      },
    },
    kri: {
      invoice_sent: {
        subject: 'Invɔys {job} frɔm {store}',
        text: 'Dis na invɔys {job} frɔm {store}. I de insay di PDF wit dis mɛsej bak.\n\nƆmɔs fɔ pe: {subject}\nPe bifo: {way}\n\nLuk am ɛn pe am ya:\n\n{link}\n\n{store}',
      },
      invoice_reminder: {
        subject: 'Invɔys {job} frɔm {store}: pe bifo {way}',
        text: 'Wi jɔs de mɛmba yu bɔt invɔys {job} frɔm {store}. I de insay di PDF wit dis mɛsej.\n\nƆmɔs fɔ pe: {subject}\nPe bifo: {way}\n\nLuk am ɛn pe am ya:\n\n{link}\n\nIf yu dɔn pe, tɛnki: yu nɔ nid fɔ du natin igen.\n\n{store}',
      },
      invoice_overdue: {
        subject: 'Di de fɔ invɔys {job} frɔm {store} dɔn pas',
        text: 'Yu bin fɔ pe invɔys {job} frɔm {store} na {way}, ɛn sɔm lɛf fɔ pe yet. I de insay di PDF wit dis mɛsej.\n\nƆmɔs fɔ pe: {subject}\n\nLuk am ɛn pe am ya:\n\n{link}\n\nIf yu dɔn pe, tɛnki: yu nɔ nid fɔ du natin igen.\n\n{store}',
      },
    },
  });

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

/** Texts to buyers at a till. `{job}` is the number of the receipt, `{subject}` what was paid, `{link}` its page. */
export const RECEIPT_TEXTS: Readonly<Record<NoticeLocale, Readonly<Record<SaleNoticeKind, string>>>> =
  Object.freeze({
    en: { sale_receipt: '{store}: thank you. Receipt {job}, {subject}: {link}' },
    kri: { sale_receipt: '{store}: tɛnki. Risit {job}, {subject}: {link}' },
  });

/** The same by e-mail, which brings the receipt as PDF. */
export const RECEIPT_MAILS: Readonly<Record<NoticeLocale, Readonly<Record<SaleNoticeKind, Mail>>>> =
  Object.freeze({
    en: {
      sale_receipt: {
        subject: 'Your receipt from {store}',
        text: 'Thank you for buying from {store}. Your receipt is in the PDF with this message.\n\nReceipt: {job}\nTotal: {subject}\n\nIt is here as well, to look at or to print:\n\n{link}',
      },
    },
    kri: {
      sale_receipt: {
        subject: 'Yu risit frɔm {store}',
        text: 'Tɛnki fɔ bay frɔm {store}. Yu risit de insay di PDF wit dis mɛsej.\n\nRisit: {job}\nƆltogɛda: {subject}\n\nI de ya bak, fɔ luk ɔ fɔ print:\n\n{link}',
      },
    },
  });
