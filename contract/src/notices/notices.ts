import { Type, type Static } from 'typebox';
import { ListQuery, sorts } from '../list-query.ts';
import { answeredOnly, operation } from '../operation.ts';
import { Nullable, OneOf, Text, TimeOut } from '../schema.ts';
import { CreatedAtOut, Livemode } from '../shared-fields.ts';
import { exampleJobNumber } from '../shipping/examples.ts';
import { JobNumberParams } from '../shipping/schemas.ts';
import {
  chosenNoticeKinds,
  noticeAudiences,
  noticeChannels,
  noticeKinds,
  noticeLocales,
  noticeStatuses,
  usualNoticeKinds,
} from './words.ts';

export const Notice = Type.Object(
  {
    id: Type.String({ description: 'ntc_…' }),
    kind: OneOf(noticeKinds, 'What it tells of.'),
    audience: OneOf(noticeAudiences, 'Whom it is for.'),
    channel: OneOf(
      noticeChannels,
      'log: no gateway is set up for it, so the text went to the log of the server.',
    ),
    job_number: Nullable(
      Type.String({ description: 'Of the delivery; null where it is about anything else.' }),
    ),
    reference: Nullable(
      Type.String({
        description:
          'What it is about, whatever that is: a job number, the number of an invoice, a sale or a ticket order, the id of a payment or of a place on a waitlist; null for what you yourself are told.',
      }),
    ),
    to: Nullable(
      Type.String({
        description:
          'The phone or e-mail address, masked; null for your own e-mail address, and once the person was forgotten.',
      }),
    ),
    locale: OneOf(noticeLocales, 'The language that it is written in.'),
    text: Nullable(Type.String({ description: 'With its code masked; null once the person was forgotten.' })),
    status: OneOf(noticeStatuses, 'delivered: the gateway said that the phone has it.'),
    reason: Nullable(
      Type.String({
        description:
          'Why it was skipped, given up or is tried again, such as test_mode, opted_out, number_limit or timeout; null: none.',
      }),
    ),
    attempts: Type.Integer({ description: 'How often sending was tried so far.' }),
    next_attempt_at: Nullable(TimeOut('When it is tried next; null: not any more.')),
    created_at: CreatedAtOut,
    sent_at: Nullable(TimeOut('When it was sent; null: not yet.')),
    delivered_at: Nullable(TimeOut('When it was handed over; null: it was not.')),
    livemode: Livemode,
  },
  { title: 'Notice', description: 'A message to a recipient, a driver or you, and what became of it.' },
);
export type Notice = Static<typeof Notice>;

export const exampleNotice: Notice = {
  id: 'ntc_01m7yp4nvr000000000000000n',
  kind: 'created',
  audience: 'recipient',
  channel: 'sms',
  job_number: exampleJobNumber,
  reference: exampleJobNumber,
  to: '+232 78 *** 567',
  locale: 'en',
  text: `Aminata Stores: parcel ${exampleJobNumber} is coming. Code for the courier at your door: ******. https://api.example.sl/t/…`,
  status: 'sent',
  reason: null,
  attempts: 1,
  next_attempt_at: null,
  created_at: '2026-11-21T09:15:22.418Z',
  sent_at: '2026-11-21T09:15:23.002Z',
  delivered_at: null,
  livemode: true,
};

export const listNotices = operation({
  id: 'listNotices',
  method: 'GET',
  path: '/notices',
  tag: 'Notices',
  summary: 'List messages to people',
  description:
    'Newest first, for 30 days. Phones and codes are masked. In test mode nothing is sent: each stands here as skipped, with the text that would have been.',
  scope: 'shipping:read',
  list: true,
  status: 200,
  query: ListQuery(sorts, {
    job_number: Type.Optional(
      Text(
        64,
        'Only those about this: a reference, such as the job number of a delivery or the number of an invoice.',
      ),
    ),
  }),
  answer: Notice,
  errors: [],
  example: { query: { job_number: exampleJobNumber }, answer: exampleNotice },
});

export const NoticeSettings = Type.Object(
  {
    kinds: Type.Array(OneOf(chosenNoticeKinds), {
      description: 'What recipients, payers and you yourself are told.',
    }),
    locale: OneOf(noticeLocales, 'The language of texts to recipients: English or Krio.'),
    sender_name: Nullable(
      Type.String({
        description: 'Stands first in texts instead of the store name of the delivery; null: the store name.',
      }),
    ),
    updated_at: Nullable(TimeOut('Null while all is as usual.')),
  },
  { title: 'NoticeSettings', description: 'Which messages people get from you, and how.' },
);
export type NoticeSettings = Static<typeof NoticeSettings>;

const exampleSettings: NoticeSettings = {
  kinds: [...usualNoticeKinds],
  locale: 'en',
  sender_name: null,
  updated_at: null,
};

export const getNoticeSettings = operation({
  id: 'getNoticeSettings',
  method: 'GET',
  path: '/notices/settings',
  tag: 'Notices',
  summary: 'Read the settings of messages',
  scope: 'shipping:read',
  status: 200,
  answer: NoticeSettings,
  errors: [],
  example: { answer: exampleSettings },
});

export const UpdateNoticeSettingsBody = Type.Object(
  {
    kinds: Type.Optional(
      Type.Array(OneOf(chosenNoticeKinds), {
        maxItems: 32,
        description: 'All that is to be sent; an empty list silences everything but what drivers are told.',
      }),
    ),
    locale: Type.Optional(OneOf(noticeLocales, 'The language of messages to people.')),
    sender_name: Type.Optional(
      Nullable(Text(40, 'What messages are signed with; null: the name of the store.')),
    ),
  },
  { title: 'UpdateNoticeSettingsBody', description: 'The fields to change.' },
);

export const updateNoticeSettings = operation({
  id: 'updateNoticeSettings',
  method: 'PATCH',
  path: '/notices/settings',
  tag: 'Notices',
  summary: 'Change the settings of messages',
  description:
    'For the mode of the key; takes effect within five seconds. Your own warnings are among them, so it takes another right than sending parcels.',
  scope: 'merchant:write',
  status: 200,
  body: UpdateNoticeSettingsBody,
  readOnly: answeredOnly(NoticeSettings, UpdateNoticeSettingsBody),
  answer: NoticeSettings,
  errors: ['PRECONDITION_FAILED'],
  example: {
    body: { kinds: [...usualNoticeKinds, 'delivered'], locale: 'kri', sender_name: 'Aminata' },
    answer: {
      kinds: [...usualNoticeKinds, 'delivered'],
      locale: 'kri',
      sender_name: 'Aminata',
      updated_at: '2026-11-21T09:16:05.402Z',
    },
  },
});

export const ResentCode = Type.Object(
  {
    notice: Notice,
    whatsapp_url: Type.String({
      description:
        'Opens WhatsApp with the same text, to send it by hand. It holds the code: keep it to yourself.',
    }),
  },
  { title: 'ResentCode', description: 'The message with the delivery code, once more.' },
);
export type ResentCode = Static<typeof ResentCode>;

export const resendCode = operation({
  id: 'resendCode',
  method: 'POST',
  path: '/shipping/deliveries/:jobNumber/resend-code',
  tag: 'Notices',
  summary: 'Send the delivery code again',
  description:
    'Repeats the same link and code to the recipient, at most three times an hour; tries at the door are not touched. For a new code see reissueCode.',
  scope: 'shipping:write',
  status: 200,
  params: JobNumberParams,
  answer: ResentCode,
  errors: ['DELIVERY_NOT_FOUND', 'STATE_CONFLICT', 'DELIVERY_NOT_ACTIVE', 'RECIPIENT_NOT_REACHABLE'],
  example: {
    params: { jobNumber: exampleJobNumber },
    answer: {
      notice: {
        ...exampleNotice,
        status: 'queued',
        sent_at: null,
        attempts: 0,
        next_attempt_at: '2026-11-21T09:15:22.418Z',
      },
      whatsapp_url: 'https://wa.me/23278234567?text=Aminata%20Stores%3A%20…',
    },
  },
});
