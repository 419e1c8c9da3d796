import type { ReductionType } from '@cottontree/contract';

/** Minor units and thousandths are whole numbers below 2^53, so that a cart can be kept as it is. */
export type CartModifier = {
  readonly id: string;
  readonly name: string;
  readonly priceMinor: number;
  readonly quantity: number;
};
export type CartTax = {
  readonly name: string;
  /** Ten-thousandths of a percent. */ readonly rate: number;
  readonly inclusive: boolean;
};
export type CartDiscount = {
  readonly type: ReductionType;
  /** Ten-thousandths of a percent, or minor units. */ readonly value: number;
  readonly reason: string;
};

/** Something that is sold, at the price that the cashier was shown. */
export type CartLine = {
  readonly key: string;
  /** Null: in no catalogue. */ readonly productId: string | null;
  readonly variantId: string | null;
  readonly name: string;
  readonly unit: string | null;
  readonly quantityMilli: number;
  readonly stepMilli: number;
  readonly unitPriceMinor: number;
  readonly modifiers: readonly CartModifier[];
  readonly taxes: readonly CartTax[];
  readonly discount: CartDiscount | null;
  readonly note: string;
};

export type CartCustomer = { readonly id: string; readonly name: string; readonly phone: string | null };

/** Money that was put on a sale. */
export type Payment =
  | {
      readonly channel: 'cash';
      readonly amountMinor: number;
      readonly tenderedMinor: number;
      /** What its smallest coin adds or takes; of the last cash of a sale alone. */ readonly roundingMinor: number;
    }
  | { readonly channel: 'external'; readonly amountMinor: number; readonly reference: string };

export type Cart = {
  /** The sale's for ever, from its first line on: sent twice, it is one sale. */
  readonly clientId: string;
  readonly lines: readonly CartLine[];
  readonly discount: CartDiscount | null;
  readonly tipMinor: number;
  readonly customer: CartCustomer | null;
  readonly note: string;
  /** Money that was put down for a part of it, of which nobody but this till knows yet; left out: none. */
  readonly parts?: readonly Payment[];
};

/** Nothing is sold yet. */
export function emptyCart(clientId: string): Cart {
  return { clientId, lines: [], discount: null, tipMinor: 0, customer: null, note: '' };
}

const QUANTITY_MILLI_MAX = 999_999_000;

/** One more of what is there already in the same way, else a new line. */
export function addLine(cart: Cart, line: CartLine): Cart {
  const same = cart.lines.find((one) => isSame(one, line));
  if (same) return setQuantity(cart, same.key, same.quantityMilli + line.quantityMilli);
  return { ...cart, lines: [...cart.lines, line] };
}

function isSame(a: CartLine, b: CartLine): boolean {
  return (
    a.variantId !== null &&
    a.variantId === b.variantId &&
    a.unitPriceMinor === b.unitPriceMinor &&
    a.discount === null &&
    b.discount === null &&
    a.note === b.note &&
    sameChoice(a.modifiers, b.modifiers)
  );
}

function sameChoice(a: readonly CartModifier[], b: readonly CartModifier[]): boolean {
  const text = (all: readonly CartModifier[]): string =>
    all
      .map(({ id, priceMinor, quantity }) => `${id} ${priceMinor} ${quantity}`)
      .toSorted()
      .join();
  return text(a) === text(b);
}

/** In whole steps of the product; nothing of it takes the line away. */
export function setQuantity(cart: Cart, key: string, quantityMilli: number): Cart {
  return changeLine(cart, key, (line) => {
    const steps = Math.round(quantityMilli / line.stepMilli);
    return { ...line, quantityMilli: Math.min(steps * line.stepMilli, QUANTITY_MILLI_MAX) };
  });
}

/** Changes one line; one of which nothing is left goes. */
export function changeLine(cart: Cart, key: string, change: (line: CartLine) => CartLine): Cart {
  const lines = cart.lines.map((line) => (line.key === key ? change(line) : line));
  return { ...cart, lines: lines.filter(({ quantityMilli }) => quantityMilli > 0) };
}

export function removeLine(cart: Cart, key: string): Cart {
  return { ...cart, lines: cart.lines.filter((line) => line.key !== key) };
}

/** What came into a cart since it was another: lines that are new, and more of those that were there. */
export function addedSince(before: Cart, now: Cart): readonly CartLine[] {
  const had = new Map(before.lines.map(({ key, quantityMilli }) => [key, quantityMilli]));
  return now.lines.flatMap((line) => {
    const quantityMilli = line.quantityMilli - (had.get(line.key) ?? 0);
    return quantityMilli > 0 ? [{ ...line, quantityMilli }] : [];
  });
}

/** How many things lie in it: what is weighed counts as one. */
export function countOf({ lines }: Cart): number {
  return lines.reduce(
    (sum, { quantityMilli, stepMilli }) => sum + (stepMilli % 1000 === 0 ? quantityMilli / 1000 : 1),
    0,
  );
}

/** How much of a product lies in it, in thousandths. */
export function quantityOf({ lines }: Cart, productId: string): number {
  return lines.reduce((sum, line) => sum + (line.productId === productId ? line.quantityMilli : 0), 0);
}

/** `3`, `1.25`. */
export function quantityText(quantityMilli: number): string {
  return String(quantityMilli / 1000);
}
