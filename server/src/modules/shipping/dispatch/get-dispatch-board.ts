import type { Data, DeliveryStatus, Input, Operations } from '@cottontree/contract';
import type { DispatchCall } from '../../../kernel/call/call.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Shipping } from '../module.ts';
import { countBoard, countStaff } from './board.queries.ts';

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
    carrying: Number(staff.carrying),
  };
  return reply({ columns, drivers, open_incidents: Number(staff.open_incidents) });
}
