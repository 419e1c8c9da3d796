import { toMajor, type CreateSaleBody, type Currency, type SyncedSaleIn } from '@cottontree/contract';
import type { Cart, CartDiscount, CartLine, Payment } from './cart.ts';

/** Where and by whom it is sold. */
export type Seller = {
  readonly terminalId: string;
  readonly locationId: string;
  readonly staffId: string;
  readonly cashSessionId: string | null;
  readonly currency: Currency;
};

type Charged = {
  readonly seller: Seller;
  readonly payments: readonly Payment[];
  readonly totalMinor: number;
  readonly occurredAt: string;
};

/** A sale as it was charged, for handing in; its receipt number is given when it is kept. */
export function chargedSale(
  cart: Cart,
  { seller, payments, totalMinor, occurredAt }: Charged,
): Omit<SyncedSaleIn, 'receipt_number'> {
  const major = (minor: number): number => toMajor(BigInt(minor), seller.currency);
  const roundingMinor = roundingOf(payments);
  return {
    client_id: cart.clientId,
    ...whoOf(cart, seller),
    currency: seller.currency,
    items: cart.lines.map((line) => chargedItem(line, major)),
    ...wholeOf(cart, major),
    payments: payments.map((payment) =>
      payment.channel === 'cash'
        ? { channel: 'cash', amount: major(payment.amountMinor), tendered: major(payment.tenderedMinor) }
        : {
            channel: 'external',
            amount: major(payment.amountMinor),
            ...(payment.reference === '' ? {} : { external_ref: payment.reference }),
          },
    ),
    total: major(totalMinor),
    ...(roundingMinor === 0 ? {} : { cash_rounding: major(roundingMinor) }),
    occurred_at: occurredAt,
  };
}

/** What cash was rounded by in all. */
export function roundingOf(payments: readonly Payment[]): number {
  return payments.reduce((sum, payment) => sum + (payment.channel === 'cash' ? payment.roundingMinor : 0), 0);
}

/** What is handed back. */
export function changeOf(payments: readonly Payment[]): number {
  return payments.reduce(
    (sum, payment) =>
      payment.channel === 'cash'
        ? sum + Math.max(0, payment.tenderedMinor - payment.amountMinor - payment.roundingMinor)
        : sum,
    0,
  );
}

type Asked = {
  readonly seller: Seller;
  readonly totalMinor: number;
  readonly payments?: CreateSaleBody['payments'];
  readonly status?: 'open' | 'parked';
};

/** The same sale for the server to price, where somebody else is asked for the money. */
export function askedSale(cart: Cart, { seller, totalMinor, payments, status }: Asked): CreateSaleBody {
  const major = (minor: number): number => toMajor(BigInt(minor), seller.currency);
  return {
    client_id: cart.clientId,
    ...whoOf(cart, seller),
    items: cart.lines.map((line) => ({
      ...namedBy(line),
      ...amountsOf(line, major),
      ...(line.modifiers.length === 0
        ? {}
        : { modifiers: line.modifiers.map(({ id, quantity }) => ({ id, quantity })) }),
    })),
    ...wholeOf(cart, major),
    ...(payments ? { payments } : {}),
    ...(status === undefined ? {} : { status }),
    ...(status === 'parked' ? {} : { expected_total: major(totalMinor) }),
  };
}

function whoOf({ customer, note }: Cart, seller: Seller) {
  return {
    terminal_id: seller.terminalId,
    location_id: seller.locationId,
    staff_id: seller.staffId,
    ...(seller.cashSessionId === null ? {} : { cash_session_id: seller.cashSessionId }),
    ...(customer === null ? {} : { customer_id: customer.id }),
    ...(note === '' ? {} : { notes: note }),
  };
}

function wholeOf({ discount, tipMinor }: Cart, major: (minor: number) => number) {
  return {
    ...(discount === null ? {} : { discount: discountOf(discount, major) }),
    ...(tipMinor === 0 ? {} : { tip: major(tipMinor) }),
  };
}

function namedBy({ variantId, name }: CartLine) {
  return variantId === null ? { custom_name: name } : { variant_id: variantId };
}

function amountsOf(
  { quantityMilli, unitPriceMinor, discount, note }: CartLine,
  major: (minor: number) => number,
) {
  return {
    quantity: quantityMilli / 1000,
    unit_price: major(unitPriceMinor),
    ...(discount === null ? {} : { discount: discountOf(discount, major) }),
    ...(note === '' ? {} : { note }),
  };
}

/** With what was charged beside the price, whatever the catalogue says by then. */
function chargedItem(line: CartLine, major: (minor: number) => number) {
  return {
    ...namedBy(line),
    name: line.name,
    ...amountsOf(line, major),
    ...(line.modifiers.length === 0
      ? {}
      : {
          modifiers: line.modifiers.map(({ id, name, priceMinor, quantity }) => ({
            id,
            name,
            price: major(priceMinor),
            quantity,
          })),
        }),
    taxes: line.taxes.map(({ name, rate, inclusive }) => ({ name, rate: rate / 10_000, inclusive })),
  };
}

function discountOf({ type, value, reason }: CartDiscount, major: (minor: number) => number) {
  return {
    type,
    value: type === 'percent' ? value / 10_000 : major(value),
    ...(reason === '' ? {} : { reason }),
  };
}
