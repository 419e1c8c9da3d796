/** What a notice's text is filled with; each kind uses what it needs of it. */
export type NoticeFacts = {
  /** Whose parcel it is; the only part that may be shortened. */
  readonly store: string;
  readonly job: string;
  /** The recipient's page, the payer's receipt, or an invoice. */
  readonly link: string;
  /** Cash to have ready, as people read it; null for none. */
  readonly cash: string | null;
  /** From where to where, for drivers; an event's name, for its visitors; what a payment was for. */
  readonly way: string;
  /** What an alert is about: a URL, a key, a count. Of tickets: when the event is, or an amount. Of a payment or an invoice: its amount. */
  readonly subject: string;
  /** When it happened. */
  readonly at: string;
  /** The delivery code, sealed, in base64; where the text has one. */
  readonly sealed?: { readonly code: string };
  /** In the words of the merchant, where he found some; the link is put below them. */
  readonly own?: { readonly subject: string | null; readonly message: string | null };
  /** Which invoice comes with it by e-mail. */
  readonly invoiceId?: string;
  /** Which sale's receipt comes with it by e-mail. */
  readonly saleId?: string;
  /** Which tickets come with it by e-mail: all of an order, or one. */
  readonly tickets?: { readonly orderId: string; readonly ticketId: string | null };
};

/** Stands for a code wherever somebody may read it to whom it was not sent. */
export const CODE_MASK = '******';
