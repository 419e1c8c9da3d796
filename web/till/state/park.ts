import { batch } from '@preact/signals';
import { toast } from '../../kit/parts/toast.tsx';
import { emptyCart, type Cart } from '../cart/cart.ts';
import type { KeptSplit, ParkedSale } from '../data/till-store.ts';
import { isElsewhere } from './sending.ts';
import { cart, db, split, totalMinor } from './signals.ts';
import { splitSale } from './split-sale.ts';
import { t } from '../texts.ts';

/** Puts what is rung up aside, with what was paid of it. */
export async function parkCart(name: string): Promise<void> {
  const kept = cart.value;
  const sale: ParkedSale = {
    id: kept.clientId,
    cart: kept,
    name,
    totalMinor: totalMinor.value,
    parkedAt: new Date().toISOString(),
    ...(split.value === null ? {} : { split: split.value }),
  };
  await move({ cart: emptyCart(crypto.randomUUID()), split: null }, (parked) => parked.put(sale));
}

/** Takes a sale up again that was put aside. */
export async function takeUp(sale: ParkedSale): Promise<void> {
  await move({ cart: sale.cart, split: sale.split ?? null }, (parked) => parked.delete(sale.id));
}

type Lying = { readonly cart: Cart; readonly split: KeptSplit | null };
type ParkedSales = {
  readonly put: (sale: ParkedSale) => Promise<unknown>;
  readonly delete: (id: string) => Promise<unknown>;
};

/** What lies aside and what is rung up change together: a sale is never in both, nor in neither. */
async function move(next: Lying, change: (parked: ParkedSales) => Promise<unknown>): Promise<void> {
  if (!db.value) return;
  if (isElsewhere.value) return toast(t.otherTab);
  const tx = db.value.transaction(['parked', 'notes'], 'readwrite');
  const notes = tx.objectStore('notes');
  await Promise.all([
    change(tx.objectStore('parked')),
    notes.put(next.cart, 'cart'),
    notes.put(next.split, 'split'),
    tx.done,
  ]);
  batch(() => {
    cart.value = next.cart;
    split.value = next.split;
    splitSale.value = null;
  });
}
