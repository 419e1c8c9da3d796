import {
  deliveryStatuses,
  isTerminal,
  type Data,
  type DeliveryPhase,
  type DeliveryStatus,
  type DispatchDelivery,
  type Input,
  type Operations,
} from '@cottontree/contract';
import type { DispatchCall } from '../../../kernel/call/call.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { invalid } from '../../../kernel/call/failure.ts';
import { readTimeIn } from '../../../kernel/time/read-time.ts';
import { LATEST } from '../../../kernel/list/list-filters.queries.ts';
import { readSeveral } from '../../../kernel/list/read-several.ts';
import type { Shipping } from '../module.ts';
import { CODE_ATTEMPTS_MAX } from '../deliveries/judge-code.ts';
import { presentSummary, type Linking } from '../deliveries/present-delivery.ts';
import { phaseOf } from '../deliveries/present-tracking.ts';
import {
  activeBoard,
  countBoard,
  countStaff,
  endedBoard,
  type BoardFilter,
  type BoardRow,
} from './board.queries.ts';

const COLUMNS: readonly DeliveryStatus[] = ['pending', 'assigned', 'picked_up', 'in_transit'];

/** Counts what is on the board within reach, and who is at work. */
export async function getDispatchBoard(
  { query }: Input<Operations['getDispatchBoard']>,
  call: DispatchCall,
  module: Shipping,
): Promise<Reply<Data<Operations['getDispatchBoard']>>> {
  const reach = {
    merchant_id: call.reach?.merchantId ?? null,
    livemode: call.reach?.livemode ?? query.livemode ?? null,
  };
  const { slow } = module.store.system;
  const [counted, staff] = await Promise.all([countBoard(slow, reach, call.now), countStaff(slow, reach)]);
  const columns = COLUMNS.map((status) => {
    const found = counted.find((row) => row.status === status);
    return {
      status,
      count: Number(found?.count ?? 0n),
      late: Number(found?.late ?? 0n),
      unassigned: Number(found?.unassigned ?? 0n),
    };
  });
  const drivers = {
    active: Number(staff.active),
    on_shift: Number(staff.on_shift),
    free: Number(staff.free),
    carrying: Number(staff.carrying),
  };
  return reply({ columns, drivers, open_incidents: Number(staff.open_incidents) });
}

/** Tells where pictures of the ground come from, if the server has any. */
export async function getDispatchMap(
  _input: Input<Operations['getDispatchMap']>,
  _call: DispatchCall,
  { settings }: Shipping,
): Promise<Reply<Data<Operations['getDispatchMap']>>> {
  const { mapTiles: tiles } = settings;
  return reply({
    tiles: tiles && { url: tiles.url, attribution: tiles.attribution, zoom_max: tiles.zoomMax },
  });
}

type Query = Input<Operations['listDispatchDeliveries']>['query'];

const DAY_MS = 86_400_000;
const ENDED_DAYS_DEFAULT = 7;
const ENDED_DAYS_MAX = 31;
const UNDER_WAY: readonly DeliveryStatus[] = ['pending', 'assigned', 'picked_up', 'in_transit'];

/** Lists what is on the board, newest first unless sorted otherwise, across all merchants within reach. */
export async function listDispatchDeliveries(
  { query }: Input<Operations['listDispatchDeliveries']>,
  call: DispatchCall,
  module: Shipping,
): Promise<Reply<readonly DispatchDelivery[]>> {
  const { onlyActive, ...given } = givenOf(query, call, module);
  const board = onlyActive ? activeBoard : endedBoard;
  const { rows, meta } = await board.find(module.store.system.reads, { call, query, given });
  return reply(
    rows.map((row) => presentOnBoard(row, { settings: module.settings, vault: module.vault, now: call.now })),
    { meta },
  );
}

function givenOf(
  query: Query,
  { reach, now }: DispatchCall,
  module: Shipping,
): BoardFilter & { readonly onlyActive: boolean } {
  const statuses =
    query.status === undefined
      ? UNDER_WAY
      : readSeveral(query.status, { path: 'status', words: deliveryStatuses });
  const onlyActive = !statuses.some((status) => isTerminal(status) || status === 'delivered');
  const { from, to } = spanOf(query, { now, onlyActive, timeZone: module.map().card.timeZone });
  return {
    onlyActive,
    merchant_id: reach?.merchantId ?? query.merchant_id ?? null,
    livemode: reach?.livemode ?? query.livemode ?? null,
    statuses,
    late_at: query.late === true ? now : null,
    from,
    until: to,
  };
}

type Span = { readonly from: Date; readonly to: Date };

function spanOf(
  query: Query,
  {
    now,
    onlyActive,
    timeZone,
  }: { readonly now: Date; readonly onlyActive: boolean; readonly timeZone: string },
): Span {
  const read = (path: 'created_from' | 'created_to'): Date | null => {
    const text = query[path];
    return text === undefined ? null : readTimeIn(text, { path, timeZone });
  };
  const asked = read('created_to');
  const to = asked ?? new Date(now.getTime() + DAY_MS);
  const from =
    read('created_from') ?? new Date(onlyActive ? 0 : to.getTime() - (ENDED_DAYS_DEFAULT + 1) * DAY_MS);
  if (!onlyActive && to.getTime() - from.getTime() > (ENDED_DAYS_MAX + 1) * DAY_MS)
    throw invalid({
      path: 'created_from',
      message: `must lie at most ${ENDED_DAYS_MAX} days before created_to where deliveries that have ended are asked for`,
    });
  // A merchant's test clock may be far ahead of ours.
  return { from, to: asked ?? LATEST };
}

const SOON_MINUTES = 15;
const MINUTE_MS = 60_000;

/** A delivery as a dispatcher sees it. */
export function presentOnBoard(
  row: BoardRow,
  { now, ...linking }: Linking & { readonly now: Date },
): DispatchDelivery {
  const minutesLate = minutesLateOf(row, row.clock ?? now);
  return {
    merchant: { id: row.merchant_id, name: row.merchant_name },
    driver_on_shift: row.driver_id === null ? null : row.driver_on_shift,
    phase: phaseOf(row) satisfies DeliveryPhase | null,
    lateness:
      minutesLate === null
        ? null
        : minutesLate > 0
          ? 'late'
          : minutesLate > -SOON_MINUTES
            ? 'due_soon'
            : 'on_time',
    minutes_late: minutesLate,
    attempts_left: {
      pickup: CODE_ATTEMPTS_MAX - row.pickup_attempts,
      delivery: CODE_ATTEMPTS_MAX - row.delivery_attempts,
    },
    failed_attempts: row.attempts.length,
    open_incidents: Number(row.open_incidents),
    ...presentSummary(row, linking),
  };
}

/** Against the estimated pickup until that is done, then against the estimated delivery; null once it is over. */
function minutesLateOf(row: BoardRow, now: Date): number | null {
  const status = row.status;
  const due =
    status === 'pending' || status === 'assigned'
      ? row.estimated_pickup_at
      : status === 'picked_up' || status === 'in_transit'
        ? row.estimated_delivery_at
        : null;
  return due === null ? null : Math.ceil((now.getTime() - due.getTime()) / MINUTE_MS);
}
