import {
  formatTime,
  idRandomBytes,
  makeId,
  quantityOf,
  toMajor,
  type Input,
  type Operations,
  type SaleRefund,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { hashContent } from '../../../kernel/effect/canonical-json.ts';
import { writeThenAct } from '../../../kernel/effect/outside-effect.ts';
import { constraintOf, isLockTimeout } from '../../../store/index.ts';
import type { Pos } from '../module.ts';
import { salesBusy } from '../sales/refuse-step.ts';
import { saleNotFound } from '../sales/sale-step.ts';
import { findSale } from '../sales/sales.queries.ts';
import {
  findRefund,
  findRefundByClientId,
  refundsOfSaleList,
  saleRefundList,
  type SaleRefundRow,
} from './refunds.queries.ts';
import type { RefundRequest } from './compose-refund.ts';
import { pursueSaleRefund } from './pursue-sale-refund.ts';
import { writeRefund, type RefundWriter } from './write-refund.ts';
import { partsOf, refundedLinesOf, refundedTaxesOf } from './refund-parts.ts';

/** Lists a merchant's refunds of sales, newest first unless sorted otherwise. */
export async function listPosRefunds(
  { query }: Input<Operations['listPosRefunds']>,
  call: Call,
  { store }: Pos,
): Promise<Reply<readonly SaleRefund[]>> {
  const { rows, meta } = await saleRefundList.find(store.reads(call.tenant), { call, query });
  return reply(rows.map(presentSaleRefund), { meta });
}

/** A refund of a sale as it stands. */
export async function getPosRefund(
  { params }: Input<Operations['getPosRefund']>,
  { tenant }: Call,
  { store }: Pos,
): Promise<Reply<SaleRefund>> {
  const row = await findRefund(store.of(tenant), { tenant, id: params.id });
  if (!row) throw new Failure('REFUND_NOT_FOUND', `There is no refund ${params.id.slice(0, 64)}.`);
  return reply(presentSaleRefund(row), { version: String(row.version) });
}

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

/** Lists the refunds of one sale, newest first unless sorted otherwise. */
export async function listSaleRefunds(
  { params: { id }, query }: Input<Operations['listSaleRefunds']>,
  call: Call,
  { store }: Pos,
): Promise<Reply<readonly SaleRefund[]>> {
  const { tenant } = call;
  if (!(await findSale(store.of(tenant), { tenant, id }))) throw saleNotFound(id);
  const { rows, meta } = await refundsOfSaleList.find(store.reads(tenant), {
    call,
    query,
    given: { sale_id: id },
  });
  return reply(rows.map(presentSaleRefund), { meta });
}

const RATE_UNITS = 10_000;

/** A refund of a sale as its merchant sees it. */
function presentSaleRefund(row: SaleRefundRow): SaleRefund {
  const currency = row.currency;
  const major = (minor: bigint | string): number => toMajor(BigInt(minor), currency);
  return {
    id: row.id,
    sale_id: row.sale_id,
    client_id: row.client_id,
    status: row.status,
    amount: major(row.amount),
    amount_failed: major(row.amount_failed),
    currency,
    items: refundedLinesOf(row).map(({ line, variant_id, name, quantity, amount, restock }) => ({
      line,
      variant_id,
      name,
      quantity: quantityOf(Number(quantity)),
      amount: major(amount),
      restock,
    })),
    tip: major(row.tip),
    service_charge: major(row.service_charge),
    cash_rounding: major(row.cash_rounding),
    tax_total: major(row.tax),
    taxes: refundedTaxesOf(row)
      .filter(({ amount, base }) => amount !== '0' || base !== '0')
      .map(({ name, rate, inclusive, base, amount }) => ({
        name,
        rate: Number(rate) / RATE_UNITS,
        inclusive,
        base: major(base),
        amount: major(amount),
      })),
    payments: partsOf(row).map(({ id, payment_id, channel, tender, amount, status }) => ({
      id,
      payment_id,
      channel,
      tender,
      amount: major(amount),
      status,
    })),
    reason: row.reason,
    cash_session_id: row.cash_session_id,
    location_id: row.location_id,
    staff_id: row.staff_id,
    occurred_at: formatTime(row.occurred_at),
    created_at: formatTime(row.created_at),
    updated_at: formatTime(row.updated_at),
    livemode: row.livemode,
  };
}
