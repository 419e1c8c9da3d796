import { idRandomBytes, makeId, type Input, type Operations, type Sale } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { refuseAboveRefundMax } from '../../../kernel/call/refund-max.ts';
import type { Reply } from '../../../kernel/call/reply.ts';
import type { Pos } from '../module.ts';
import { openSessionOf } from '../cash/cash-entries.queries.ts';
import { cashOfNoDrawer } from '../cash/write-cash-entries.ts';
import type { StockActor } from '../inventory/stock-move.ts';
import { saleFact } from './advance-sale.ts';
import { answerChange, claimOf } from './keep-sale-answer.ts';
import type { DecidedSale } from './change-sale.ts';
import { documentEntries, salePostings, stockMovesOf, tenderEntries } from './sale-bookings.ts';
import { plainStep, requireMove, stateConflict, type SaleClaim, type SaleStep } from './sale-step.ts';
import { amountOf, paymentsOf, type KeptPayment } from './sale-parts.ts';
import { actorOf, readActor, readSeller, type Seller } from './sale-request.ts';
import { holdLocation } from '../settings/locations.queries.ts';
import { nextVersion } from './sale-versions.ts';
import type { SaleRow } from './sales.queries.ts';

/** Takes back what was just sold: its stock and its cash come back, its number stays. */
export async function voidSale(
  { params, body }: Input<Operations['voidSale']>,
  call: Call,
  module: Pos,
): Promise<Reply<Sale>> {
  const seller = await readActor(call, module, { staffId: body.staff_id, permission: 'void' });
  return answerChange(seller, params.id, (before) =>
    decideVoid(before, { seller, reason: body.reason ?? null }),
  );
}

/** Gives up a sale that is parked or open; what was paid in part goes back. */
export async function cancelSale(
  { params, body }: Input<Operations['cancelSale']>,
  call: Call,
  module: Pos,
): Promise<Reply<Sale>> {
  const seller = await readSeller(call, module, body.staff_id);
  return answerChange(seller, params.id, async (before) => {
    requireMove(before, 'cancelled');
    refuseAboveRefundMax(call.caller, before.amount_paid, before.currency);
    // The drawer that took the money may be counted and closed by now; it goes back out of the one that is open.
    const drawer =
      body.cash_session_id ??
      (await openSessionOf(module.store.of(call.tenant), call.tenant, before.cash_session_id));
    return {
      wants: [],
      compose: ({ settings }) => {
        if (settings.require_cash_session && drawer === null) refuseCashOfNoDrawer(before);
        return takeBack(before, {
          to: 'cancelled',
          drawer,
          module,
          at: call.now,
          actor: actorOf(seller),
          reason: body.reason ?? null,
          claimOf: claimOf(seller, 200),
        });
      },
    };
  });
}

function refuseCashOfNoDrawer(row: SaleRow): void {
  if (paymentsOf(row).some(({ verdict, channel }) => verdict === 'kept' && channel === 'cash'))
    throw cashOfNoDrawer();
}

function decideVoid(
  before: SaleRow,
  { seller, reason }: { readonly seller: Seller; readonly reason: string | null },
): DecidedSale {
  const { call, module } = seller;
  requireMove(before, 'voided');
  refuseAboveRefundMax(call.caller, before.amount_paid, before.currency);
  const byProvider = paymentsOf(before).find(
    ({ verdict, channel }) => verdict === 'kept' && channel !== 'cash' && channel !== 'external',
  );
  if (byProvider)
    throw stateConflict(
      before,
      'voided',
      `The sale was paid through a provider (${byProvider.channel}); refund it instead`,
    );
  return {
    wants: [],
    compose: ({ place }) => {
      const closed = () =>
        stateConflict(
          before,
          'voided',
          `The location ${place.name} is closed for good, so its goods cannot go back there; refund it instead`,
        );
      if (place.is_closed) throw closed();
      const step = takeBack(before, {
        to: 'voided',
        drawer: before.cash_session_id,
        module,
        at: call.now,
        actor: actorOf(seller),
        reason,
        claimOf: claimOf(seller, 200),
      });
      return {
        ...step,
        // Nobody closes the location before the goods lie there.
        alongside: async (tx) => {
          if (!(await holdLocation(tx, call.tenant, place.id))) throw closed();
          await step.alongside?.(tx);
        },
      };
    },
  };
}

type TakingBack = {
  readonly to: 'voided' | 'cancelled';
  /** Out of which the money goes back, and which must be open. */
  readonly drawer: string | null;
  readonly module: Pick<Pos, 'world' | 'settings' | 'payments'>;
  readonly at: Date;
  readonly actor: StockActor | null;
  readonly reason: string | null;
  readonly claimOf: ((after: SaleRow) => SaleClaim | null) | null;
};

/** Ends a sale as if it had not been: stock comes back, the drawer gives back what it took, and the money goes back in the same transaction. */
function takeBack(before: SaleRow, { to, drawer, module, at, actor, reason, claimOf }: TakingBack): SaleStep {
  const kept = paymentsOf(before).filter(({ verdict }) => verdict === 'kept');
  const isVoid = to === 'voided';
  const after: SaleRow = {
    ...nextVersion(before, before, { at, world: module.world, told: isVoid ? 1 : 0 }),
    status: to,
    void_reason: reason,
    amount_refunded: before.amount_paid,
    stock_state: 'none',
    expires_at: null,
    ended_at: at,
  };
  const entering = { world: module.world, at, force: false };
  return {
    ...plainStep(before, after),
    drawer: isVoid || kept.length > 0 ? drawer : null,
    isDrawerAnywhere: true,
    claim: claimOf?.(after) ?? null,
    moves: stockMovesOf(before, after, at),
    actor,
    entries: [
      ...tenderEntries({ ...before, cash_session_id: drawer }, kept, { kind: 'void', entering }),
      ...(isVoid ? documentEntries(before, { kind: 'void', entering }) : []),
    ],
    postings: isVoid ? salePostings(after, 'sale.voided') : [],
    facts: isVoid ? [saleFact('pos.sale.voided', after, module)] : [],
    alongside: giveMoneyBack(after, kept, { drawer, module, at, reason }),
  };
}

function giveMoneyBack(
  row: SaleRow,
  kept: readonly KeptPayment[],
  { drawer, module, at, reason }: Pick<TakingBack, 'drawer' | 'module' | 'at' | 'reason'>,
): SaleStep['alongside'] {
  const refunds = kept.flatMap((payment) => {
    const amountMinor = amountOf(payment);
    if (amountMinor === 0n) return [];
    return [
      {
        id: makeId('re_', module.world.now().getTime(), module.world.randomBytes(idRandomBytes)),
        paymentId: payment.id,
        amountMinor,
        inCash: payment.channel === 'cash',
        cashSessionId: drawer,
        reason,
        at,
      },
    ];
  });
  if (refunds.length === 0) return null;
  const tenant = { merchantId: row.merchant_id, livemode: row.livemode };
  return async (tx) => void (await module.payments.beginRefunds(tx, tenant, refunds));
}
