import { formatTime } from '@cottontree/contract';
import type { TakenFact } from '../../outbox/index.ts';
import type { Tx } from '../../store/index.ts';
import type { PlannedNotice } from './compose-batch.ts';
import type { InvoicePort, ToldInvoice } from './document-ports.ts';
import type { NoticeFacts } from './notice-facts.ts';
import type { SettingsCache } from './settings-cache.ts';

export type InvoicePlanning = { readonly invoices: InvoicePort; readonly cache: SettingsCache };

const WITH_LETTERS: ReadonlySet<string> = new Set(['invoice.sent', 'invoice.reminded']);

/** Whether messages may wait for what a fact is about; told from the fact alone. */
export function isAboutLetters({ kind }: TakenFact): boolean {
  return WITH_LETTERS.has(kind);
}

/** The messages to customers that wait beside these facts: one statement for a whole batch. */
export async function planInvoiceNotices(
  tx: Tx,
  facts: readonly TakenFact[],
  module: InvoicePlanning,
): Promise<readonly PlannedNotice[]> {
  const [first] = facts;
  if (!first) return [];
  const told = await module.invoices.take(
    tx,
    facts.map(({ tenant, entity }) => ({ tenant, invoiceId: entity })),
  );
  return told.map((one) => planOne(one, { module, at: first.createdAt }));
}

function planOne(
  told: ToldInvoice,
  { module, at }: { readonly module: InvoicePlanning; readonly at: Date },
): PlannedNotice {
  const { tenant, kind, phone, email, subject, message } = told;
  const { locale, senderName } = module.cache.of(tenant);
  const facts: NoticeFacts = {
    store: senderName ?? told.storeName,
    job: told.number,
    link: told.link,
    cash: null,
    way: told.dueDate,
    subject: told.amount,
    at: formatTime(at),
    invoiceId: told.invoiceId,
    ...(subject === null && message === null ? {} : { own: { subject, message } }),
  };
  return {
    tenant,
    kind,
    audience: 'recipient',
    phone,
    email,
    locale,
    entity: told.number,
    facts,
    ...(told.byWhatsApp ? { by: 'whatsapp' as const } : {}),
  };
}
