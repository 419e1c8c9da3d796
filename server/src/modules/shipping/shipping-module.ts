import { normaliseJobNumber, type SearchMatch } from '@cottontree/contract';
import type { Violation } from '../../kernel/call/failure.ts';
import { moduleOf } from '../../kernel/call/module.ts';
import { joined, type SearchQuestion, type SearchShare } from '../../kernel/call/search-share.ts';
import { runChecks, type Runner } from '../../store/index.ts';
import { cashChecks } from './cod/verify-cash.queries.ts';
import { runDueOnClock } from './deliveries/run-due-deliveries.ts';
import type { Shipping } from './module.ts';
import { mapLoops, shippingLoops } from './open-shipping.ts';
import { overviewOfShipping } from './overview.ts';
import { findDeliveries, type FoundDelivery } from './search.queries.ts';
import { jobChecks, shippingChecks } from './verify-shipping.queries.ts';
import * as operations from './operations.ts';

const WAYS: readonly SearchMatch[] = ['id', 'number', 'phone', 'name'];

/** Deliveries that a text may mean. */
async function searchShipping({ store }: Shipping, question: SearchQuestion): Promise<SearchShare> {
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

export const shippingModule = moduleOf<Shipping>()({
  operations,
  everywhere: mapLoops,
  loops: shippingLoops,
  runDue: runDueOnClock,
  overview: overviewOfShipping,
  search: searchShipping,
  verify: verifyShipping,
  close: ({ watch }) => watch[Symbol.dispose](),
});

/** What is promised of deliveries, their couriers and their cash and does not hold in the data of any merchant. */
export async function verifyShipping(system: Runner): Promise<readonly Violation[]> {
  return runChecks(system, [...shippingChecks, ...jobChecks, ...cashChecks]);
}
