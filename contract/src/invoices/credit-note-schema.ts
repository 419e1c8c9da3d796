import { Type, type Static } from 'typebox';
import { CurrencyOut, PaymentFailure } from '../payments/schemas.ts';
import { refundStatuses } from '../payments/words.ts';
import { AmountOut, MetadataOut, Nullable, OneOf, shownMode, TimeOut } from '../schema.ts';
import { creditRefundStatuses } from './words.ts';

export const CreditNoteItem = Type.Object(
  {
    line: Type.Integer({ description: 'Of the invoice.' }),
    description: Type.String(),
    quantity: Type.Number(),
    amount: AmountOut('With its tax.'),
  },
  { title: 'CreditNoteItem', description: 'What is credited of one line.' },
);
export type CreditNoteItem = Static<typeof CreditNoteItem>;

export const CreditNoteRefund = Type.Object(
  {
    payment_id: Type.String(),
    refund_id: Type.String({ description: '`re_…`, the last one where it was tried again.' }),
    amount: AmountOut('What goes back of it.'),
    status: OneOf(refundStatuses, 'How far it is.'),
    failure: Nullable(PaymentFailure),
  },
  { title: 'CreditNoteRefund', description: 'Money on its way back to who paid.' },
);
export type CreditNoteRefund = Static<typeof CreditNoteRefund>;

export const CreditNote = Type.Object(
  {
    id: Type.String({ description: '`cn_…`' }),
    version: Type.Integer({ description: 'Rises with every change.' }),
    number: Type.String({ description: 'From a series of its own.' }),
    invoice_id: Type.String(),
    invoice_number: Type.String(),
    currency: CurrencyOut,
    amount: AmountOut('What is credited, with tax.'),
    tax_total: AmountOut('The tax in it.'),
    reason: Nullable(Type.String()),
    items: Type.Array(CreditNoteItem, { description: 'Empty where only an amount is credited.' }),
    amount_refunded: AmountOut('What of it goes back; the rest makes less due.'),
    amount_returned: AmountOut('What of that has gone back.'),
    refund_status: OneOf(
      creditRefundStatuses,
      "none: nothing goes back; pending: it is on its way; returned: all of it went back; failed: some of it could not be sent back; kept: that stays with you as the customer's credit.",
    ),
    refunds: Type.Array(CreditNoteRefund),
    metadata: MetadataOut,
    ...shownMode,
    created_at: TimeOut(),
    updated_at: TimeOut(),
  },
  { title: 'CreditNote', description: 'What of an invoice need not be paid, or goes back.' },
);
export type CreditNote = Static<typeof CreditNote>;
