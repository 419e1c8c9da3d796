import { roundCash, type SaleFlag, type StaffPermission, type SyncedSaleIn } from '@cottontree/contract';
import type { Call, StaffMember } from '../../../kernel/call/call.ts';
import { invalid } from '../../../kernel/call/failure.ts';
import { readMoney } from '../../../kernel/money/read-figures.ts';
import type { WantedItem } from '../catalogue/sellables.ts';
import type { Pos } from '../module.ts';
import { advanceSale } from '../sales/advance-sale.ts';
import { figuresOf } from '../sales/compose-sale.ts';
import type { KeptPayment } from '../sales/sale-parts.ts';
import type { SaleStep } from '../sales/sale-step.ts';
import type { SaleRow } from '../sales/sales.queries.ts';
import type { SaleBasis } from '../sales/selling.ts';
import { withPayment } from '../sales/take-payments.ts';
import { totalSale } from '../sales/total-sale.ts';
import { chargedLines, type ReadSynced, type SyncedNames } from './read-synced.ts';
import { noteHandedIn } from './references.queries.ts';
import type { JudgedReferences } from './judge-references.ts';

/** Whether the money is what the till says it charged: covered, handed over, and rounded only as cash is. */
function isPaidAsTotalled(
  payments: readonly KeptPayment[],
  { totalMinor, roundingMinor }: ReadSynced,
  { settings }: SaleBasis,
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
function isOutsideDrawers({ cash_session_id, payments }: SyncedSaleIn, { settings }: SaleBasis): boolean {
  return (
    settings.require_cash_session &&
    cash_session_id === undefined &&
    payments.some(({ channel }) => channel === 'cash')
  );
}

function isHandedOver({ tendered, share, rounding }: KeptPayment): boolean {
  return tendered === null || BigInt(tendered) >= BigInt(share) + BigInt(rounding);
}

export function wantsOfSynced({ items }: SyncedSaleIn): readonly WantedItem[] {
  return items.map(({ product_id, variant_id }) => ({
    variantId: variant_id ?? null,
    productId: product_id ?? null,
  }));
}

type Synced = {
  readonly basis: SaleBasis;
  readonly call: Call;
  readonly module: Pos;
  readonly names: SyncedNames;
  readonly references: JudgedReferences;
};

/** The sale as it was charged, completed whatever the catalogue, the stock, the drawer and the seller's permissions say now; what they say differently is flagged. */
export function composeSynced(read: ReadSynced, synced: Synced): SaleStep {
  const { basis, call, module, names, references } = synced;
  const { handedInBy, drawerId } = references;
  const charged = chargedLines(read.body, { basis, currency: read.currency });
  const cart = totalSale(charged.lines, read.terms, basis.settings.tax_rounding);
  const payments = chargedPayments(read, { names, at: call.now, drawerId });
  const { staff = null } = call.caller.session ?? {};
  const flags: readonly SaleFlag[] = [
    ...charged.flags,
    ...(cart.total === read.totalMinor && isPaidAsTotalled(payments, read, basis)
      ? []
      : (['totals_differ'] as const)),
    ...(read.skewMs > basis.settings.clock_skew_minutes * 60_000 ? (['clock_skew'] as const) : []),
    ...(references.seller && !maySell(references.seller, [...read.demands, ...charged.demands])
      ? (['permission'] as const)
      : []),
    ...(isOutsideDrawers(read.body, basis) ? (['closed_session'] as const) : []),
    ...references.flags,
  ];
  const bare: SaleRow = { ...untouchedSale(read, synced), flags, ...figuresOf(cart), total: read.totalMinor };
  const step = advanceSale(null, payments.reduce(withPayment, bare), {
    basis,
    module,
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

/** The money that a till took, as it took it; the rounding of cash stands on the last of it. */
function chargedPayments(
  { body, currency, totalMinor, roundingMinor }: ReadSynced,
  {
    names,
    at,
    drawerId,
  }: { readonly names: SyncedNames; readonly at: Date; readonly drawerId: string | null },
): readonly KeptPayment[] {
  const { payments } = body;
  const lastCash = payments.findLastIndex(({ channel }) => channel === 'cash');
  if (roundingMinor !== 0n && lastCash < 0)
    throw invalid({ path: 'cash_rounding', message: 'is for sales that were paid in cash' });
  let left = totalMinor;
  return payments.map((payment, index): KeptPayment => {
    const path = `payments[${index}]`;
    const share =
      payment.amount === undefined ? left : readMoney(payment.amount, { path: `${path}.amount`, currency });
    const rounding = index === lastCash ? roundingMinor : 0n;
    if (share < 0n || share + rounding < 0n)
      throw invalid({ path: `${path}.amount`, message: 'must not be less than nothing' });
    left = left > share ? left - share : 0n;
    const tendered =
      payment.tendered === undefined
        ? null
        : readMoney(payment.tendered, { path: `${path}.tendered`, currency });
    const change = tendered !== null && tendered > share + rounding ? tendered - share - rounding : 0n;
    return {
      id: names.paymentIds[index] ?? '',
      channel: payment.channel,
      provider: payment.channel === 'cash' ? 'cash' : 'manual',
      status: 'succeeded',
      verdict: 'kept',
      share: String(share),
      rounding: String(rounding),
      tendered: tendered === null ? null : String(tendered),
      change: String(change),
      phone: null,
      return_url: null,
      external_ref: payment.external_ref ?? null,
      cash_session_id: drawerId,
      created_at: at.toISOString(),
      settled_at: at.toISOString(),
      failure: null,
    };
  });
}
