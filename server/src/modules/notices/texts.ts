import type {
  DriverNoticeKind,
  InvoiceNoticeKind,
  NoticeLocale,
  PaymentNoticeKind,
  RecipientNoticeKind,
  SaleNoticeKind,
  TicketNoticeKind,
} from '@cottontree/contract';
import { INVOICE_TEXTS, PAYMENT_TEXTS, RECEIPT_TEXTS } from './document-texts.ts';
import { TICKET_TEXTS } from './ticket-texts.ts';

export type TextKind =
  | RecipientNoticeKind
  | DriverNoticeKind
  | TicketNoticeKind
  | PaymentNoticeKind
  | InvoiceNoticeKind
  | SaleNoticeKind;

/**
 * Texts to recipients and drivers, at most 160 septets once filled. `{cash}` stands for a sentence of its
 * own or nothing, `{at}` for the local time.
 */
export const TEXTS: Readonly<Record<NoticeLocale, Readonly<Record<TextKind, string>>>> = Object.freeze({
  en: {
    created: '{store}: {job} is coming. Code for the courier at your door: {code}.{cash} {link}',
    near: '{store}: the courier with {job} is about 10 minutes away.{cash} {link}',
    arrived: '{store}: the courier with {job} is at your door.{cash} {link}',
    code_reissued: '{store}: new code {code} for {job}. The old one is dead. {link}',
    picked_up: '{store}: the courier has fetched {job}. {link}',
    delivered: '{store}: {job} was handed over at {at}. Thank you.',
    failed: '{store}: {job} could not be delivered. {link}',
    cancelled: '{store}: {job} was cancelled. Nothing will be brought.',
    job_assigned: 'New job {job}: {way}.{cash} {store}',
    job_withdrawn: 'Job {job} is no longer yours. {store}',
    ...TICKET_TEXTS.en,
    ...PAYMENT_TEXTS.en,
    ...INVOICE_TEXTS.en,
    ...RECEIPT_TEXTS.en,
  },
  kri: {
    created: '{store}: {job} de kam. Gi di kɔria kod {code} we yu dɔn get am nɔmɔ.{cash} {link}',
    near: '{store}: di kɔria wit {job} go rich insay lɛk 10 minit.{cash} {link}',
    arrived: '{store}: di kɔria wit {job} de na yu domɔt.{cash} {link}',
    code_reissued: '{store}: nyu kod {code} fɔ {job}. Di ol wan nɔ de wok igen. {link}',
    picked_up: '{store}: di kɔria dɔn tek {job}. {link}',
    delivered: '{store}: {job} dɔn rich na {at}. Tɛnki.',
    failed: '{store}: wi nɔ ebul fɔ gi yu {job}. {link}',
    cancelled: '{store}: dɛn dɔn kansul {job}. Natin nɔ de kam.',
    job_assigned: 'Nyu wok {job}: {way}.{cash} {store}',
    job_withdrawn: 'Wok {job} nɔto yu yon igen. {store}',
    ...TICKET_TEXTS.kri,
    ...PAYMENT_TEXTS.kri,
    ...INVOICE_TEXTS.kri,
    ...RECEIPT_TEXTS.kri,
  },
});

/** The sentence about cash. */
export const CASH: Readonly<Record<NoticeLocale, string>> = Object.freeze({
  en: ' Cash {amount}.',
  kri: ' Kash {amount}.',
});

export type ReplyKind =
  | 'help'
  | 'stopped'
  | 'started'
  | 'no_parcel'
  | 'picked_up'
  | 'delivered'
  | 'already'
  | 'wrong_code'
  | 'locked'
  | 'not_ready'
  | 'not_active'
  | 'not_yours'
  | 'paused'
  | 'bad_code';

/** What is texted back. */
export const REPLIES: Readonly<Record<ReplyKind, string>> = Object.freeze({
  help: 'Text WHERE to know where your parcel is. STOP: no more messages. START: messages again. Drivers: D, job number, code.',
  stopped: 'You will get no more messages from us. Text START to get them again.',
  started: 'You will get our messages again. Text STOP to end them.',
  no_parcel: 'No parcel is on its way to this number.',
  picked_up: '{job}: picked up. Thank you.',
  delivered: '{job}: delivered. Thank you.',
  already: '{job}: this was done before. Nothing more to do.',
  wrong_code: '{job}: wrong code. Tries left: {left}.',
  locked: '{job}: locked after too many wrong codes. Call the dispatcher.',
  not_ready: '{job}: too early for this code.',
  not_active: '{job}: this job is over.',
  not_yours: 'That is not a job of yours. Text: D, job number, code. Example: D 7K3M-9QWX 123456',
  paused: 'Too many wrong codes. Codes are not checked for a while. Call the dispatcher.',
  bad_code: 'A code has six digits. Text: D, job number, code. Example: D 7K3M-9QWX 123456',
});

/** Where a parcel is, in the words of its status. */
export const WHEREABOUTS: Readonly<Record<string, string>> = Object.freeze({
  pending: 'waits for a courier',
  assigned: 'a courier goes to fetch it',
  picked_up: 'the courier has it',
  in_transit: 'on its way to you',
});
