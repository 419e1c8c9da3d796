import { formatTime, type ReceiptSent } from '@cottontree/contract';
import type { TakenFact } from '../outbox/index.ts';
import type { PlannedNotice } from './compose-batch.ts';
import type { NoticeFacts } from './notice-facts.ts';
import type { SettingsBook } from './settings-book.ts';

/** Whether a buyer is to be sent a receipt. */
export function isSaleReceipt({ kind }: TakenFact): boolean {
  return kind === 'pos.receipt.sent';
}

/** The receipts that these facts call for: all that there is to say stands in them. */
export function planSaleReceipts(
  facts: readonly TakenFact[],
  { book }: { readonly book: SettingsBook },
): readonly PlannedNotice[] {
  return facts.map((fact) => {
    const {
      sale_id: saleId,
      number,
      channel,
      to,
      url,
      amount,
      store_name: storeName,
      lang,
    } = receiptIn(fact);
    const noticeFacts: NoticeFacts = {
      store: book.of(fact.tenant).senderName ?? storeName,
      job: number,
      link: url,
      cash: null,
      way: '',
      subject: amount,
      at: formatTime(fact.createdAt),
      saleId,
    };
    const isMail = channel === 'email';
    return {
      tenant: fact.tenant,
      kind: 'sale_receipt',
      audience: 'recipient',
      phone: isMail ? null : to,
      email: isMail ? to : null,
      locale: lang,
      entity: number,
      facts: noticeFacts,
    };
  });
}

/** `data.object` of pos.receipt.sent, whose form the contract promises. */
function receiptIn({ facts }: TakenFact): ReceiptSent {
  return facts as unknown as ReceiptSent;
}
