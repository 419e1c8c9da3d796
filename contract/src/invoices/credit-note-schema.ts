import { Type, type Static } from 'typebox';
import { CurrencyOut, PaymentFailure } from '../payments/schemas.ts';
import { refundStatuses } from '../payments/words.ts';
import { AmountOut, MetadataOut, Nullable, OneOf, shownMode } from '../schema.ts';
import { CreatedAtOut, PaymentIdOut, UpdatedAtOut } from '../shared-fields.ts';
import { creditRefundStatuses } from './words.ts';

export const CreditNoteItem = Type.Object(
  {
    line: Type.Integer({ description: 'Of the invoice.' }),
    description: Type.String({ description: 'As it stood on the invoice.' }),
    quantity: Type.Number({ description: 'How many are taken back.' }),
    amount: AmountOut('With its tax.'),
  },
  { title: 'CreditNoteItem', description: 'What is credited of one line.' },
);
export type CreditNoteItem = Static<typeof CreditNoteItem>;

export const CreditNoteRefund = Type.Object(
  {
    payment_id: PaymentIdOut,
    refund_id: Type.String({ description: '`re_…`, the last one where it was tried again.' }),
    amount: AmountOut('What goes back of it.'),
    status: OneOf(refundStatuses, 'How far it is.'),
    failure: Nullable(PaymentFailure, 'Why the money did not go back; null: it did, or is on its way.'),
  },
  { title: 'CreditNoteRefund', description: 'Money on its way back to who paid.' },
);
export type CreditNoteRefund = Static<typeof CreditNoteRefund>;

export const CreditNote = Type.Object(
  {
    id: Type.String({ description: '`cn_…`' }),
    version: Type.Integer({ description: 'Rises with every change.' }),
    number: Type.String({ description: 'From a series of its own.' }),
    invoice_id: Type.String({ description: 'The invoice that it lowers, `inv_…`.' }),
    invoice_number: Type.String({ description: 'As it stands on the invoice.' }),
    currency: CurrencyOut,
    amount: AmountOut('What is credited, with tax.'),
    tax_total: AmountOut('The tax in it.'),
    reason: Nullable(Type.String({ description: 'As it stands on the note; null: none was given.' })),
    items: Type.Array(CreditNoteItem, { description: 'Empty where only an amount is credited.' }),
    amount_refunded: AmountOut('What of it goes back; the rest makes less due.'),
    amount_returned: AmountOut('What of that has gone back.'),
    refund_status: OneOf(
      creditRefundStatuses,
      "none: nothing goes back; pending: it is on its way; returned: all of it went back; failed: some of it could not be sent back; kept: that stays with you as the customer's credit.",
    ),
    refunds: Type.Array(CreditNoteRefund, { description: 'Money that goes back for it; empty: none does.' }),
    metadata: MetadataOut,
    ...shownMode,
    created_at: CreatedAtOut,
    updated_at: UpdatedAtOut,
  },
  { title: 'CreditNote', description: 'What of an invoice need not be paid, or goes back.' },
);
export type CreditNote = Static<typeof CreditNote>;
