import type { LiveKind } from '@cottontree/contract';

/** Which operations tell of what happened to a kind of thing, by words of their names. What all of a business shows is told by each. */
const CONCERNS: Readonly<Record<LiveKind, RegExp>> = {
  delivery: /deliver|handoff|track|notice|address|settlement|cash|customer/i,
  claim: /claim|deliver/i,
  webhook: /webhook|endpoint|message/i,
  payment_link: /paymentlink|payment/i,
  payment: /payment|refund|balance|ledger|invoice|customer|reconcil|notice/i,
  refund: /refund|payment|balance|ledger|sale|creditnote/i,
  payout: /payout|balance|ledger/i,
  provider_account: /provider|channel/i,
  reconciliation: /reconcil|payment/i,
  customer: /customer/i,
  cash_session: /cash|reportz/i,
  product: /product|categor|modifier|discount|taxrate|variant|stock|inventory/i,
  stock: /stock|inventory|product|transfer|count|variant/i,
  sale: /sale|pos|receipt|cash|inventory|stock|report|customer/i,
  invoice: /invoice|customer|creditnote|notice/i,
  credit_note: /creditnote|invoice/i,
  event: /event|ticket|pool|promo/i,
  ticket_type: /event|tickettype|pool/i,
  ticket_order: /order|ticket|event|customer/i,
  scan: /scan|ticket/i,
  ticket: /ticket|order|event/i,
  waitlist_entry: /waitlist|event/i,
};
const ALWAYS = /^getOverview$/;

/** Which operations' answers may be others now; of a kind that this page does not know yet, all. */
export function concernsOf(kind: string): RegExp {
  const known = (CONCERNS as Readonly<Record<string, RegExp>>)[kind];
  return known ? new RegExp(`${known.source}|${ALWAYS.source}`, 'i') : /./;
}
