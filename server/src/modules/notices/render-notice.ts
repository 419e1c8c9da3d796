import type {
  InvoiceNoticeKind,
  MerchantNoticeKind,
  NoticeLocale,
  PaymentNoticeKind,
  SaleNoticeKind,
  TicketNoticeKind,
} from '@cottontree/contract';
import { dressLetter, type LetterBrand } from './dress-letter.ts';
import type { Mail } from './mail.ts';
import type { NoticeFacts } from './notice-facts.ts';
import { renderMail } from './render-mail.ts';
import { fill, renderText } from './render-text.ts';
import type { TextKind } from './texts.ts';
import { INVOICE_MAILS, PAYMENT_MAILS, RECEIPT_MAILS } from './document-texts.ts';
import { TICKET_MAILS } from './ticket-texts.ts';

/** A message to be put into words: the same for what is sent and for what is only shown. */
export type NoticeToRender = {
  readonly kind: string;
  readonly locale: NoticeLocale;
  readonly facts: NoticeFacts;
  /** Codes and links in plain, or their mask; empty where there are none. */
  readonly code: string;
  /** IANA. */
  readonly timeZone: string;
  readonly isTest: boolean;
};

/** A letter as text and as HTML. */
type Letter = Mail & { readonly html: string };

/** What merchants are told comes from the service itself. */
const OURS: LetterBrand = { storeName: 'Cottontree', look: { accent: null, footer: null } };

/** As it comes to a phone, by SMS and by WhatsApp. */
export function renderForPhone({ kind, locale, facts, code, timeZone }: NoticeToRender): string {
  return renderText({ kind: kind as TextKind, locale, facts, code, timeZone });
}

/** As it comes by e-mail to a buyer, a payer or a customer, in the merchant's dress. */
export function renderForMail(
  { kind, locale, facts, code, isTest }: NoticeToRender,
  brand: LetterBrand,
): Letter {
  const letter = renderLetter({ kind: kind as LetterKind, locale, facts, code });
  return { ...letter, html: dressLetter(letter, { brand, locale, isTest }) };
}

/** As it comes by e-mail to the merchant. */
export function renderForMerchant({ kind, facts, timeZone, isTest }: NoticeToRender): Letter {
  const letter = renderMail(kind as MerchantNoticeKind, facts, timeZone);
  return { ...letter, html: dressLetter(letter, { brand: OURS, locale: 'en', isTest }) };
}

/** What is told by e-mail to somebody who has no account here. */
export type LetterKind = TicketNoticeKind | PaymentNoticeKind | InvoiceNoticeKind | SaleNoticeKind;
type LetterToRender = {
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
