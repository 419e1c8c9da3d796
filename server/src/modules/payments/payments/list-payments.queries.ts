import { paymentStatuses } from '@cottontree/contract';
import {
  equal,
  from,
  matching,
  only,
  search,
  several,
  since,
  until,
} from '../../../kernel/list/list-filters.queries.ts';
import { list } from '../../../kernel/list/list.queries.ts';
import { byTime } from '../../../kernel/list/list-walk.queries.ts';
import { PAYMENT, PAYMENT_COLUMNS } from './payments.queries.ts';

const paidFor = (kind: string) => matching((id) => `(p.subject_kind = '${kind}' AND p.subject_id = ${id})`);

/** A merchant's payments. */
export const paymentList = list('listPayments', {
  from: 'payments p',
  row: PAYMENT,
  select: PAYMENT_COLUMNS,
  counted: 'kept',
  filters: {
    status: several('p.status', paymentStatuses),
    channel: equal('p.channel'),
    provider: equal('p.provider'),
    to_review: only('p.review IS NOT NULL'),
    reference: equal('p.reference'),
    sale_id: paidFor('sale'),
    invoice_id: paidFor('invoice'),
    payment_link_id: paidFor('payment_link'),
    ticket_order_id: paidFor('ticket_order'),
    delivery_job_number: paidFor('delivery'),
    order_ref: equal('p.order_ref'),
    created_from: from('p.created_at'),
    created_to: until('p.created_at'),
    updated_since: since('p.updated_at'),
    q: search(
      'p.reference',
      'p.description',
      'p.provider_ref',
      'p.customer_name',
      'p.customer_phone',
      'p.customer_email',
    ),
  },
  sorts: { created_at: byTime('p.created_at') },
});
