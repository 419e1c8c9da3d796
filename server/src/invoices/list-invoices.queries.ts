import { invoiceStatuses } from '@cottontree/contract';
import {
  equal,
  flag,
  from,
  matchingAs,
  search,
  several,
  since,
  until,
} from '../core/list-filters.queries.ts';
import { list } from '../core/list.queries.ts';
import { byText, byTime } from '../core/list-walk.queries.ts';
import { INVOICE, INVOICE_COLUMNS } from './invoice-rows.ts';
import { readDay } from './read-parts.ts';

/** A merchant's invoices. */
export const invoiceList = list('listInvoices', {
  from: 'invoices i',
  row: INVOICE,
  select: INVOICE_COLUMNS,
  joins: '',
  given: { now: 'timestamptz' },
  filters: {
    status: several('i.status', invoiceStatuses),
    customer_id: equal('i.customer_id'),
    // As `isOverdue` decides.
    overdue: flag("i.status IN ('open', 'partially_paid') AND i.overdue_at <= :now::timestamptz"),
    due_from: matchingAs((day) => `i.due_date >= ${day}`, readDay),
    due_to: matchingAs((day) => `i.due_date <= ${day}`, readDay),
    created_from: from('i.created_at'),
    created_to: until('i.created_at'),
    updated_since: since('i.updated_at'),
    q: search(
      'i.number',
      "i.customer->>'name'",
      "i.customer->>'email'",
      "i.customer->>'phone'",
      'i.po_number',
    ),
  },
  sorts: { created_at: byTime('i.created_at'), due_date: byText('i.due_date') },
});
