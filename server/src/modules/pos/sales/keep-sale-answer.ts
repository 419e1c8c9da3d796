import type { Sale } from '@cottontree/contract';
import { orFirstAnswer, replay } from '../../../kernel/effect/effect.ts';
import { sealReply } from '../../../kernel/effect/kept-answer.ts';
import {
  begunNow,
  concludeBegun,
  isBegun,
  replayBegun,
  type Begun,
} from '../../../kernel/effect/outside-effect.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import type { Pos } from '../module.ts';
import { beginPayments } from './begin-payments.ts';
import { presentNumbers, presentSale, type LivePayments } from './present-sale.ts';
import { isPending, paymentsOf } from './sale-parts.ts';
import type { Seller } from './sale-request.ts';
import { saleNotFound, type SaleClaim } from './sale-step.ts';
import { findSale, type SaleKey, type SaleRow } from './sales.queries.ts';
import { changeSale, type DecideSale } from './change-sale.ts';

type Answering = Pick<Seller, 'call' | 'module'>;
type Status = 200 | 201;

/** What is kept of a sale whose money is still to be asked for. */
type BegunSale = Begun & { readonly sale_id: string; readonly status: Status };
type KnownSale = Reply<Sale | BegunSale>;

/** The record of a request with an Idempotency-Key, kept with the sale by the statement that makes it true: its first answer, where nothing is left to be asked for. */
export function claimOf({ call, module }: Answering, status: Status): (after: SaleRow) => SaleClaim | null {
  const { idempotency } = call;
  if (!idempotency) return () => null;
  const at = module.world.systemNow();
  const answerTo = (after: SaleRow): Sale | BegunSale =>
    isWaiting(after) ? { ...begunNow(module), sale_id: after.id, status } : presentSale(after, module);
  return (after) => ({
    key: idempotency.key,
    hash: idempotency.hash,
    at,
    answer: sealReply(module.vault, reply(answerTo(after), { status }), at),
  });
}

export function isWaiting(row: Pick<SaleRow, 'payments'>): boolean {
  return paymentsOf(row).some(isPending);
}

/** The answer to the request that has written a sale which waits for money. */
function concludeSale(
  { call, module }: Answering,
  {
    id,
    status,
    isClaimed,
  }: {
    readonly id: string;
    readonly status: Status;
    /** Whether the step kept the request. */ readonly isClaimed: boolean;
  },
): Promise<Reply<Sale>> {
  const act = (): Promise<Reply<Sale>> => askForMoney({ call, module }, { id, status });
  return isClaimed ? concludeBegun(module, call, act) : act();
}

/** Begins what is pending, and shows the sale as it is then. */
export async function askForMoney(
  { call: { tenant, now }, module }: Answering,
  { id, status }: { readonly id: string; readonly status: Status },
): Promise<Reply<Sale>> {
  const row = await findSale(module.store.of(tenant), { tenant, id });
  if (row) await beginPayments(module, tenant, { row, now });
  const sale = await showSale(module, { tenant, id });
  return reply(sale, { status, version: String(sale.version) });
}

/** The answer to a repeated request. */
export async function replaySale({ call, module }: Answering): Promise<Reply<Sale>> {
  if (!call.idempotency) throw new Error('Only a request with an Idempotency-Key is repeated.');
  return answerAgain(
    { call, module },
    await replay<Sale | BegunSale>(module, call, {
      idempotency: call.idempotency,
      runner: module.store.of(call.tenant),
    }),
  );
}

/** Does what is asked for, or answers as before where that is refused now and was granted then. */
export async function orFirstSale(
  { call, module }: Answering,
  work: () => Promise<Reply<Sale>>,
): Promise<Reply<Sale>> {
  const judged = await orFirstAnswer<Reply<Sale>, Sale | BegunSale>(module, call, work);
  return 'fresh' in judged ? judged.fresh : answerAgain({ call, module }, judged.answer);
}

/** The first answer; where its server died before it, what is pending is begun now. */
async function answerAgain({ call, module }: Answering, known: KnownSale): Promise<Reply<Sale>> {
  const { data } = known;
  const first = isBegun(data)
    ? await replayBegun<Sale>(module, call, () =>
        askForMoney({ call, module }, { id: data.sale_id, status: data.status }),
      )
    : { ...known, data };
  return asItIs(first, { call, module });
}

/**
 * What waited for money is shown as it is by now, under the time of the first answer; whatever else was answered stays
 * as it was said. That was sealed before the database gave the number, which never changes once it is given.
 */
async function asItIs(answer: Reply<Sale>, { call, module }: Answering): Promise<Reply<Sale>> {
  // An older program may have kept fewer fields.
  const sale: Partial<Sale> = answer.data;
  const { id, payments = [], completed_at: completedAt, number, receipt_number: receiptNumber } = sale;
  const isOpen = payments.some(
    ({ verdict, status }) =>
      verdict === null && (status === 'created' || status === 'requires_action' || status === 'processing'),
  );
  const isNumbered = number !== null && receiptNumber !== null;
  if (id === undefined || (!isOpen && (completedAt === null || isNumbered))) return answer;
  const row = await findSale(module.store.of(call.tenant), { tenant: call.tenant, id });
  if (!row) return answer;
  if (!isOpen) {
    // Only those that were kept as not given yet: what an older program did not keep is not added.
    const given = Object.entries(presentNumbers(row)).filter(([name]) => sale[name as keyof Sale] === null);
    return { ...answer, data: { ...answer.data, ...Object.fromEntries(given) } };
  }
  const now = await showSaleRow(module, call.tenant, row);
  if (JSON.stringify(now) === JSON.stringify(sale)) return answer;
  return { ...answer, data: now, version: String(now.version), replayed: true };
}

/** Changes a sale as a request asks for it, once whoever repeats it how often, and answers with how it stands then. */
export async function answerChange(
  { call, module, staff }: Seller,
  id: string,
  decide: DecideSale,
): Promise<Reply<Sale>> {
  const decideThere: DecideSale = async (before) => {
    await module.staff.requireAt(call, staff, before.location_id);
    return decide(before);
  };
  return orFirstSale({ call, module }, async () => {
    const { row, step, repeated } = await changeSale(module, { tenant: call.tenant, id }, decideThere);
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

/** A sale as it stands now; what it waits for as its provider last told. */
export async function showSale(module: Pos, key: SaleKey): Promise<Sale> {
  const row = await findSale(module.store.of(key.tenant), key);
  if (!row) throw saleNotFound(key.id);
  return showSaleRow(module, key.tenant, row);
}

/** The same for a row that was just read or written. */
async function showSaleRow(module: Pos, tenant: Tenant, row: SaleRow): Promise<Sale> {
  return presentSale(row, module, await findWaiting(module, tenant, [row]));
}

/** Sales as they stand now, in their order. */
export async function showSaleRows(
  module: Pos,
  tenant: Tenant,
  rows: readonly SaleRow[],
): Promise<readonly Sale[]> {
  const live = await findWaiting(module, tenant, rows);
  return rows.map((row) => presentSale(row, module, live));
}

async function findWaiting(module: Pos, tenant: Tenant, rows: readonly SaleRow[]): Promise<LivePayments> {
  const ids = rows.flatMap((row) => paymentsOf(row).filter(isPending)).map(({ id }) => id);
  const found = ids.length === 0 ? [] : await module.payments.findAll(tenant, ids);
  return new Map(found.map((payment) => [payment.id, payment]));
}
