import type { NoticeLocale, SaleNoticeKind } from '@cottontree/contract';
import type { Mail } from './mail.ts';

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
