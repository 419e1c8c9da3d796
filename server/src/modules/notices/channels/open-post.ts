import type { NoticeOptions } from '../notice-options.ts';
import type { MailMessage } from './outcome.ts';
import { sendMail, type Connect } from './send-mail.ts';

/** Hands a letter to the operator's mail server, and tells whether it is done with: sent, or refused for good. */
type MailPost = (message: MailMessage) => Promise<boolean>;

/** The way for letters that belong to no merchant; null where there is no mail server. */
export function openPost({ smtpUrl, mailFrom }: NoticeOptions, connect: Connect): MailPost | null {
  if (smtpUrl === null) return null;
  return async (message) =>
    (await sendMail({ url: smtpUrl, from: mailFrom, connect }, message)).kind !== 'unsure';
}
