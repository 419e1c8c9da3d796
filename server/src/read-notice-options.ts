import type { NoticeOptions, SmsGateway, WhatsAppAccount } from './modules/notices/index.ts';
import type { EnvironmentReader } from './read-environment.ts';
import { withoutLastSlashes } from './config-values.ts';
import { parseUrl } from './kernel/web/parse-url.ts';

const PRICE_MAX = 10_000;
const SPEND_MAX = 100_000_000;
const DATA_DAYS_DEFAULT = 365;
/** As long as a claim or a complaint can take. */
const DATA_DAYS_MIN = 30;
const DATA_DAYS_MAX = 3_650;
const SECRET_CHARACTERS_MIN = 16;
const QUIET = /^([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d)$/;
const POSTED = '{"to":"{to}","text":"{text}","id":"{id}","from":"{from}"}';

/** Reads how people are reached: each way that is not set up is written to the log. */
export function readNoticeOptions(read: EnvironmentReader): NoticeOptions {
  return {
    smtpUrl: read.text('SMTP_URL', {
      fallback: null,
      accepts: isMailServer,
      wanted:
        'a URL such as smtps://user:password@mail.example.sl:465, signs in the password as in URLs (% is %25)',
      secret: true,
    }),
    mailFrom: read.text('SMTP_FROM', {
      fallback: 'Cottontree <no-reply@localhost>',
      accepts: (text) => /^(?:[^\r\n<>]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/.test(text),
      wanted: 'a sender such as Shop <no-reply@shop.example.sl>',
    }),
    sms: readSms(read),
    whatsApp: readWhatsApp(read),
    inboundSecret: read.text('SMS_INBOUND_SECRET', {
      fallback: null,
      accepts: (text) => text.length >= SECRET_CHARACTERS_MIN && /^[\x21-\x7e]+$/.test(text),
      wanted: `at least ${SECRET_CHARACTERS_MIN} visible ASCII characters without blanks`,
      secret: true,
    }),
    quietHours: readQuietHours(
      read.text('NOTICE_QUIET_HOURS', {
        fallback: null,
        accepts: (text) => QUIET.test(text) && text.slice(0, 5) !== text.slice(6),
        wanted: 'two different times of the day such as 22:00-07:00',
      }),
    ),
    recipientDataDays: read.integer('RECIPIENT_DATA_DAYS', {
      fallback: DATA_DAYS_DEFAULT,
      least: DATA_DAYS_MIN,
      most: DATA_DAYS_MAX,
    }),
  };
}

function readSms(read: EnvironmentReader): SmsGateway | null {
  const url = read.text('SMS_URL', {
    fallback: null,
    accepts: (text) => hasProtocol(text, /^https?:$/),
    wanted: 'an http or https URL, such as https://sms.example.sl/send?to={to}&text={text}',
    secret: true,
  });
  const body = read.text('SMS_BODY', {
    fallback: POSTED,
    accepts: isJsonTemplate,
    wanted: `JSON with the placeholders {to} and {text} within its texts, such as ${POSTED}`,
  });
  const authorization = read.text('SMS_AUTHORIZATION', {
    fallback: null,
    accepts: (text) => /^[\x20-\x7e]+$/.test(text),
    wanted: 'the value of an Authorization header, such as Bearer …',
    secret: true,
  });
  const sender = read.text('SMS_SENDER', {
    fallback: 'Cottontree',
    accepts: (text) => /^[\w .+-]{1,16}$/.test(text),
    wanted: 'at most 16 letters, digits, blanks, dots or hyphens',
  });
  const price = read.number('SMS_PRICE', { fallback: 0.5, least: 0, most: PRICE_MAX });
  const spendPerDayMax = read.number('SMS_SPEND_PER_DAY', { fallback: 500, least: 0, most: SPEND_MAX });
  return url === null ? null : { url, body, authorization, sender, price, spendPerDayMax };
}

function readWhatsApp(read: EnvironmentReader): WhatsAppAccount | null {
  const url = read.text('WHATSAPP_URL', {
    fallback: 'https://graph.facebook.com/v21.0',
    accepts: (text) => hasProtocol(text, /^https?:$/),
    wanted: 'an http or https URL',
  });
  const token = read.text('WHATSAPP_TOKEN', {
    fallback: null,
    accepts: (text) => /^[\x21-\x7e]+$/.test(text),
    wanted: 'an access token',
    secret: true,
  });
  const phoneId = read.text('WHATSAPP_PHONE_ID', {
    fallback: null,
    accepts: (text) => /^\d+$/.test(text),
    wanted: 'the digits of the phone number id',
  });
  const template = read.text('WHATSAPP_TEMPLATE', {
    fallback: null,
    accepts: (text) => /^[a-z0-9_]+$/.test(text),
    wanted: 'the name of a template with one parameter',
  });
  if ((token === null) !== (phoneId === null))
    read.problems.push('WHATSAPP_TOKEN and WHATSAPP_PHONE_ID only go together: give both, or neither.');
  return token === null || phoneId === null
    ? null
    : { url: withoutLastSlashes(url), phoneId, token, template };
}

function readQuietHours(text: string | null): NoticeOptions['quietHours'] {
  const [, fromHours, fromMinutes, toHours, toMinutes] = QUIET.exec(text ?? '') ?? [];
  if (fromHours === undefined) return null;
  return { from: Number(fromHours) * 60 + Number(fromMinutes), to: Number(toHours) * 60 + Number(toMinutes) };
}

function hasProtocol(text: string, protocol: RegExp): boolean {
  const plain = text.replaceAll(/\{\w+\}/g, 'x');
  const url = parseUrl(plain);
  return url !== null && protocol.test(url.protocol);
}

/** A password whose signs are no URL's would be found out only by the first message. */
function isMailServer(text: string): boolean {
  const url = parseUrl(text);
  if (url === null || !/^smtps?:$/.test(url.protocol) || url.hostname === '') return false;
  try {
    decodeURIComponent(url.username + url.password);
    return true;
  } catch {
    return false;
  }
}

function isJsonTemplate(text: string): boolean {
  try {
    JSON.parse(text);
    return text.includes('{to}') && text.includes('{text}');
  } catch {
    return false;
  }
}
