import { Type, type Static } from 'typebox';
import { operation } from '../operation.ts';
import { Nullable, OneOf } from '../schema.ts';
import { Livemode } from '../shared-fields.ts';
import { exampleJobNumber } from '../shipping/examples.ts';
import { noticeAudiences, noticeKinds, noticeLocales } from './words.ts';

const PhoneForm = Type.Object(
  {
    text: Type.String({ description: 'What stands on the phone, by SMS and by WhatsApp alike.' }),
    sms_count: Type.Integer({
      minimum: 1,
      description: 'As how many text messages a gateway counts it: one up to 160 characters of its alphabet.',
    }),
  },
  { title: 'NoticeOnPhone', description: 'The message as it comes to a phone.' },
);

const MailForm = Type.Object(
  {
    subject: Type.String({ description: 'What stands in the list of letters.' }),
    text: Type.String({ description: 'The letter in plain text, for whoever reads that.' }),
    html: Type.String({ description: 'The same letter in the colours of the branding, a whole document.' }),
    files: Type.Array(OneOf(['tickets', 'calendar_entry', 'invoice', 'receipt'] as const), {
      description: 'What comes with it; empty: nothing.',
    }),
  },
  { title: 'NoticeByMail', description: 'The message as it comes by e-mail.' },
);

export const NoticePreview = Type.Object(
  {
    kind: OneOf(noticeKinds, 'What it tells of.'),
    audience: OneOf(noticeAudiences, 'Whom it is for.'),
    locale: OneOf(
      noticeLocales,
      'The language that it is written in; what you yourself are told is in English.',
    ),
    phone: Nullable(PhoneForm, 'As it comes by SMS or WhatsApp; null: it never does.'),
    email: Nullable(MailForm, 'As it comes by e-mail; null: it never does.'),
    chosen: Type.Boolean({
      description:
        'Whether it is sent: of the kinds that the settings choose among, whether it is one of them; all others always are.',
    }),
    livemode: Livemode,
  },
  { title: 'NoticePreview', description: 'A message before it is sent, with made-up contents.' },
);
export type NoticePreview = Static<typeof NoticePreview>;

const exampleText = `Aminata Stores: ${exampleJobNumber} is coming. Code for the courier at your door: 123456. Cash NLe 150.50. https://api.example.sl/t/ExampleOfALinkToIt0000`;

export const previewNotice = operation({
  id: 'previewNotice',
  method: 'GET',
  path: '/notices/preview',
  tag: 'Notices',
  summary: 'See a message before it is sent',
  description:
    'What people will get of a kind, by phone and by e-mail, in your name and branding: made by the same code as what is sent, of made-up numbers, codes and links that open nothing. Nothing is sent.',
  scope: 'shipping:read',
  status: 200,
  query: Type.Object({
    kind: OneOf(noticeKinds, 'Which message.'),
    locale: Type.Optional(OneOf(noticeLocales, 'The language; that of the settings, if left out.')),
  }),
  answer: NoticePreview,
  errors: [],
  example: {
    query: { kind: 'created', locale: 'en' },
    answer: {
      kind: 'created',
      audience: 'recipient',
      locale: 'en',
      phone: { text: exampleText, sms_count: 1 },
      email: null,
      chosen: true,
      livemode: true,
    },
  },
});
