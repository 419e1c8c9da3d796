import {
  codStatuses,
  deliveryStatuses,
  normaliseJobNumber,
  type Delivery,
  type DeliverySummary,
  type Input,
  type Operations,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { listMeta, readPage, rowsWanted, shownRows } from '../../../kernel/list/page.ts';
import { readPhone } from '../../../kernel/phone/read-phone.ts';
import { readSeveral } from '../../../kernel/list/read-several.ts';
import { readOptionalTime } from '../../../kernel/time/read-time.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { findDelivery } from './deliveries.queries.ts';
import { listTenantDeliveries, type DeliveryFilter } from './list-deliveries.queries.ts';
import type { Shipping } from '../module.ts';
import { deliveryNotFound, guessesOf } from './move-delivery.ts';
import { presentDelivery, presentSummary } from './present-delivery.ts';

type Query = Input<Operations['listDeliveries']>['query'];

/** Lists deliveries, newest first unless sorted otherwise, without their codes. */
export async function listDeliveries(
  { query }: Input<Operations['listDeliveries']>,
  call: Call,
  module: Shipping,
): Promise<Reply<readonly DeliverySummary[]>> {
  const page = readPage(query);
  const { total, rows } = await listTenantDeliveries(module.store.reads(call.tenant), call.tenant, {
    order: query.sort === 'created_at' ? 'oldest' : 'newest',
    after: page.after,
    offset: page.offset,
    rowsMax: rowsWanted(page),
    filter: filterOf(query, call),
  });
  const shown = shownRows(page, rows).map((row) => presentSummary(row, module));
  return reply(shown, {
    meta: listMeta({ page, total, rows, positionOf: (row) => ({ at: row.created_at, id: row.job_number }) }),
  });
}

function filterOf(query: Query, call: Call): DeliveryFilter {
  const timeOf = (path: 'created_from' | 'created_to' | 'updated_since'): Date | null => {
    return readOptionalTime(query[path], { path, call });
  };
  return {
    statuses:
      query.status === undefined
        ? null
        : readSeveral(query.status, { path: 'status', words: deliveryStatuses }),
    order_number: query.order_number ?? null,
    transaction_id: query.transaction_id ?? null,
    delivery_city: query.delivery_city ?? null,
    recipient_phone:
      query.recipient_phone === undefined
        ? null
        : readPhone(query.recipient_phone, { path: 'recipient_phone', call }),
    created_from: timeOf('created_from'),
    created_to: timeOf('created_to'),
    updated_since: timeOf('updated_since'),
    cod_statuses:
      query.cod_status === undefined
        ? null
        : readSeveral(query.cod_status, { path: 'cod_status', words: codStatuses }),
    late_at: query.late === true ? call.now : null,
  };
}

/** Answers one delivery whole, codes included. */
export async function getDelivery(
  { params }: Input<Operations['getDelivery']>,
  call: Call,
  module: Shipping,
): Promise<Reply<Delivery>> {
  const jobNumber = normaliseJobNumber(params.jobNumber);
  const row =
    jobNumber === null
      ? undefined
      : await findDelivery(
          module.store.of(call.tenant),
          { tenant: call.tenant, jobNumber },
          guessesOf(module.world.now()),
        );
  if (!row) throw deliveryNotFound(params.jobNumber);
  return reply(presentDelivery(row, module), { version: String(row.version) });
}
