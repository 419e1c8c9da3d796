import { idRandomBytes, makeId, type Input, type Operations, type SaleRefund } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { effect } from '../../core/effect.ts';
import { Failure } from '../../core/failure.ts';
import { keepAnswer } from '../../core/idempotency.queries.ts';
import { sealReply } from '../../core/kept-answer.ts';
import { reply, type Reply } from '../../core/reply.ts';
import { constraintOf, isLockTimeout } from '../../store/index.ts';
import type { Pos } from '../open-pos.ts';
import { salesBusy } from '../sales/refuse-step.ts';
import { refundHash, type RefundRequest } from './compose-refund.ts';
import { presentSaleRefund } from './present-refund.ts';
import { pursueSaleRefund } from './pursue-sale-refund.ts';
import { findRefundByClientId } from './refunds.queries.ts';
import { writeRefund } from './write-refund.ts';

/** Refunds goods, an amount, or everything of a sale. What providers have to send back is written first, and asked for once that is sure. */
export async function refundSale(
  { params, body }: Input<Operations['refundSale']>,
  call: Call,
  room: Pos,
): Promise<Reply<SaleRefund>> {
  const staff = await room.staff.acting(call, body.staff_id ?? null);
  room.staff.require(staff, 'refund');
  const request: RefundRequest = {
    id: makeId('srf_', room.world.now().getTime(), room.world.randomBytes(idRandomBytes)),
    body,
    call,
    staff,
    world: room.world,
  };
  const written = await writeOnce(room, params.id, request).catch((error: unknown) => {
    // Somebody else came with the client_id at the same moment, and is found now.
    if (constraintOf(error) === 'sale_refunds_client_id') return writeOnce(room, params.id, request);
    throw isLockTimeout(error) ? salesBusy() : error;
  });
  room.wake('webhooks.fanOut');
  if (written.replayed || written.data.status !== 'pending' || written.data.id !== request.id) return written;
  return withEnd(room, call, {
    ...written,
    data: presentSaleRefund(await pursueSaleRefund(room, { tenant: call.tenant, id: request.id })),
  });
}

function writeOnce(room: Pos, saleId: string, request: RefundRequest): Promise<Reply<SaleRefund>> {
  const { call, body } = request;
  const { tenant } = call;
  return effect<SaleRefund>(room, call, {
    work: async (tx) => {
      const known =
        body.client_id === undefined
          ? undefined
          : await findRefundByClientId(tx, tenant, body.client_id.toLowerCase());
      if (!known) return reply(presentSaleRefund(await writeRefund({ room, tx, tenant }, saleId, request)));
      if (known.content_hash?.equals(refundHash(saleId, body)))
        return reply(presentSaleRefund(known), { status: 200 });
      throw new Failure(
        'IDEMPOTENCY_KEY_REUSED',
        `The client_id ${body.client_id} was used before for a different refund. Make a fresh one for a new refund.`,
        { details: { refund_id: known.id } },
      );
    },
  });
}

/** The answer with what its provider has said, kept for whoever repeats the request. */
async function withEnd(
  room: Pos,
  { tenant, idempotency }: Call,
  answer: Reply<SaleRefund>,
): Promise<Reply<SaleRefund>> {
  if (!idempotency) return answer;
  const at = answer.at ?? room.world.now();
  await room.store.transaction(tenant, (tx) =>
    keepAnswer(tx, tenant, { key: idempotency.key, answer: sealReply(room.vault, answer, at) }),
  );
  return { ...answer, at };
}
