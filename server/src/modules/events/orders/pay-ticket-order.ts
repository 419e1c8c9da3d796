import {
  idRandomBytes,
  makeId,
  type Payment,
  type PayTicketOrderBody,
  type TicketOrder,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { Failure, invalid } from '../../../kernel/call/failure.ts';
import { outsideEffect } from '../../../kernel/effect/outside-effect.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { World } from '../../../kernel/running/world.ts';
import type { SettledPayment } from '../../payments/index.ts';
import type { Events } from '../module.ts';
import type { EventState } from '../events/event-state.ts';
import { beginPayment, refuseUnpayable } from './begin-payment.ts';
import { changeOrder, orderNotFound, showOrderRow } from './change-order.ts';
import { issueStep } from './compose-tickets.ts';
import { findOrder, type OrderRow } from './orders.queries.ts';

type Paying = { readonly params: { readonly id: string }; readonly body: PayTicketOrderBody };

/** Takes the money for a held order: begins its payment, or issues the tickets where the money is there or none is due. */
export async function payTicketOrder(
  input: Paying,
  call: Call,
  module: Events,
): Promise<Reply<Payment | TicketOrder>> {
  return outsideEffect(
    module,
    call,
    async (again) => (again ? await findPaid(input, call, module) : null) ?? pay(input, call, module),
  );
}

/** What a request that was cut off has done, though the order may have been paid since. */
async function findPaid(
  { params, body }: Paying,
  { tenant }: Call,
  module: Events,
): Promise<Reply<Payment | TicketOrder> | null> {
  const row = await findOrder(module.store.of(tenant), tenant, params.id);
  if (!row || row.paid_at === null) return null;
  const payment =
    row.total === 0n || body.method === 'cash' || row.payment_id === null
      ? null
      : await module.payments.find(tenant, row.payment_id);
  return reply(payment ?? (await showOrderRow(module, tenant, row)));
}

async function pay(
  { params, body }: Paying,
  call: Call,
  module: Events,
): Promise<Reply<Payment | TicketOrder>> {
  const row = await findOrder(module.store.of(call.tenant), call.tenant, params.id);
  if (!row) throw orderNotFound(params.id);
  const { method } = body;
  if (method === 'cash' && call.caller.kind === 'public')
    throw invalid({ path: 'method', message: 'must be another than cash with a public key' });
  if (row.total === 0n || method === 'cash') return reply(await issueNow(row, { body, call, module }));
  refuseUnpayable(row, call.now);
  if (method === undefined) throw invalid({ path: 'method', message: 'is required' });
  const { payment } = await beginPayment(module, { orderId: row.id, wanted: { ...body, method }, call });
  return reply(payment);
}

/** Nobody is to be asked for money any more whose cash is taken; and no cash is taken where the money came just now. */
async function giveUpOther(row: OrderRow, { tenant, now }: Call, { payments }: Events): Promise<void> {
  const left = row.payment_id === null ? null : await payments.cancel(tenant, row.payment_id, now);
  if (left?.status !== 'succeeded') return;
  throw new Failure(
    'ORDER_NOT_PAYABLE',
    `The payment ${left.id} for order ${row.order_number} came through just now, so nothing is to be paid for it.`,
    { details: { status: 'paid' } },
  );
}

type Issuing = { readonly body: Paying['body']; readonly call: Call; readonly module: Events };

async function issueNow({ id }: OrderRow, { body, call, module }: Issuing): Promise<TicketOrder> {
  const { tenant, now: at } = call;
  const { row, step } = await changeOrder(module, { tenant, id }, async (before) => {
    if (isRepeated(before)) {
      await refuseOtherReference(before, { body, call, module });
      return null;
    }
    refuseUnpayable(before, at);
    if (before.status === 'awaiting_payment') await giveUpOther(before, call, module);
    return {
      issues: true,
      compose: (event, signer) => {
        const settled =
          before.total > 0n
            ? cashPayment(before, { event, reference: body.reference, world: module.world, at })
            : null;
        const step = issueStep(before, {
          event,
          signer,
          world: module.world,
          vault: module.vault,
          at,
          paymentId: settled?.id ?? null,
        });
        const after = { ...step.after, payment_method: settled ? 'cash' : null };
        return {
          ...step,
          after,
          settled,
          payment: settled && {
            payment_id: settled.id,
            verdict: 'kept' as const,
            amount: before.total,
            created_at: at,
          },
        };
      },
    };
  });
  // It may have been written only since it was looked for.
  if (step?.before?.payment_id) await module.payments.cancel(tenant, step.before.payment_id, at);
  return showOrderRow(module, tenant, row);
}

/** Who pays again for what cost nothing, or for what the cash was taken for, gets the order again. */
function isRepeated(row: OrderRow): boolean {
  return row.status === 'paid' && (row.total === 0n || row.payment_method === 'cash');
}

/** Cash that is taken under another reference is other cash than what the order was paid with. */
async function refuseOtherReference(
  row: OrderRow,
  { body: { reference }, call, module }: Issuing,
): Promise<void> {
  if (reference === undefined || row.payment_id === null) return;
  const kept = await module.payments.find(call.tenant, row.payment_id);
  if (!kept || kept.reference === reference) return;
  throw new Failure(
    'ORDER_NOT_PAYABLE',
    `Order ${row.order_number} was paid in cash already, under the reference ${kept.reference}. Leave reference out to get it again.`,
    { details: { status: row.status } },
  );
}

type CashDrawer = {
  readonly event: EventState;
  /** The merchant's own. */ readonly reference: string | undefined;
  readonly world: World;
  readonly at: Date;
};

/** The cash for an order, which is in the drawer already. */
export function cashPayment(order: OrderRow, { event, reference, world, at }: CashDrawer): SettledPayment {
  return {
    id: makeId('pay_', world.now().getTime(), world.randomBytes(idRandomBytes)),
    amountMinor: order.total,
    currency: order.currency,
    channel: 'cash',
    provider: 'cash',
    phone: order.buyer_phone,
    description: event.name,
    reference: reference ?? order.order_number,
    customer: { name: order.buyer_name, phone: order.buyer_phone, email: order.buyer_email },
    subject: { kind: 'ticket_order', id: order.id },
    amountSource: 'server',
    metadata: {},
    externalRef: null,
    at,
  };
}
