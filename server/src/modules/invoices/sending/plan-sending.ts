import { formatMoney, idRandomBytes, makeId, type SendChannel, type SentChannel } from '@cottontree/contract';
import type { Context } from '../../../kernel/call/context.ts';
import { Failure, invalid } from '../../../kernel/call/failure.ts';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import type { Runner } from '../../../store/index.ts';
import { amountDueOf } from '../invoices/amount-due.ts';
import type { InvoiceRow } from '../invoices/invoice-rows.ts';
import { hostedUrl } from '../invoices/present-invoice.ts';
import { tellDate } from '../print/tell-figures.ts';
import { changeInvoice } from '../invoices/change-invoice.ts';
import { finalizeDraft } from '../invoices/finalize-invoice.ts';
import { requireInvoice } from '../invoices/invoices.ts';
import type { Invoices } from '../module.ts';
import { insertLetters, type Letter } from './letters.queries.ts';
import type { SendInput } from './read-send-input.ts';

type SendingContext = Pick<Context, 'world' | 'settings'> & {
  /** The operator has an account there, so that messages go out by themselves. */ readonly hasWhatsApp: boolean;
};
type PlannedSending = {
  readonly channels: readonly SentChannel[];
  readonly letters: readonly Letter[];
};

/** What becomes of each way by which an invoice is to go to its customer. */
export function planSending(
  defaults: SendingContext,
  row: InvoiceRow,
  { input, storeName }: { readonly input: SendInput; readonly storeName: string },
): PlannedSending {
  const url = hostedUrl(row, defaults.settings);
  const text =
    input.message ??
    `Invoice ${row.number ?? ''} from ${row.company.name ?? storeName}: ${formatMoney(amountDueOf(row), row.currency)}, due ${tellDate(row.due_date)}.`;
  const planned = input.channels.map((channel) => {
    const to = addressFor(row, channel, input);
    const status = statusOf(channel, { to, livemode: row.livemode, hasWhatsApp: defaults.hasWhatsApp });
    return {
      channel,
      status,
      to,
      url,
      share_url: shareUrl(channel, {
        to,
        subject: input.subject ?? `Invoice ${row.number ?? ''}`,
        text: `${text}\n${url}`,
      }),
    } satisfies SentChannel;
  });
  return { channels: planned, letters: planned.flatMap((one) => letterOf(defaults, one)) };
}

/** Whether nothing at all would come of it. */
export function reachesNobody(row: InvoiceRow, input: SendInput): boolean {
  return input.channels.every(
    (channel) => (channel === 'email' || channel === 'sms') && addressFor(row, channel, input) === null,
  );
}

function addressFor(row: InvoiceRow, channel: SendChannel, { email, phone }: SendInput): string | null {
  const { customer } = row;
  if (channel === 'link') return null;
  return channel === 'email' ? (email ?? customer.email) : (phone ?? customer.phone);
}

type Standing = { readonly to: string | null; readonly livemode: boolean; readonly hasWhatsApp: boolean };

/** Of test mode a message is written down, to be seen among the notices, and goes nowhere. */
function statusOf(channel: SendChannel, { to, livemode, hasWhatsApp }: Standing): SentChannel['status'] {
  if (channel === 'link' || (channel === 'whatsapp' && (!hasWhatsApp || to === null))) return 'share';
  if (to === null) return 'no_address';
  return livemode ? 'queued' : 'test';
}

function letterOf({ world }: SendingContext, { channel, status, to }: SentChannel): readonly Letter[] {
  if (to === null || channel === 'link' || (status !== 'queued' && status !== 'test')) return [];
  return [
    { id: makeId('ntc_', world.now().getTime(), world.randomBytes(idRandomBytes)), channel, address: to },
  ];
}

type Shared = { readonly to: string | null; readonly subject: string; readonly text: string };

/** An address that opens a written message in the app of whoever opens it; null for the bare link. */
function shareUrl(channel: SendChannel, { to, subject, text }: Shared): string | null {
  const said = encodeURIComponent(text);
  switch (channel) {
    case 'whatsapp':
      return `https://wa.me/${to === null ? '' : to.replaceAll(/\D/g, '')}?text=${said}`;
    case 'sms':
      return to === null ? null : `sms:${to}?body=${said}`;
    case 'email':
      return `mailto:${to === null ? '' : encodeURIComponent(to)}?subject=${encodeURIComponent(subject)}&body=${said}`;
    case 'link':
      return null;
  }
}

type Sending = {
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
  if (seen.status === 'draft') await finalizeFirst(module, runner, { tenant, id, now });
  let sentBefore = seen.sent_at;
  const { row } = await changeInvoice(module, runner, {
    tenant,
    id,
    now,
    decide: (current) => {
      refuseVoid(current);
      sentBefore = current.sent_at;
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

/** Where somebody else finalises it at the same moment, it is sent as it stands then. */
async function finalizeFirst(
  module: Invoices,
  runner: Runner,
  draft: Pick<Sending, 'tenant' | 'id' | 'now'>,
): Promise<void> {
  try {
    await finalizeDraft(module, runner, { ...draft, number: null });
  } catch (error) {
    const isOvertaken = error instanceof Failure && error.code === 'STATE_CONFLICT';
    if (!isOvertaken || (await requireInvoice(runner, draft)).status === 'draft') throw error;
  }
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
