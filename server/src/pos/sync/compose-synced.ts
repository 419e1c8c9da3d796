import { idRandomBytes, makeId, type Currency, type SaleFlag, type SyncedSaleIn } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { invalid } from '../../core/failure.ts';
import { hashContent } from '../../core/hash-content.ts';
import { parseOwnPhone } from '../../core/read-phone.ts';
import { readTime } from '../../core/read-time.ts';
import type { World } from '../../core/world.ts';
import { readMoney, readSignedMoney } from '../../core/read-figures.ts';
import type { WantedItem } from '../catalogue/price-book.ts';
import type { Pos } from '../open-pos.ts';
import { advanceSale } from '../sales/advance-sale.ts';
import { figuresOf } from '../sales/compose-sale.ts';
import { readTerms } from '../sales/compose-cart.ts';
import { refuseOtherCurrency } from '../sales/sale-request.ts';
import type { KeptPayment } from '../sales/sale-parts.ts';
import type { SaleStep } from '../sales/sale-step.ts';
import type { SaleRow } from '../sales/sales.queries.ts';
import type { SaleGround } from '../sales/selling.ts';
import { withPayment } from '../sales/take-payments.ts';
import { totalSale, type CartTerms } from '../sales/total-sale.ts';
import { chargedLines } from './charged-lines.ts';
import { chargedPayments } from './charged-payments.ts';
import { noteHandedIn } from './handed-in.queries.ts';

const TOKEN_BYTES = 16;
/** As the contract has it. */
const NOTES_MAX = 2_000;

/** A sale of a till, as far as it can be read by itself; what cannot is refused here. */
export type ReadSynced = {
  readonly body: SyncedSaleIn;
  readonly hash: Buffer;
  readonly currency: Currency;
  readonly totalMinor: bigint;
  readonly roundingMinor: bigint;
  readonly terms: CartTerms;
  readonly phone: string | null;
  readonly notes: string | null;
  /** By the till's clock, put right by how far that is off now; never ahead of now. */
  readonly happenedAt: Date;
  /** As the till's clock had it. */
  readonly toldAt: Date;
  /** How far the clock is off, as far as that can be seen. */
  readonly skewMs: number;
};

/** Of a sale that happened, nobody asks any more who was allowed to. */
const anyone = (): void => undefined;

export function readSynced(
  body: SyncedSaleIn,
  { call, path, skewMs }: { readonly call: Call; readonly path: string; readonly skewMs: number | null },
): ReadSynced {
  const currency = refuseOtherCurrency(body.currency, call);
  const toldAt = readTime(body.occurred_at, { path: `${path}.occurred_at`, call });
  const corrected = toldAt.getTime() + (skewMs ?? 0);
  if (
    body.items.some((item) =>
      [item.product_id ?? item.variant_id, item.custom_name, item.name].every((name) => name === undefined),
    )
  )
    throw invalid({
      path: `${path}.items`,
      message: 'must each have product_id, variant_id, custom_name or name',
    });
  return {
    body,
    currency,
    toldAt,
    hash: hashContent(body),
    totalMinor: readMoney(body.total, { path: `${path}.total`, currency }),
    roundingMinor:
      body.cash_rounding === undefined
        ? 0n
        : readSignedMoney(body.cash_rounding, { path: `${path}.cash_rounding`, currency }),
    terms: readTerms(body, { currency, found: [], taxInclusive: false, demand: anyone }),
    ...readBuyerPhone(body, call),
    happenedAt: new Date(Math.min(corrected, call.now.getTime())),
    skewMs: Math.max(Math.abs(skewMs ?? 0), corrected - call.now.getTime()),
  };
}

/** A number that nobody can dial makes no sale undone: it stays where a person reads it. */
function readBuyerPhone({ customer, notes }: SyncedSaleIn, call: Call): Pick<ReadSynced, 'phone' | 'notes'> {
  const parsed = customer?.phone === undefined ? null : parseOwnPhone(customer.phone, call);
  if (parsed === null || parsed.ok) return { phone: parsed?.e164 ?? null, notes: notes ?? null };
  return {
    phone: null,
    notes: [notes, customer?.phone]
      .filter((text) => text !== undefined)
      .join('\n')
      .slice(0, NOTES_MAX),
  };
}

function isHandedOver({ tendered, share, rounding }: KeptPayment): boolean {
  return tendered === null || BigInt(tendered) >= BigInt(share) + BigInt(rounding);
}

/** What tells the sale from another, made before anything is decided about it. */
export type SyncedNames = {
  readonly id: string;
  readonly token: string;
  readonly paymentIds: readonly string[];
};

export function namesOfSynced(world: World, { payments }: SyncedSaleIn): SyncedNames {
  const make = (prefix: 'sale_' | 'pay_'): string =>
    makeId(prefix, world.now().getTime(), world.randomBytes(idRandomBytes));
  return {
    id: make('sale_'),
    token: world.randomBytes(TOKEN_BYTES).toString('base64url'),
    paymentIds: payments.map(() => make('pay_')),
  };
}

export function wantsOfSynced({ items }: SyncedSaleIn): readonly WantedItem[] {
  return items.map(({ product_id, variant_id }) => ({
    variantId: variant_id ?? null,
    productId: product_id ?? null,
  }));
}

type Synced = {
  readonly ground: SaleGround;
  readonly call: Call;
  readonly room: Pos;
  readonly names: SyncedNames;
  readonly locationId: string;
};

/** The sale as it was charged, completed whatever the catalogue, the stock and the drawer say now; what they say differently is flagged. */
export function composeSynced(read: ReadSynced, { ground, call, room, names, locationId }: Synced): SaleStep {
  const { body, currency, totalMinor } = read;
  const charged = chargedLines(body, { ground, currency });
  const cart = totalSale(charged.lines, read.terms, ground.settings.tax_rounding);
  const payments = chargedPayments(read, { names, at: call.now });
  const covered = payments.reduce((sum, { share }) => sum + BigInt(share), 0n);
  const { staff = null } = call.caller.session ?? {};
  const handedInBy =
    staff !== null && body.staff_id !== undefined && body.staff_id !== staff.id ? staff.id : null;
  const skewLimitMs = ground.settings.clock_skew_minutes * 60_000;
  const flags: readonly SaleFlag[] = [
    ...charged.flags,
    ...(cart.total === totalMinor && covered === totalMinor && payments.every(isHandedOver)
      ? []
      : (['totals_differ'] as const)),
    ...(read.skewMs > skewLimitMs ? (['clock_skew'] as const) : []),
    ...(handedInBy === null ? [] : (['staff_differs'] as const)),
  ];
  const bare: SaleRow = {
    merchant_id: call.tenant.merchantId,
    livemode: call.tenant.livemode,
    id: names.id,
    location_id: locationId,
    number: null,
    number_period: null,
    number_text: null,
    receipt_number: body.receipt_number ?? null,
    client_id: body.client_id.toLowerCase(),
    content_hash: read.hash,
    version: 0,
    sequence: 0,
    change_id: '',
    status: 'open',
    terminal_id: body.terminal_id ?? call.caller.session?.terminalId ?? null,
    cash_session_id: body.cash_session_id ?? null,
    staff_id: body.staff_id ?? staff?.id ?? null,
    handed_in_by: handedInBy,
    customer_id: body.customer_id ?? null,
    customer_name: body.customer?.name ?? null,
    customer_phone: read.phone,
    customer_email: body.customer?.email ?? null,
    currency,
    payments: [],
    cash_rounding: 0n,
    amount_paid: 0n,
    change_due: 0n,
    amount_refunded: 0n,
    flags,
    notes: read.notes,
    offline: true,
    fiscal_status: 'none',
    fiscal: null,
    receipt_token: names.token,
    void_reason: null,
    stock_state: 'none',
    stock_round: 0,
    expires_at: null,
    occurred_at: read.toldAt,
    created_at: call.now,
    updated_at: call.now,
    completed_at: null,
    ended_at: null,
    ...figuresOf(cart),
    total: totalMinor,
  };
  const step = advanceSale(null, payments.reduce(withPayment, bare), {
    ground,
    room,
    at: call.now,
    happenedAt: read.happenedAt,
    actor: staff ? { type: 'staff', id: staff.id } : { type: 'key', id: call.caller.keyId },
    after: 'offline',
    claimOf: null,
  });
  return handedInBy === null
    ? step
    : { ...step, alongside: (tx) => noteHandedIn(tx, call.tenant, { id: names.id, staffId: handedInBy }) };
}
