import {
  operations,
  type CreateSaleBody,
  type Input,
  type Operations,
  type Sale,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { hashContent } from '../../../kernel/effect/canonical-json.ts';
import { findKept } from '../../../kernel/effect/idempotency.queries.ts';
import { refuseReadOnly } from '../../../kernel/shape/read-only.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Pos } from '../module.ts';
import { answerSale, askForMoney, isWaiting, orFirstSale, replaySale } from './keep-sale-answer.ts';
import { composeSale, makeSaleNames, type SaleRequest } from './compose-sale.ts';
import { grantedRow } from './change-sale.ts';
import { presentSale } from './present-sale.ts';
import { wantsOf } from './price-items.ts';
import {
  readSaleBuyer,
  readSalePlace,
  readSeller,
  refuseOtherCurrency,
  type Seller,
} from './sale-request.ts';
import { findSalesByClientId } from './sales.queries.ts';

type Wanted = Input<Operations['createSale']>;

/** Makes a sale: stock, number, drawer, ledger, messages and the record of the request are one transaction for all who sell at the location. */
export async function createSale({ body }: Wanted, call: Call, module: Pos): Promise<Reply<Sale>> {
  refuseReadOnly(operations.createSale.readOnly, body, { livemode: call.tenant.livemode });
  const seller = await readSeller(call, module, body.staff_id);
  const answer = await orFirstSale(seller, () => orSameSale(seller, body, () => sellOnce(seller, body)));
  if (answer.replayed) requireStillAllowed(seller, body, answer.data);
  return answer;
}

async function sellOnce(seller: Seller, body: Wanted['body']): Promise<Reply<Sale>> {
  const { call, module } = seller;
  const currency = refuseOtherCurrency(body.currency, call);
  const [locationId, buyer] = await Promise.all([readSalePlace(body, seller), readSaleBuyer(body, seller)]);
  await module.staff.requireAt(call, seller.staff, locationId);
  const request: SaleRequest = {
    body,
    contentHash: body.client_id === undefined ? null : await hashContent(body),
    currency,
    locationId,
    buyer,
    seller,
    names: makeSaleNames(module.world, body.payments?.length ?? 0),
  };
  const sold = await module.sell({
    key: { tenant: call.tenant, locationId },
    wants: wantsOf(body.items),
    compose: (basis) => composeSale(request, basis),
  });
  if (sold.outcome === 'repeated') return replaySale(seller);
  if (sold.outcome === 'known') return answerKnown(seller, body);
  if (sold.outcome !== 'granted') throw notWritten();
  return answerSale(seller, { row: grantedRow(sold), claim: sold.step.claim, status: 201 });
}

/** What is refused now may have been granted before, under the same client_id. */
async function orSameSale(
  seller: Seller,
  body: Wanted['body'],
  work: () => Promise<Reply<Sale>>,
): Promise<Reply<Sale>> {
  try {
    return await work();
  } catch (refusal) {
    if (
      !(refusal instanceof Failure) ||
      body.client_id === undefined ||
      refusal.code === 'IDEMPOTENCY_KEY_REUSED' ||
      !(await findKnown(seller, body.client_id))
    )
      throw refusal;
    return answerKnown(seller, body);
  }
}

async function findKnown({ call, module }: Seller, clientId: string) {
  const id = clientId.toLowerCase();
  return (await findSalesByClientId(module.store.of(call.tenant), call.tenant, [id])).get(id);
}

/** The sale that has the client_id, to whoever sends the same again. */
async function answerKnown(seller: Seller, body: Wanted['body']): Promise<Reply<Sale>> {
  const { call, module } = seller;
  const { idempotency, tenant } = call;
  if (idempotency && (await findKept(module.store.of(tenant), tenant, idempotency.key)))
    return replaySale(seller);
  const row = await findKnown(seller, body.client_id ?? '');
  if (!row) throw notWritten();
  if (!row.content_hash?.equals(await hashContent(body))) throw clientIdReused(row.id);
  if (isWaiting(row)) return { ...(await askForMoney(seller, { id: row.id, status: 201 })), replayed: true };
  return reply(presentSale(row, module), { status: 201, version: String(row.version), replayed: true });
}

export function clientIdReused(saleId: string): Failure {
  return new Failure(
    'IDEMPOTENCY_KEY_REUSED',
    `Another sale has this client_id: ${saleId}. Every sale needs its own.`,
    { details: { sale_id: saleId } },
  );
}

function notWritten(): Failure {
  return new Failure('SERVICE_UNAVAILABLE', 'The sale could not be written. Send the same request again.', {
    retryAfterSeconds: 1,
  });
}

/**
 * Whoever signed in gets the answer to an earlier request only while they may still do what it asks. What was another
 * price than the catalogue's then, stands in the sale: the catalogue may have changed since.
 */
function requireStillAllowed(
  { call, staff, module }: Seller,
  { items, discount }: CreateSaleBody,
  sale: Partial<Sale>,
): void {
  if (call.caller.session === null) return;
  const asListed = (at: number): boolean =>
    sale.items?.[at] !== undefined && sale.items[at].list_price === sale.items[at].unit_price;
  if (items.some(({ unit_price }, at) => unit_price !== undefined && !asListed(at)))
    module.staff.require(staff, 'price_override');
  if ([discount, ...items.map((item) => item.discount)].some((one) => Number(one?.value ?? 0) > 0))
    module.staff.require(staff, 'discount');
}
