import type { NoticeChannel, TicketNoticeKind } from '@cottontree/contract';
import { FACT_SECRET } from '../outbox/index.ts';
import type { Outcome } from './channels/outcome.ts';
import { CODE_MASK } from './notice-facts.ts';
import type { Notices } from './open-notices.ts';
import type { DueNotice } from './queue.queries.ts';
import { renderLetter, type LetterKind } from './render-letter.ts';

/** With these the tickets come along. */
const WITH_FILES: ReadonlySet<string> = new Set<TicketNoticeKind>(['tickets_paid', 'ticket_sent']);

/** Sends an e-mail to a buyer, a payer or a customer; one that brings tickets, an invoice or a receipt has them as they are now. */
export async function handOverLetter(
  room: Notices,
  notice: DueNotice,
  { to, channel }: { readonly to: string; readonly channel: NoticeChannel },
): Promise<Outcome> {
  const facts = notice.facts;
  const code = facts.sealed
    ? room.vault.open(Buffer.from(facts.sealed.code, 'base64'), FACT_SECRET).toString('utf8')
    : '';
  const render = (shown: string) =>
    renderLetter({ kind: notice.kind as LetterKind, locale: notice.locale, facts, code: shown });
  const tenant = { merchantId: notice.merchant_id, livemode: notice.livemode };
  const tickets =
    facts.tickets && WITH_FILES.has(notice.kind)
      ? await room.tickets.files({ tenant, ...facts.tickets })
      : [];
  const invoices =
    facts.invoiceId === undefined
      ? []
      : await room.invoices.files({ tenant, invoiceId: facts.invoiceId, locale: notice.locale });
  const receipts =
    facts.saleId === undefined
      ? []
      : await room.receipts.files({ tenant, saleId: facts.saleId, locale: notice.locale });
  const files = [...tickets, ...invoices, ...receipts];
  return room.channels.toMail(
    { id: notice.id, to, files, masked: render(CODE_MASK).text, ...render(code) },
    channel,
  );
}
