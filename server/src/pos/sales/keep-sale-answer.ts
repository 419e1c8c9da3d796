import type { Sale } from '@cottontree/contract';
import { orFirstAnswer, replay } from '../../core/effect.ts';
import { sealReply } from '../../core/kept-answer.ts';
import { reply, type Reply } from '../../core/reply.ts';
import { presentSale } from './present-sale.ts';
import type { Seller } from './sale-request.ts';
import type { SaleClaim } from './sale-step.ts';
import { findSale, type SaleRow } from './sales.queries.ts';

type Answering = Pick<Seller, 'call' | 'room'>;

/** The first answer to a request with an Idempotency-Key, kept with the sale by the statement that makes it true. */
export function claimOf({ call, room }: Answering, status: 200 | 201): (after: SaleRow) => SaleClaim | null {
  const { idempotency } = call;
  if (!idempotency) return () => null;
  const at = room.world.now();
  return (after) => ({
    key: idempotency.key,
    hash: idempotency.hash,
    at,
    answer: sealReply(room.vault, reply(presentSale(after, room), { status }), at),
  });
}

/** The first answer again. It was sealed before the database gave the number, which never changes once it is given. */
export async function replaySale({ call, room }: Answering): Promise<Reply<Sale>> {
  if (!call.idempotency) throw new Error('Only a request with an Idempotency-Key is repeated.');
  return withNumber(
    await replay<Sale>(room, call, { idempotency: call.idempotency, runner: room.store.of(call.tenant) }),
    { call, room },
  );
}

/** Does what is asked for, or answers as before where that is refused now and was granted then. */
export async function orFirstSale(
  { call, room }: Answering,
  work: () => Promise<Reply<Sale>>,
): Promise<Reply<Sale>> {
  const judged = await orFirstAnswer<Reply<Sale>, Sale>(room, call, work);
  return 'fresh' in judged ? judged.fresh : withNumber(judged.answer, { call, room });
}

async function withNumber(answer: Reply<Sale>, { call, room }: Answering): Promise<Reply<Sale>> {
  const sale = answer.data;
  if (sale.completed_at === null || sale.number !== null) return answer;
  const row = await findSale(room.store.of(call.tenant), { tenant: call.tenant, id: sale.id });
  if (!row) return answer;
  return { ...answer, data: { ...sale, number: row.number_text, receipt_number: row.receipt_number } };
}
