import { Type } from 'typebox';
import { operation } from '../operation.ts';
import { Nullable, OneOf, Text } from '../schema.ts';
import { exampleNotice } from './notices.ts';

const PROOF =
  'Called by the SMS gateway with `Authorization: Bearer` and the secret that the operator set as SMS_INBOUND_SECRET.';

export const receiveSms = operation({
  id: 'receiveSms',
  method: 'POST',
  path: '/inbound/sms',
  tag: 'Notices',
  summary: 'Take in a text message',
  description: `${PROOF} A driver texts \`D 7K3M-9QWX 482193\` to verify a handoff, a recipient \`WHERE\`, \`STOP\` or \`START\`. The answer is what to text back. The same id again gets the same answer and does nothing.`,
  scope: null,
  by: 'anyone',
  status: 200,
  body: Type.Object(
    {
      id: Text(128, "The gateway's own id of the message."),
      from: Text(32, 'The phone it came from.'),
      text: Type.String({ maxLength: 1_600, description: 'As it was typed.' }),
    },
    { title: 'InboundSms', description: 'A text message that came in.' },
  ),
  answer: Type.Object(
    { reply: Nullable(Type.String({ description: 'At most 160 characters; null: text nothing back.' })) },
    { title: 'SmsReply', description: 'What to text back.' },
  ),
  errors: ['UNAUTHORIZED'],
  example: {
    body: { id: 'in-88231', from: '+23276555111', text: 'D 7A9K-NZZK 482193' },
    answer: { reply: 'SHP-7A9K-NZZK: picked up. Thank you.' },
  },
});

export const receiveSmsReceipt = operation({
  id: 'receiveSmsReceipt',
  method: 'POST',
  path: '/inbound/sms/receipts',
  tag: 'Notices',
  summary: 'Take in a delivery receipt',
  description: `${PROOF} Tells what became of a message that was handed to the gateway. Receipts may come twice and in any order.`,
  scope: null,
  by: 'anyone',
  status: 200,
  body: Type.Object(
    {
      id: Text(64, 'The reference that the message was sent with, ntc_….'),
      status: OneOf(['delivered', 'failed'] as const, 'Whether the message reached the phone.'),
      reason: Type.Optional(Text(120, "Why it failed, in the gateway's words.")),
    },
    { title: 'SmsReceipt', description: 'What became of a message.' },
  ),
  answer: Type.Object(
    {
      updated: Type.Boolean({
        description: 'False for a message that is unknown, or whose end was known before.',
      }),
    },
    { title: 'ReceiptTaken', description: 'Whether it was news.' },
  ),
  errors: ['UNAUTHORIZED'],
  example: { body: { id: exampleNotice.id, status: 'delivered' }, answer: { updated: true } },
});
