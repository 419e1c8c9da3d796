import { idRandomBytes, makeId, type Input, type Operations, type SaleRefund } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { hashContent } from '../../../kernel/effect/hash-content.ts';
import { writeThenAct } from '../../../kernel/effect/outside-effect.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { constraintOf, isLockTimeout } from '../../../store/index.ts';
import type { Pos } from '../module.ts';
import { salesBusy } from '../sales/refuse-step.ts';
import type { RefundRequest } from './compose-refund.ts';
import { presentSaleRefund } from './present-refund.ts';
import { pursueSaleRefund } from './pursue-sale-refund.ts';
import { findRefundByClientId } from './refunds.queries.ts';
import { writeRefund, type RefundWriter } from './write-refund.ts';

/** Refunds goods, an amount, or everything of a sale. What providers have to send back is written first, and asked for once that is sure. */
export async function refundSale(
  { params, body }: Input<Operations['refundSale']>,
  call: Call,
  module: Pos,
): Promise<Reply<SaleRefund>> {
  const staff = await module.staff.acting(call, body.staff_id ?? null);
  module.staff.require(staff, 'refund');
  const request: RefundRequest = {
    id: makeId('srf_', module.world.now().getTime(), module.world.randomBytes(idRandomBytes)),
    body,
    contentHash: body.client_id === undefined ? null : await hashContent({ sale_id: params.id, ...body }),
    call,
    staff,
    world: module.world,
  };
  return refundOnce(module, params.id, request).catch((error: unknown) => {
    // Somebody else came with the client_id at the same moment, and is found now.
    if (constraintOf(error) === 'sale_refunds_client_id') return refundOnce(module, params.id, request);
    throw isLockTimeout(error) ? salesBusy() : error;
  });
}

function refundOnce(module: Pos, saleId: string, request: RefundRequest): Promise<Reply<SaleRefund>> {
  const { tenant } = request.call;
  return writeThenAct(module, request.call, {
    judge: async () => null,
    write: (tx) => write({ module, tx, tenant }, saleId, request),
    act: async ({ id, status }) => {
      return reply(presentSaleRefund(await pursueSaleRefund(module, { tenant, id })), { status });
    },
  });
}

type Written = { readonly id: string; readonly status: 200 | 201 };

async function write(writer: RefundWriter, saleId: string, request: RefundRequest): Promise<Written> {
  const { body, contentHash } = request;
  const known =
    body.client_id === undefined
      ? undefined
      : await findRefundByClientId(writer.tx, writer.tenant, body.client_id.toLowerCase());
  if (!known) return { id: (await writeRefund(writer, saleId, request)).id, status: 201 };
  if (contentHash !== null && known.content_hash?.equals(contentHash)) return { id: known.id, status: 200 };
  throw new Failure(
    'IDEMPOTENCY_KEY_REUSED',
    `The client_id ${body.client_id} was used before for a different refund. Make a fresh one for a new refund.`,
    { details: { refund_id: known.id } },
  );
}
