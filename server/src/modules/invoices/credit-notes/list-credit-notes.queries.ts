import { creditRefundStatuses } from '@cottontree/contract';
import { equal, from, search, several, since, until } from '../../../kernel/list/list-filters.queries.ts';
import { list } from '../../../kernel/list/list.queries.ts';
import { byTime } from '../../../kernel/list/list-walk.queries.ts';
import { CREDIT_NOTE, CREDIT_NOTE_COLUMNS } from './credit-notes.queries.ts';

/** A merchant's credit notes. */
export const creditNoteList = list('listCreditNotes', {
  from: 'credit_notes d',
  row: CREDIT_NOTE,
  select: CREDIT_NOTE_COLUMNS,
  filters: {
    invoice_id: equal('d.invoice_id'),
    refund_status: several(
      "CASE WHEN d.amount_refunded = 0 THEN 'none' ELSE d.refund_status END",
      creditRefundStatuses,
    ),
    q: search('d.number', 'd.invoice_number', 'd.reason'),
    created_from: from('d.created_at'),
    created_to: until('d.created_at'),
    updated_since: since('d.updated_at'),
  },
  sorts: { created_at: byTime('d.created_at') },
});
