import type { Sale } from '@cottontree/contract';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { changeSale, type DecideSale } from './change-sale.ts';
import { concludeSale, isWaiting, orFirstSale, replaySale } from './keep-sale-answer.ts';
import { presentSale } from './present-sale.ts';
import type { Seller } from './sale-request.ts';
import type { SaleClaim } from './sale-step.ts';
import type { SaleRow } from './sales.queries.ts';

type Answering = Pick<Seller, 'call' | 'module'>;

/** Changes a sale as a request asks for it, once whoever repeats it how often, and answers with how it stands then. */
export async function answerChange(
  { call, module }: Answering,
  id: string,
  decide: DecideSale,
): Promise<Reply<Sale>> {
  return orFirstSale({ call, module }, async () => {
    const { row, step, repeated } = await changeSale(module, { tenant: call.tenant, id }, decide);
    return repeated
      ? replaySale({ call, module })
      : answerSale({ call, module }, { row, claim: step?.claim ?? null, status: 200 });
  });
}

type Answered = { readonly row: SaleRow; readonly claim: SaleClaim | null; readonly status: 200 | 201 };

/** The sale after a request; where it waits for money, that is asked for first. */
export async function answerSale(
  { call, module }: Answering,
  { row, claim, status }: Answered,
): Promise<Reply<Sale>> {
  if (isWaiting(row))
    return concludeSale({ call, module }, { id: row.id, status, isClaimed: claim !== null });
  return reply(presentSale(row, module), {
    version: String(row.version),
    status,
    ...(claim ? { at: claim.at } : {}),
  });
}
