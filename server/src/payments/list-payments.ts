import {
  paymentStatuses,
  type Input,
  type Operations,
  type Payment,
  type PaymentStatus,
} from '@cottontree/contract';
import type { Call } from '../core/call.ts';
import { invalid } from '../core/failure.ts';
import { listMeta, readPage, rowsWanted, shownRows } from '../core/page.ts';
import { readOptionalTime } from '../core/read-time.ts';
import { reply, type Reply } from '../core/reply.ts';
import { listTenantPayments, type PaymentFilter } from './list-payments.queries.ts';
import type { Payments } from './open-payments.ts';
import { presentPayment } from './present-payment.ts';

type Query = Input<Operations['listPayments']>['query'];

/** Lists payments, newest first unless sorted otherwise, without their client secrets. */
export async function listPayments(
  { query }: Input<Operations['listPayments']>,
  call: Call,
  room: Payments,
): Promise<Reply<readonly Payment[]>> {
  const page = readPage(query);
  const { publicUrl } = room.settings;
  const { total, rows } = await listTenantPayments(room.store.slow(call.tenant), call.tenant, {
    filter: filterOf(query, call),
    sort: query.sort ?? '-created_at',
    after: page.after,
    offset: page.offset,
    rowsMax: rowsWanted(page),
  });
  const shown = shownRows(page, rows).map((row) => presentPayment(row, { publicUrl, clientSecret: null }));
  return reply(shown, {
    meta: listMeta({ page, total, rows, positionOf: (row) => ({ at: row.created_at, id: row.id }) }),
  });
}

function filterOf(query: Query, call: Call): PaymentFilter {
  const timeOf = (path: 'created_from' | 'created_to' | 'updated_since'): Date | null => {
    return readOptionalTime(query[path], { path, call });
  };
  return {
    statuses: query.status === undefined ? null : readStatuses(query.status),
    channel: query.channel ?? null,
    provider: query.provider ?? null,
    reference: query.reference ?? null,
    subject: subjectOf(query),
    orderRef: query.order_ref ?? null,
    text: query.q ?? null,
    createdFrom: timeOf('created_from'),
    createdTo: timeOf('created_to'),
    updatedSince: timeOf('updated_since'),
  };
}

const SUBJECTS = [
  ['sale_id', 'sale'],
  ['invoice_id', 'invoice'],
  ['payment_link_id', 'payment_link'],
  ['ticket_order_id', 'ticket_order'],
] as const;

function subjectOf(query: Query): PaymentFilter['subject'] {
  const [first, second] = SUBJECTS.flatMap(([field, kind]) =>
    query[field] === undefined ? [] : [{ field, kind, id: query[field] }],
  );
  if (second !== undefined)
    throw invalid({
      path: second.field,
      message: 'cannot stand beside another thing that was paid for: a payment is for one',
    });
  return first ?? null;
}

function readStatuses(text: string): readonly PaymentStatus[] {
  const words = [...new Set(text.split(',').map((word) => word.trim()))];
  const unknown = words.find((word) => !isStatus(word));
  if (unknown === undefined) return words.filter(isStatus);
  throw invalid({
    path: 'status',
    message: `must be one or several of ${paymentStatuses.join(', ')}, with commas between; "${unknown}" is none of them`,
  });
}

function isStatus(word: string): word is PaymentStatus {
  return paymentStatuses.some((status) => status === word);
}
