import type { Payment } from '@cottontree/contract';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { openClientSecret } from './client-secret.ts';
import type { Payments } from '../module.ts';
import type { PaymentRow } from './payments.queries.ts';
import { presentPayment } from './present-payment.ts';

/** The answer that shows one payment to who may see all of it. */
export function replyPayment(module: Pick<Payments, 'settings' | 'vault'>, row: PaymentRow): Reply<Payment> {
  return reply(showPayment(module, row), { version: String(row.version) });
}

export function showPayment(
  { settings, vault }: Pick<Payments, 'settings' | 'vault'>,
  row: PaymentRow,
): Payment {
  return presentPayment(row, {
    publicUrl: settings.publicUrl,
    clientSecret: openClientSecret(vault, row.client_secret),
  });
}
