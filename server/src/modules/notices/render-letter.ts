import type {
  InvoiceNoticeKind,
  NoticeLocale,
  PaymentNoticeKind,
  SaleNoticeKind,
  TicketNoticeKind,
} from '@cottontree/contract';
import { INVOICE_MAILS } from './invoice-texts.ts';
import type { NoticeFacts } from './notice-facts.ts';
import { PAYMENT_MAILS } from './payment-texts.ts';
import { RECEIPT_MAILS } from './receipt-texts.ts';
import type { Mail } from './mail.ts';
import { fill } from './render-text.ts';
import { TICKET_MAILS } from './ticket-texts.ts';

/** What is told by e-mail to somebody who has no account here. */
export type LetterKind = TicketNoticeKind | PaymentNoticeKind | InvoiceNoticeKind | SaleNoticeKind;
export type LetterToRender = {
  readonly kind: LetterKind;
  readonly locale: NoticeLocale;
  readonly facts: NoticeFacts;
  /** Codes and link in plain, or their mask. */ readonly code: string;
};

const LETTERS: Readonly<Record<NoticeLocale, Readonly<Record<LetterKind, Mail>>>> = Object.freeze({
  en: { ...TICKET_MAILS.en, ...PAYMENT_MAILS.en, ...INVOICE_MAILS.en, ...RECEIPT_MAILS.en },
  kri: { ...TICKET_MAILS.kri, ...PAYMENT_MAILS.kri, ...INVOICE_MAILS.kri, ...RECEIPT_MAILS.kri },
});

/** An e-mail to a buyer, a holder of tickets, a payer or a customer, in plain text. */
export function renderLetter({ kind, locale, facts, code }: LetterToRender): Mail {
  const words = {
    way: facts.way,
    subject: facts.subject,
    job: facts.job,
    link: facts.link,
    store: facts.store,
    code: code.replace(' http', '\nhttp'),
  };
  const { subject, text } = LETTERS[locale][kind];
  const { subject: ownSubject, message } = facts.own ?? { subject: null, message: null };
  return {
    subject: (ownSubject ?? fill(subject, words)).replaceAll(/\s+/g, ' '),
    text: message === null ? `${fill(text, words)}\n` : `${message}\n\n${facts.link}\n`,
  };
}
