import type { Sale } from '@cottontree/contract';
import { reply, type Reply } from '../../core/reply.ts';
import { beginPayments } from './begin-payments.ts';
import { changeSale, type DecideSale } from './change-sale.ts';
import { orFirstSale, replaySale } from './keep-sale-answer.ts';
import { presentSale } from './present-sale.ts';
import { isPending, paymentsOf } from './sale-parts.ts';
import type { Seller } from './sale-request.ts';
import type { SaleClaim } from './sale-step.ts';
import { showSale } from './show-sale.ts';
import type { SaleRow } from './sales.queries.ts';

type Answering = Pick<Seller, 'call' | 'room'>;

/** Changes a sale as a request asks for it, once whoever repeats it how often, and answers with how it stands then. */
export async function answerChange(
  { call, room }: Answering,
  id: string,
  decide: DecideSale,
): Promise<Reply<Sale>> {
  return orFirstSale({ call, room }, async () => {
    const { row, step, repeated } = await changeSale(room, { tenant: call.tenant, id }, decide);
    return repeated
      ? replaySale({ call, room })
      : answerSale({ call, room }, { row, claim: step?.claim ?? null });
  });
}

type Answered = { readonly row: SaleRow; readonly claim: SaleClaim | null; readonly status?: 201 };

/** The sale after a request; where it waits for money, that is asked for first. */
export async function answerSale(
  { call, room }: Answering,
  { row, claim, status }: Answered,
): Promise<Reply<Sale>> {
  const more = {
    version: String(row.version),
    ...(status ? { status } : {}),
    ...(claim ? { at: claim.at } : {}),
  };
  if (!paymentsOf(row).some(isPending)) return reply(presentSale(row, room), more);
  await beginPayments(room, call.tenant, { row, now: call.now });
  const sale = await showSale(room, { tenant: call.tenant, id: row.id });
  return reply(sale, { ...more, version: String(sale.version) });
}
