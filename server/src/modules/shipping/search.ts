import { normaliseJobNumber, type SearchMatch } from '@cottontree/contract';
import { joined, type SearchQuestion, type SearchShare } from '../../kernel/call/search-share.ts';
import type { Shipping } from './module.ts';
import { findDeliveries, type FoundDelivery } from './search.queries.ts';

const WAYS: readonly SearchMatch[] = ['id', 'number', 'phone', 'name'];

/** Deliveries that a text may mean. */
export async function searchShipping({ store }: Shipping, question: SearchQuestion): Promise<SearchShare> {
  if (!question.may('shipping:read')) return { searched: [], results: [] };
  const rows = await findDeliveries(
    store.reads(question.tenant, 'point'),
    question,
    normaliseJobNumber(question.text),
  );
  return { searched: ['delivery'], results: rows.map(presentFound) };
}

function presentFound(row: FoundDelivery): SearchShare['results'][number] {
  return {
    kind: 'delivery',
    id: row.job_number,
    parent_id: null,
    title: row.job_number,
    subtitle: joined(row.recipient_name, row.delivery_city, row.order_number),
    status: row.status,
    matched: WAYS[row.way] ?? 'name',
  };
}
