import type { CashReport, Input, Operations } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Pos } from '../module.ts';
import { requireCashSession } from './cash-sessions.ts';
import { closeDrawer } from './close-drawer.ts';
import { readCounted } from './read-counted.ts';

/** Counts and closes a drawer: from then on nothing is added to it, and its Z report says all that was. */
export async function closeCashSession(
  { params, body }: Input<Operations['closeCashSession']>,
  call: Call,
  module: Pos,
): Promise<Reply<CashReport>> {
  const { tenant } = call;
  const staff = await module.staff.acting(call, body.staff_id ?? null);
  module.staff.require(staff, 'close_session');
  const session = await requireCashSession(module.store.of(tenant), tenant, params.id);
  const counted = readCounted(body.counted, session.currency);
  const unsynced = body.unsynced_count ?? 0;
  if (unsynced > 0 && body.force !== true) throw unsyncedSales(unsynced);
  return effect(module, call, {
    work: async (tx) =>
      reply(
        await closeDrawer(tx, { call, module, session, staff, counted, note: body.note ?? null, unsynced }),
      ),
  });
}

function unsyncedSales(count: number): Failure {
  return new Failure(
    'UNSYNCED_SALES',
    `The till holds ${count} sales that have not arrived. Send them first (POST /v1/pos/sync/sales), or close with force: they come late then.`,
    { details: { unsynced_count: count } },
  );
}
