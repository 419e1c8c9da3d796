import type { Mail } from './mail.ts';
import type { MerchantNoticeKind } from '@cottontree/contract';
import type { NoticeFacts } from './notice-facts.ts';
import { fill, localTime } from './render-text.ts';

/** E-mails to merchants: what happened, what it means, what to do. */
const MAILS: Readonly<Record<MerchantNoticeKind, Mail>> = Object.freeze({
  endpoint_failing: {
    subject: 'A webhook endpoint of yours fails',
    text: 'Since {at} nothing was delivered to your webhook endpoint {subject}. It is tried on, but messages that run out of attempts are given up.\n\nLook at the attempts in the log of deliveries, mend the receiver, and send again what was given up.',
  },
  endpoint_disabled: {
    subject: 'A webhook endpoint of yours was switched off',
    text: 'Your webhook endpoint {subject} failed for so long that it was switched off at {at}. Nothing is sent to it any more.\n\nMend the receiver, enable the endpoint, and recover what it missed.',
  },
  verification_paused: {
    subject: 'Many wrong handoff codes',
    text: 'So many wrong handoff codes ({subject}) were sent for your deliveries within an hour that checking paused at {at}. It goes on with the next hour by itself.\n\nSomebody may be guessing. Look into who sends them, and call your couriers.',
  },
  key_exposed: {
    subject: 'A secret key of yours was used in a web page',
    text: 'At {at} your secret key {subject} came from a web page, where anybody can read it. The request was refused.\n\nRevoke the key now, and use a public key (pk_...) in pages.',
  },
  endpoint_moved: {
    subject: 'A webhook endpoint of yours was moved',
    text: 'At {at} a webhook endpoint of yours was given another address: {subject}.\n\nIf that was not you, revoke the key, and move the endpoint back.',
  },
  provider_account_changed: {
    subject: 'An account with a payment provider was changed',
    text: 'At {at} this was changed of your accounts with payment providers: {subject}.\n\nIf that was not you, revoke the key, look at where your money goes (GET /v1/payments/providers), and renew the credentials with the provider.',
  },
});

/** An e-mail in plain text. */
export function renderMail(kind: MerchantNoticeKind, facts: NoticeFacts, timeZone: string): Mail {
  const words = { subject: facts.subject, at: `${localTime(facts.at, timeZone)} (${timeZone})` };
  const { subject, text } = MAILS[kind];
  return { subject: `${facts.store}: ${subject}`, text: `${fill(text, words)}\n` };
}
