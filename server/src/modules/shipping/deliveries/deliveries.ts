import {
  codStatuses,
  deliveryStatuses,
  formatTime,
  nextStatuses,
  normaliseJobNumber,
  pathTo,
  toMajor,
  type Cancellation,
  type CancelReason,
  type Delivery,
  type DeliveryStatus,
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
import { effect } from '../../../kernel/effect/effect.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { findDelivery, type DeliveryChange, type DeliveryRow } from './deliveries.queries.ts';
import { listTenantDeliveries, type DeliveryFilter } from './list-deliveries.queries.ts';
import type { Shipping } from '../module.ts';
import { deliveryNotFound, guessesOf, moveDelivery } from './move-delivery.ts';
import { detailsOf, presentDelivery, presentSummary } from './present-delivery.ts';
import { withDriver } from './assign-driver.ts';
import { walked } from './walk-delivery.ts';
import { findLeastBusyDriver } from './driver-choice.queries.ts';
import { moveAndFollow } from './follow-up/move-and-follow.ts';
import { moved } from './delivery-change.ts';

type Query = Input<Operations['listDeliveries']>['query'];

/** Lists deliveries, newest first unless sorted otherwise, without their codes. */
export async function listDeliveries(
  { query }: Input<Operations['listDeliveries']>,
  call: Call,
  module: Shipping,
): Promise<Reply<readonly DeliverySummary[]>> {
  const { page: _page, limit: _limit, cursor: _cursor, sort = '-created_at', ...narrowed } = query;
  const page = readPage(query, { order: `listDeliveries ${sort}`, narrowed });
  const { total, rows } = await listTenantDeliveries(module.store.reads(call.tenant), call.tenant, {
    order: sort === 'created_at' ? 'oldest' : 'newest',
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

/** Walks a test delivery along the legal path to a status, as if a driver came and the right codes were entered. */
export async function advanceDelivery(
  { params, body }: Input<Operations['advanceDelivery']>,
  call: Call,
  module: Shipping,
): Promise<Reply<Delivery>> {
  const jobNumber = normaliseJobNumber(params.jobNumber);
  if (jobNumber === null) throw deliveryNotFound(params.jobNumber);

  return effect(module, call, {
    work: async (tx) => {
      const driver = await findLeastBusyDriver(module.store.system, call.tenant);
      const decide = (row: DeliveryRow): DeliveryChange | null => {
        const path = pathTo(row.status, body.to_status);
        if (path === null) throw noWay(row, body.to_status);
        if (path.length === 0) return null;
        return walked(row, {
          path,
          driverId: driver?.id ?? null,
          reason: null,
          by: 'merchant',
          now: call.now,
        });
      };
      const { row } = await moveAndFollow(
        tx,
        { tenant: call.tenant, jobNumber },
        { decide, module, now: call.now },
      );
      return reply(
        presentDelivery(driver && row.driver_id === driver.id ? withDriver(row, driver) : row, module),
      );
    },
  });
}

function noWay(row: DeliveryRow, to: DeliveryStatus): Failure {
  const from = row.status;
  return new Failure(
    'STATE_CONFLICT',
    `Delivery ${row.job_number} is ${from}; no legal way leads to ${to}.`,
    { details: { from, to, allowed: nextStatuses(from) } },
  );
}

/** How long after assignment a cancellation is still free. */
const FREE_CANCEL_MINUTES = 5;

/** Cancels a delivery that was not picked up; one that is cancelled already is answered again. */
export async function cancelDelivery(
  { params, body }: Input<Operations['cancelDelivery']>,
  call: Call,
  module: Shipping,
): Promise<Reply<Delivery>> {
  const jobNumber = normaliseJobNumber(params.jobNumber);
  if (jobNumber === null) throw deliveryNotFound(params.jobNumber);
  const input = { reason: body.reason ?? ('other' as const), note: body.note ?? null };

  return effect(module, call, {
    single: true,
    work: async (runner) => {
      const decide = (row: DeliveryRow): DeliveryChange | null =>
        row.status === 'cancelled' ? null : cancelled(row, { ...input, now: call.now });
      const { row } = await moveDelivery(
        runner,
        { tenant: call.tenant, jobNumber },
        { decide, wallClock: module.world.now() },
      );
      return reply(presentDelivery(row, module));
    },
  });
}

type CancelInput = { readonly reason: CancelReason; readonly note: string | null; readonly now: Date };

function cancelled(row: DeliveryRow, { reason, note, now }: CancelInput): DeliveryChange {
  if (row.status !== 'pending' && row.status !== 'assigned') {
    const advice =
      row.status === 'picked_up' || row.status === 'in_transit'
        ? ' Ask the dispatcher for a return instead.'
        : '';
    throw new Failure(
      'CANCELLATION_NOT_ALLOWED',
      `Delivery ${row.job_number} is ${row.status} and cannot be cancelled.${advice}`,
      { details: { status: row.status } },
    );
  }
  const fee = cancelFee(row, now);
  const currency = row.currency;
  const change = moved(row, {
    path: ['cancelled'],
    cause: { actor_type: 'merchant', actor: null, note },
    moment: { at: now, recordedAt: now },
  });
  const at = formatTime(change.cancelled_at ?? now);
  const cancellation: Cancellation = {
    reason,
    note,
    by: 'merchant',
    fee: toMajor(fee, currency),
    refund: toMajor(row.shipping_fee - fee, currency),
    at,
  };
  return { ...change, cancellation, cod_status: 'none' };
}

/** Nothing while nobody was on the way for long; then the rate card's fee, never more than the delivery's own. */
function cancelFee(row: DeliveryRow, now: Date): bigint {
  if (row.status === 'pending' || row.assigned_at === null) return 0n;
  if (now.getTime() - row.assigned_at.getTime() <= FREE_CANCEL_MINUTES * 60_000) return 0n;
  const fee = BigInt(detailsOf(row).cancel_fee_minor);
  return fee < row.shipping_fee ? fee : row.shipping_fee;
}
