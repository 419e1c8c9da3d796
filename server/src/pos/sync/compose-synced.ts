import {
  idRandomBytes,
  makeId,
  roundCash,
  type Currency,
  type SaleFlag,
  type StaffPermission,
  type SyncedSaleIn,
} from '@cottontree/contract';
import type { Call, StaffMember } from '../../core/call.ts';
import { invalid } from '../../core/failure.ts';
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
import type { JudgedReferences } from './judge-references.ts';

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
  /** What the whole of it wants a permission for. */
  readonly demands: readonly StaffPermission[];
  readonly phone: string | null;
  readonly notes: string | null;
  /** By the till's clock, put right by how far that is off now; never ahead of now, nor further back than tills are away. */
  readonly happenedAt: Date;
  /** As the till's clock had it. */
  readonly toldAt: Date;
  /** How far the clock is off, as far as that can be seen. */
  readonly skewMs: number;
};

/** As long as tills may be away: what is told to have happened before is no time that a clock can be right about. */
const AGE_MS_MAX = 30 * 86_400_000;

export function readSynced(
  body: SyncedSaleIn,
  {
    hash,
    call,
    path,
    skewMs,
  }: {
    readonly hash: Buffer;
    readonly call: Call;
    readonly path: string;
    readonly skewMs: number | null;
  },
): ReadSynced {
  const currency = refuseOtherCurrency(body.currency, call);
  const toldAt = readTime(body.occurred_at, { path: `${path}.occurred_at`, call });
  const corrected = toldAt.getTime() + (skewMs ?? 0);
  const isTooOld = call.now.getTime() - corrected > AGE_MS_MAX;
  const demands: StaffPermission[] = ['sell'];
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
    hash,
    totalMinor: readMoney(body.total, { path: `${path}.total`, currency }),
    roundingMinor:
      body.cash_rounding === undefined
        ? 0n
        : readSignedMoney(body.cash_rounding, { path: `${path}.cash_rounding`, currency }),
    terms: readTerms(body, {
      currency,
      found: [],
      taxInclusive: false,
      demand: (permission) => void demands.push(permission),
    }),
    demands,
    ...readBuyerPhone(body, call),
    happenedAt: isTooOld ? call.now : new Date(Math.min(corrected, call.now.getTime())),
    skewMs: isTooOld ? Infinity : Math.max(Math.abs(skewMs ?? 0), corrected - call.now.getTime()),
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

/** Whether the money is what the till says it charged: covered, handed over, and rounded only as cash is. */
function isPaidAsTotalled(
  payments: readonly KeptPayment[],
  { totalMinor, roundingMinor }: ReadSynced,
  { settings }: SaleGround,
): boolean {
  const covered = payments.reduce((sum, { share }) => sum + BigInt(share), 0n);
  const cash = BigInt(payments.findLast(({ channel }) => channel === 'cash')?.share ?? 0n);
  const usual =
    roundCash(cash, { incrementMinor: settings.cash_rounding_increment, mode: settings.cash_rounding_mode }) -
    cash;
  return (
    covered === totalMinor &&
    payments.every(isHandedOver) &&
    (roundingMinor === 0n || roundingMinor === usual)
  );
}

function maySell({ permissions }: StaffMember, demands: readonly StaffPermission[]): boolean {
  return demands.every((permission) => permissions.includes(permission));
}

/** Whether cash was taken in no drawer, where the shop takes it only in one. */
function isOutsideDrawers({ cash_session_id, payments }: SyncedSaleIn, { settings }: SaleGround): boolean {
  return (
    settings.require_cash_session &&
    cash_session_id === undefined &&
    payments.some(({ channel }) => channel === 'cash')
  );
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
  readonly references: JudgedReferences;
};

/** The sale as it was charged, completed whatever the catalogue, the stock, the drawer and the seller's permissions say now; what they say differently is flagged. */
export function composeSynced(read: ReadSynced, synced: Synced): SaleStep {
  const { ground, call, room, names, references } = synced;
  const { handedInBy, drawerId } = references;
  const charged = chargedLines(read.body, { ground, currency: read.currency });
  const cart = totalSale(charged.lines, read.terms, ground.settings.tax_rounding);
  const payments = chargedPayments(read, { names, at: call.now, drawerId });
  const { staff = null } = call.caller.session ?? {};
  const flags: readonly SaleFlag[] = [
    ...charged.flags,
    ...(cart.total === read.totalMinor && isPaidAsTotalled(payments, read, ground)
      ? []
      : (['totals_differ'] as const)),
    ...(read.skewMs > ground.settings.clock_skew_minutes * 60_000 ? (['clock_skew'] as const) : []),
    ...(references.seller && !maySell(references.seller, [...read.demands, ...charged.demands])
      ? (['permission'] as const)
      : []),
    ...(isOutsideDrawers(read.body, ground) ? (['closed_session'] as const) : []),
    ...references.flags,
  ];
  const bare: SaleRow = { ...untouchedSale(read, synced), flags, ...figuresOf(cart), total: read.totalMinor };
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

/** The row before anything is paid, added up or flagged. */
function untouchedSale(
  { body, hash, currency, phone, notes, toldAt }: ReadSynced,
  { call, names, references }: Synced,
): Omit<SaleRow, 'flags' | keyof ReturnType<typeof figuresOf>> {
  return {
    merchant_id: call.tenant.merchantId,
    livemode: call.tenant.livemode,
    id: names.id,
    location_id: references.locationId,
    number: null,
    number_period: null,
    number_text: null,
    receipt_number: body.receipt_number ?? null,
    client_id: body.client_id.toLowerCase(),
    content_hash: hash,
    version: 0,
    sequence: 0,
    change_id: '',
    status: 'open',
    terminal_id: references.terminalId,
    cash_session_id: references.drawerId,
    staff_id: references.staffId,
    handed_in_by: references.handedInBy,
    customer_id: references.customerId,
    customer_name: body.customer?.name ?? null,
    customer_phone: phone,
    customer_email: body.customer?.email ?? null,
    currency,
    payments: [],
    cash_rounding: 0n,
    amount_paid: 0n,
    change_due: 0n,
    amount_refunded: 0n,
    notes,
    offline: true,
    fiscal_status: 'none',
    fiscal: null,
    receipt_token: names.token,
    void_reason: null,
    stock_state: 'none',
    stock_round: 0,
    expires_at: null,
    occurred_at: toldAt,
    created_at: call.now,
    updated_at: call.now,
    completed_at: null,
    ended_at: null,
  };
}
