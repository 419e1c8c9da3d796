import type { SendChannel } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { invalid } from '../../../kernel/call/failure.ts';
import { readPhone } from '../../../kernel/phone/read-phone.ts';

/** By which ways a message goes to a customer, where else than to the customer's own addresses, and what it says. */
export type SendInput = {
  readonly channels: readonly SendChannel[];
  readonly email: string | null;
  /** E.164. */
  readonly phone: string | null;
  readonly subject: string | null;
  readonly message: string | null;
};

type Body = { readonly to?: string; readonly subject?: string; readonly message?: string };

const MAIL = /^[^@\s]+@[^@\s]+$/;

export function readSendInput(
  { to, subject, message }: Body,
  channels: readonly SendChannel[],
  call: Call,
): SendInput {
  const isMail = to?.includes('@') === true;
  if (isMail && !MAIL.test(to))
    throw invalid({ path: 'to', message: 'must be an e-mail address or a phone number' });
  return {
    channels,
    email: isMail ? to : null,
    phone: to === undefined || isMail ? null : readPhone(to, { path: 'to', call }),
    subject: subject ?? null,
    message: message ?? null,
  };
}
