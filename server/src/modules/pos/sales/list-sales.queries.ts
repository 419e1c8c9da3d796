import { saleStatuses } from '@cottontree/contract';
import {
  equal,
  flag,
  from,
  matching,
  several,
  since,
  until,
  type Filter,
} from '../../../kernel/list/list-filters.queries.ts';
import { list } from '../../../kernel/list/list.queries.ts';
import { byTime } from '../../../kernel/list/list-walk.queries.ts';
import { SALE, SALE_COLUMNS } from './sales.queries.ts';

/** By the number of its receipt or its own, which an index has by the digits at its end. */
const ofNumber: Filter<string> = () => ({
  params: { number_text: 'text?', number: 'int8?' },
  sql: '(:number_text::text IS NULL OR s.receipt_number = :number_text OR (s.number_text = :number_text AND s.number = :number))',
  optional: true,
  read: (text) => ({ number_text: text ?? null, number: digitsAtEnd(text ?? '') }),
});

/** A merchant's sales. */
export const saleList = list('listSales', {
  from: 'sales s',
  row: SALE,
  select: SALE_COLUMNS,
  counted: 'apart',
  filters: {
    status: several('s.status', saleStatuses),
    location_id: equal('s.location_id'),
    terminal_id: equal('s.terminal_id'),
    staff_id: equal('s.staff_id'),
    customer_id: equal('s.customer_id'),
    cash_session_id: equal('s.cash_session_id'),
    flagged: flag("s.flags <> '{}'"),
    flag: matching((one) => `${one} = ANY (s.flags)`),
    q: ofNumber,
    created_from: from('s.created_at'),
    created_to: until('s.created_at'),
    updated_since: since('s.updated_at'),
  },
  sorts: { created_at: byTime('s.created_at') },
});

/** Numbers may stand anywhere in what people read; most patterns end with them. */
function digitsAtEnd(text: string): bigint | null {
  const digits = /(\d{1,18})\D*$/.exec(text)?.[1];
  return digits === undefined ? null : BigInt(digits);
}
