import type { SyncedProduct } from '@cottontree/contract';
import { batch, signal } from '@preact/signals';
import { addLine, emptyCart, type Cart, type CartLine } from '../cart/cart.ts';
import { lineOf } from '../cart/line-of.ts';
import { groupsOf, isMeasured, onlyVariant, type Variant } from '../catalogue/catalogue.ts';
import { toast } from '../../kit/parts/toast.tsx';
import { t } from '../texts.ts';
import { isStorageError } from '../../outbox/trouble.ts';
import { isElsewhere } from './sending.ts';
import { asked, cart, db, soldCounts, split, terminal, things } from './signals.ts';
import { writeNote, type TillDatabase } from '../data/till-store.ts';
import { goHome, place } from './place.ts';

/** A product of which something has to be chosen before it can be sold. */
export const choosing = signal<{ readonly product: SyncedProduct; readonly variant: Variant | null } | null>(
  null,
);
/** What was added last, for readers. */
export const lastAdded = signal('');

/** Changes the cart, and keeps it: a till that is switched off has it again. */
export function changeCart(change: (before: Cart) => Cart): void {
  cart.value = change(cart.value);
  // What lies on the counter is kept by the window that the till goes on in.
  if (db.value && !isElsewhere.value) void keepCart(db.value, cart.value);
}

/** What is rung up is on the screen alone, for the device could not write it: a till that is switched off has lost it. */
export const isCartUnkept = signal(false);

async function keepCart(kept: TillDatabase, lying: Cart): Promise<void> {
  try {
    await writeNote(kept, 'cart', lying);
    isCartUnkept.value = false;
  } catch (error) {
    if (!isStorageError(error)) throw error;
    isCartUnkept.value = lying.lines.length > 0;
  }
}

/** A fresh sale. */
export function clearCart(): void {
  changeCart(() => emptyCart(crypto.randomUUID()));
}

/** Why nothing comes to what is in the cart now; null: nothing keeps it away. */
export function heldBy(): string | null {
  if (isElsewhere.value) return t.otherTab;
  if (asked.value !== null) return t.askedFirst;
  return split.value === null && (cart.value.parts ?? []).length === 0 ? null : t.splitFirst;
}

function isHeld(): boolean {
  const why = heldBy();
  if (why !== null) toast(why);
  return why !== null;
}

/** One of a product into the cart, or what has to be chosen first. */
export function pick(product: SyncedProduct, variant: Variant | null = onlyVariant(product)): void {
  if (isHeld()) return;
  const asks = groupsOf(product, things.value).some(
    ({ min_select, modifiers }) => min_select > 0 || modifiers.some(({ is_active }) => is_active),
  );
  if (variant === null || isMeasured(product) || asks) {
    choosing.value = { product, variant };
    return;
  }
  add(lineOf({ product, variant }, things.value));
}

/** A line into the cart. */
export function add(line: CartLine): void {
  if (isHeld()) return;
  batch(() => {
    choosing.value = null;
    if (place.value.at === 'sold') goHome();
    changeCart((before) => addLine(before, line));
    lastAdded.value = line.name;
  });
}

let soldSince: Record<string, number> | null = null;

/** Notes what was sold, for the order of the first page. */
export function countSold(sold: Cart): void {
  // Shown with the next start: nothing moves away under a thumb.
  soldSince = soldSince ?? { ...soldCounts.value };
  for (const { productId } of sold.lines)
    if (productId !== null) soldSince[productId] = (soldSince[productId] ?? 0) + 1;
  // Only an order of things hangs on it: a device that is full does without.
  if (db.value) void writeNote(db.value, 'sold', soldSince).catch(() => undefined);
}

/** The number that the next sale of this till will have, as its receipt says it. */
export function receiptNumber(seq: number): string {
  return `${terminal.value?.code ?? 'T'}-${String(seq).padStart(6, '0')}`;
}
