import { Failure, invalid } from '../../../kernel/call/failure.ts';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import type { SentChannel } from '@cottontree/contract';
import type { Runner } from '../../../store/index.ts';
import { changeInvoice } from '../invoices/change-invoice.ts';
import { finalizeDraft } from '../invoices/finalize-invoice.ts';
import { requireInvoice } from '../invoices/invoices.ts';
import type { InvoiceRow } from '../invoices/invoice-rows.ts';
import type { Invoices } from '../module.ts';
import { insertLetters } from './letters.queries.ts';
import { planSending, reachesNobody } from './plan-sending.ts';
import type { SendInput } from './read-send-input.ts';

export type Sending = {
  readonly tenant: Tenant;
  readonly id: string;
  /** Business time. */ readonly now: Date;
  readonly storeName: string;
  readonly input: SendInput;
};
export type SentInvoice = {
  readonly row: InvoiceRow;
  readonly sentBefore: Date | null;
  readonly channels: readonly SentChannel[];
};

/** Sends an invoice in the transaction of its caller, which finalises a draft first; to be called within `pastTakenNumbers`. The messages are made soon after the commit. */
export async function sendWithin(
  module: Invoices,
  runner: Runner,
  { tenant, id, now, storeName, input }: Sending,
): Promise<SentInvoice> {
  const seen = await requireInvoice(runner, { tenant, id });
  refuseVoid(seen);
  refuseUnreachable(seen, input);
  if (seen.status === 'draft') await finalizeDraft(module, runner, { tenant, id, now, number: null });
  const sentBefore = seen.sent_at;
  const { row } = await changeInvoice(module, runner, {
    tenant,
    id,
    now,
    decide: (current) => {
      refuseVoid(current);
      return { set: { sent_at: now }, tell: ['invoice.sent'] };
    },
  });
  const { channels, letters } = planSending(module, row, { input, storeName });
  await insertLetters(runner, tenant, {
    invoiceId: id,
    kind: 'invoice_sent',
    subject: input.subject,
    message: input.message,
    at: now,
    letters,
  });
  return { row, sentBefore, channels };
}

function refuseVoid({ status }: InvoiceRow): void {
  if (status === 'void')
    throw new Failure('STATE_CONFLICT', 'The invoice is void: nobody is to pay it, so it is not sent.', {
      details: { from: status, to: 'sent', allowed: [] },
    });
}

/** A message that reaches nobody is a mistake of whoever sends it. */
export function refuseUnreachable(row: InvoiceRow, input: SendInput): void {
  if (reachesNobody(row, input))
    throw invalid({
      path: 'channels',
      message: 'reach nobody: the customer has no address for them. Send one in to, or use whatsapp or link',
    });
}
