import {
  deliveryStatuses,
  isTerminal,
  type DeliveryStatus,
  type DispatchDelivery,
  type Input,
  type Operations,
} from '@cottontree/contract';
import type { DispatchCall } from '../../../kernel/call/call.ts';
import { invalid } from '../../../kernel/call/failure.ts';
import { parseTime } from '../../../kernel/time/parse-time.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Shipping } from '../module.ts';
import { activeBoard, endedBoard, type BoardFilter } from './board.queries.ts';
import { readSeveral } from '../../../kernel/list/read-several.ts';
import { presentOnBoard } from './present-on-board.ts';

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
    if (text === undefined) return null;
    const parsed = parseTime(text, timeZone);
    if (!parsed.ok) throw invalid({ path, message: parsed.message });
    return parsed.at;
  };
  const to = read('created_to') ?? new Date(now.getTime() + DAY_MS);
  const from =
    read('created_from') ?? new Date(onlyActive ? 0 : to.getTime() - (ENDED_DAYS_DEFAULT + 1) * DAY_MS);
  if (!onlyActive && to.getTime() - from.getTime() > (ENDED_DAYS_MAX + 1) * DAY_MS)
    throw invalid({
      path: 'created_from',
      message: `must lie at most ${ENDED_DAYS_MAX} days before created_to where deliveries that have ended are asked for`,
    });
  return { from, to };
}
