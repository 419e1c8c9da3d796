import type { NoticeChannel } from '@cottontree/contract';
import type { Context } from '../../../kernel/call/context.ts';
import { maskMail } from '../mail-address.ts';
import type { NoticeOptions } from '../notice-options.ts';
import type { ChannelOutcome, MailMessage, PhoneMessage } from './outcome.ts';
import { sendMail, type Connect } from './send-mail.ts';
import { sendSms } from './send-sms.ts';
import { sendWhatsApp } from './send-whatsapp.ts';
export type { Connect } from './send-mail.ts';

/** The ways to people that the operator has set up; the log where there is none. */
export type Channels = {
  readonly forPhones: Exclude<NoticeChannel, 'email'>;
  readonly hasWhatsApp: boolean;
  readonly forMail: 'email' | 'log';
  readonly toPhone: (message: PhoneMessage, channel: NoticeChannel) => Promise<ChannelOutcome>;
  readonly toMail: (message: MailMessage, channel: NoticeChannel) => Promise<ChannelOutcome>;
};

type ChannelParts = {
  readonly options: NoticeOptions;
  readonly connect: Connect;
  readonly maskPhone: (phone: string) => string;
};

/** A message goes by the channel it was planned for; where that was taken away since, it is logged. */
export function openChannels(
  { world, log }: Pick<Context, 'world' | 'log'>,
  { options, connect, maskPhone }: ChannelParts,
): Channels {
  const { sms, whatsApp, smtpUrl, mailFrom } = options;

  return {
    forPhones: sms ? 'sms' : whatsApp ? 'whatsapp' : 'log',
    hasWhatsApp: whatsApp !== null,
    forMail: smtpUrl === null ? 'log' : 'email',
    async toPhone(message, channel) {
      if (channel === 'sms' && sms) return sendSms(world, sms, message);
      if (channel === 'whatsapp' && whatsApp) return sendWhatsApp(world, whatsApp, message);
      log.info(
        { notice: message.id, kind: message.kind, to: maskPhone(message.to), text: message.masked },
        'A message to a person, for which no gateway is set up.',
      );
      return { kind: 'sent', providerId: null };
    },
    async toMail(message, channel) {
      if (channel === 'email' && smtpUrl !== null)
        return sendMail({ url: smtpUrl, from: mailFrom, connect }, message);
      log.info(
        {
          notice: message.id,
          to: maskMail(message.to),
          subject: message.subject,
          text: message.masked ?? message.text,
        },
        'An e-mail for which no server is set up.',
      );
      return { kind: 'sent', providerId: null };
    },
  };
}

/** Hands a letter to the operator's mail server, and tells whether it is done with: sent, or refused for good. */
type MailPost = (message: MailMessage) => Promise<boolean>;

/** The way for letters that belong to no merchant; null where there is no mail server. */
export function openPost({ smtpUrl, mailFrom }: NoticeOptions, connect: Connect): MailPost | null {
  if (smtpUrl === null) return null;
  return async (message) =>
    (await sendMail({ url: smtpUrl, from: mailFrom, connect }, message)).kind !== 'unsure';
}
