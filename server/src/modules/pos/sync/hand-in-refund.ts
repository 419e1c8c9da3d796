import { formatTime, idRandomBytes, makeId, type DrawerRefundIn } from '@cottontree/contract';
import { Failure } from '../../../kernel/call/failure.ts';
import { constraintOf, type Tx } from '../../../store/index.ts';
import type { CashSessionRow } from '../cash/cash-sessions.queries.ts';
import { requireCashSession } from '../cash/cash-sessions.ts';
import { writeMovement, type MovementEntry } from '../cash/cash-movements.ts';
import { findMovementByClientId } from '../cash/cash-entries.queries.ts';
import { readMinor } from '../cash/read-counted.ts';
import { findRefundByClientId } from '../refunds/refunds.queries.ts';
import { writeRefund } from '../refunds/write-refund.ts';
import { findSalesByClientId, type SaleRow } from '../sales/sales.queries.ts';
import { doerOf, entryReused, noteFlags, type Handed, type HandedIn } from './drawer-entry.ts';

/** What a sale says where nothing like it can be given back any more. */
const NOTHING_LEFT: ReadonlySet<string> = new Set([
  'REFUND_EXCEEDS_PAYMENT',
  'STATE_CONFLICT',
  'VALIDATION_ERROR',
]);

/** Notes cash that was given back for goods. What of it the sale cannot bear went out of the drawer nevertheless. */
export async function handInRefund(handed: Handed<DrawerRefundIn>): Promise<HandedIn> {
  const { call, module, entry } = handed;
  const { tenant } = call;
  const session = await requireCashSession(module.store.of(tenant), tenant, entry.cash_session_id);
  const write = () => module.store.transaction(tenant, (tx) => refundOnce(tx, handed, session));
  return write().catch((error: unknown) => {
    // The same refund came twice at once, and the other one is there now.
    if (['sale_refunds_client_id', 'cash_entries_client'].includes(constraintOf(error) ?? '')) return write();
    throw error;
  });
}

async function refundOnce(
  tx: Tx,
  handed: Handed<DrawerRefundIn>,
  session: CashSessionRow,
): Promise<HandedIn> {
  const before = await writtenBefore(tx, handed, session);
  if (before) return before;
  const { entry, call, flags } = handed;
  const clientId = entry.sale_client_id.toLowerCase();
  const sale = (await findSalesByClientId(tx, call.tenant, [clientId])).get(clientId);
  const givenMinor = readMinor(entry.amount, { path: 'amount', currency: session.currency });
  const refund = sale ? await refundGoods(tx, handed, sale) : null;
  // The sale may have nothing left because this very refund came twice at once, and the other one took it.
  const meanwhile = sale && !refund ? await writtenBefore(tx, handed, session) : null;
  if (meanwhile) return meanwhile;
  const restMinor = givenMinor - (refund?.amountMinor ?? 0n);
  const late =
    restMinor === 0n
      ? refund?.isLate
      : (await moveRest(tx, { handed, session, restMinor, isAlone: !refund })).isLate;
  const told = {
    sessionId: session.id,
    amountMinor: givenMinor,
    flags: [
      ...flags,
      ...(late || session.status === 'closed' ? (['closed_session'] as const) : []),
      ...(!sale ? (['unknown_sale'] as const) : []),
      ...(sale && !refund ? (['refund_exceeds'] as const) : []),
      ...(refund && restMinor !== 0n ? (['totals_differ'] as const) : []),
    ],
  };
  return {
    result: 'accepted',
    ...(await noteFlags(tx, handed, told)),
    ...(refund ? { refundId: refund.id } : {}),
  };
}

async function writtenBefore(
  tx: Tx,
  { entry, hash, call }: Handed<DrawerRefundIn>,
  session: CashSessionRow,
): Promise<HandedIn | null> {
  const clientId = entry.client_id.toLowerCase();
  const refund = await findRefundByClientId(tx, call.tenant, clientId);
  const written = refund ?? (await findMovementByClientId(tx, call.tenant, clientId));
  if (!written) return null;
  if (!written.content_hash?.equals(hash)) throw entryReused(written.id);
  return {
    result: 'duplicate',
    flags: [],
    sessionId: session.id,
    ...(refund ? { refundId: refund.id } : {}),
  };
}

type Refunded = { readonly id: string; readonly amountMinor: bigint; readonly isLate: boolean };

/** Null where the sale has nothing like it left; nothing is written then. */
async function refundGoods(tx: Tx, handed: Handed<DrawerRefundIn>, sale: SaleRow): Promise<Refunded | null> {
  const { entry, hash, call, module, happenedAt } = handed;
  const { client_id, items, cash_session_id, reason } = entry;
  try {
    const row = await writeRefund({ module, tx, tenant: call.tenant }, sale.id, {
      id: makeId('srf_', call.now.getTime(), module.world.randomBytes(idRandomBytes)),
      body: {
        client_id,
        items,
        cash_session_id,
        tender: 'cash',
        occurred_at: formatTime(happenedAt),
        ...(reason === undefined ? {} : { reason }),
      },
      contentHash: hash,
      call,
      staff: doerOf(handed),
      isPast: true,
      world: module.world,
    });
    return { id: row.id, amountMinor: row.amount, isLate: false };
  } catch (error) {
    if (error instanceof Failure && NOTHING_LEFT.has(error.code)) return null;
    throw error;
  }
}

type Rest = {
  readonly handed: Handed<DrawerRefundIn>;
  readonly session: CashSessionRow;
  readonly restMinor: bigint;
  /** No refund bears the client_id, so the movement does. */ readonly isAlone: boolean;
};

function moveRest(tx: Tx, { handed, session, restMinor, isAlone }: Rest) {
  const { entry: given, call, module, hash, happenedAt } = handed;
  const entry: MovementEntry = {
    session_id: session.id,
    id: makeId('cmv_', call.now.getTime(), module.world.randomBytes(idRandomBytes)),
    kind: restMinor > 0n ? 'pay_out' : 'pay_in',
    tender: 'cash',
    amount_minor: -restMinor,
    staff_id: doerOf(handed)?.id ?? null,
    client_id: isAlone ? given.client_id.toLowerCase() : null,
    content_hash: isAlone ? hash.toString('hex') : null,
    reason: `Given back for the sale ${given.sale_client_id}, beside what it had left.`,
    force: true,
    occurred_at: happenedAt,
  };
  return writeMovement(tx, { call, session, entry });
}
