import { idRandomBytes, makeId, type CreateSaleBody, type Currency } from '@cottontree/contract';
import { invalid } from '../../../kernel/call/failure.ts';
import { readHappened } from '../../../kernel/time/read-time.ts';
import type { World } from '../../../kernel/running/world.ts';
import { makeLinkToken } from '../../../kernel/secrets/link-token.ts';
import { advanceSale } from './advance-sale.ts';
import { composeCart, refuseOtherTotal } from './compose-cart.ts';
import { claimOf } from './keep-sale-answer.ts';
import { shareLeft } from './sale-parts.ts';
import { actorOf, makePaymentIds, type SaleBuyer, type Seller } from './sale-request.ts';
import type { SaleStep } from './sale-step.ts';
import type { SaleRow } from './sales.queries.ts';
import type { SaleBasis } from './selling.ts';
import { takePayments } from './take-payments.ts';
import type { TotalledSale } from './total-sale.ts';
import { underpaid } from './pay-sale.ts';
import { placeShut } from './refuse-step.ts';

/** What tells a new sale from another, made before anything is decided about it. */
export type SaleNames = {
  readonly id: string;
  readonly token: string;
  readonly paymentIds: readonly string[];
};

export function makeSaleNames(world: World, payments: number): SaleNames {
  return {
    id: makeId('sale_', world.now().getTime(), world.randomBytes(idRandomBytes)),
    token: makeLinkToken(world),
    paymentIds: makePaymentIds(world, payments),
  };
}

export type SaleRequest = {
  readonly body: CreateSaleBody;
  /** Where it has a client_id. */
  readonly contentHash: Buffer | null;
  readonly currency: Currency;
  readonly locationId: string;
  readonly buyer: SaleBuyer;
  readonly seller: Seller;
  readonly names: SaleNames;
};

/** The sale that is asked for, at the prices of this moment: parked, open, waiting for its money, or completed by it. */
export function composeSale(request: SaleRequest, basis: SaleBasis): SaleStep {
  const { body, currency, seller, names } = request;
  const { call, module } = seller;
  if (!basis.place.is_active) throw placeShut(basis.place);
  const cart = composeCart(body, { basis, currency, seller });
  refuseOtherTotal(body.expected_total, cart, currency);
  const payments = body.payments ?? [];
  if (body.status === 'parked' && payments.length > 0)
    throw invalid({ path: 'payments', message: 'cannot be on a sale that is parked' });
  const bare = newSale(request, cart);
  const draft = takePayments(bare, payments, {
    settings: basis.settings,
    call,
    ids: names.paymentIds,
    path: 'payments',
  });
  if (body.status === undefined && payments.length > 0 && shareLeft(draft) > 0n) throw underpaid(draft);
  return advanceSale(null, draft, {
    basis,
    module: { settings: module.settings, world: module.world, signs: module.signs },
    at: call.now,
    actor: actorOf(seller),
    after: 'now',
    stays: body.status === 'open' && payments.length === 0,
    claimOf: claimOf(seller, 201),
  });
}

/** The row of a sale of which nothing is paid. */
function newSale(
  { body, contentHash, currency, locationId, buyer, seller, names }: SaleRequest,
  cart: TotalledSale,
): SaleRow {
  const { call, staff } = seller;
  const { tenant, now } = call;
  return {
    merchant_id: tenant.merchantId,
    livemode: tenant.livemode,
    id: names.id,
    location_id: locationId,
    number: null,
    number_period: null,
    number_text: null,
    receipt_number: null,
    client_id: body.client_id?.toLowerCase() ?? null,
    content_hash: contentHash,
    version: 0,
    sequence: 0,
    change_id: '',
    status: body.status ?? 'open',
    terminal_id: body.terminal_id ?? call.caller.session?.terminalId ?? null,
    cash_session_id: body.cash_session_id ?? null,
    staff_id: staff?.id ?? null,
    handed_in_by: null,
    currency,
    payments: [],
    cash_rounding: 0n,
    amount_paid: 0n,
    change_due: 0n,
    amount_refunded: 0n,
    flags: [],
    notes: body.notes ?? null,
    offline: false,
    fiscal_status: 'none',
    fiscal: null,
    receipt_token: names.token,
    void_reason: null,
    stock_state: 'none',
    stock_round: 0,
    expires_at: null,
    occurred_at: readHappened(body.occurred_at, { path: 'occurred_at', call }),
    created_at: now,
    updated_at: now,
    completed_at: null,
    ended_at: null,
    ...buyer,
    ...figuresOf(cart),
  };
}

/** What of a cart stands in the row. */
export function figuresOf(
  cart: TotalledSale,
): Pick<
  SaleRow,
  'lines' | 'taxes' | 'terms' | 'subtotal' | 'discount' | 'tax' | 'service_charge' | 'tip' | 'total'
> {
  const { lines, taxes, terms, subtotal, discount, tax, service_charge, tip, total } = cart;
  return { lines, taxes, terms, subtotal, discount, tax, service_charge, tip, total };
}
