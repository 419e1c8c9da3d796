import type { CashMovement, Input, Operations } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { constraintOf, type Runner } from '../../../store/index.ts';
import type { Pos } from '../module.ts';
import { requireCashSession } from './cash-sessions.ts';
import { presentMovement } from './list-cash-movements.ts';
import {
  composeEntry,
  firstAnswer,
  writeMovement,
  type MovementEntry,
  type WrittenMovement,
} from './movement-entry.ts';

type Wanted = Input<Operations['createCashMovement']>;

/** Puts cash into a drawer, takes it out, or notes that it was opened. */
export async function createCashMovement(
  input: Wanted,
  call: Call,
  module: Pos,
): Promise<Reply<CashMovement>> {
  const { tenant } = call;
  const { params, body } = input;
  const staff = await module.staff.acting(call, body.staff_id ?? null);
  module.staff.require(staff, body.type === 'no_sale' ? 'no_sale' : 'cash');
  const session = await requireCashSession(module.store.of(tenant), tenant, params.id);
  const entry = composeEntry(input, { call, module, session, staff });
  return effect(module, call, { work: (tx) => writeOnce(tx, { call, session, entry }) }).catch(
    async (error: unknown) => {
      // Another request with the client_id came first.
      if (constraintOf(error) !== 'cash_entries_client') throw error;
      const first = await firstAnswer(module.store.of(tenant), call, entry);
      if (first === null) throw error;
      return first;
    },
  );
}

async function writeOnce(
  tx: Runner,
  { call, session, entry }: WrittenMovement,
): Promise<Reply<CashMovement>> {
  const first = await firstAnswer(tx, call, entry);
  if (first !== null) return first;
  await writeMovement(tx, { call, session, entry });
  return reply(presentEntry(entry, { call, session }));
}

function presentEntry(entry: MovementEntry, { call, session }: Omit<WrittenMovement, 'entry'>): CashMovement {
  const {
    session_id,
    id,
    kind,
    amount_minor,
    staff_id = null,
    client_id = null,
    reason = null,
    occurred_at,
  } = entry;
  return presentMovement({
    session_id,
    id,
    kind,
    amount_minor,
    staff_id,
    client_id,
    reason,
    occurred_at,
    recorded_at: call.now,
    currency: session.currency,
    livemode: session.livemode,
  });
}
