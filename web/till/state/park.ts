import { batch } from '@preact/signals';
import { toast } from '../../kit/parts/toast.tsx';
import { inTransaction } from '../../outbox/in-transaction.ts';
import { emptyCart, type Cart } from '../cart/cart.ts';
import type { KeptSplit, ParkedSale, TillDatabase } from '../data/till-store.ts';
import { keeps } from './keep.ts';
import { isCartUnkept } from './selling.ts';
import { isElsewhere } from './sending.ts';
import { cart, db, split, totalMinor } from './signals.ts';
import { splitSale } from './split-sale.ts';
import { t } from '../texts.ts';

/** Puts what is rung up aside, with what was paid of it. Answers whether it lies there; why not is told. */
export function parkCart(name: string): Promise<boolean> {
  const kept = cart.value;
  const sale: ParkedSale = {
    id: kept.clientId,
    cart: kept,
    name,
    totalMinor: totalMinor.value,
    parkedAt: new Date().toISOString(),
    ...(split.value === null ? {} : { split: split.value }),
  };
  return move({ cart: emptyCart(crypto.randomUUID()), split: null }, (parked) => parked.put(sale));
}

/** Takes a sale up again that was put aside. Answers whether it is rung up; why not is told. */
export function takeUp(sale: ParkedSale): Promise<boolean> {
  return move({ cart: sale.cart, split: sale.split ?? null }, (parked) => parked.delete(sale.id));
}

type Lying = { readonly cart: Cart; readonly split: KeptSplit | null };
type ParkedSales = {
  readonly put: (sale: ParkedSale) => Promise<unknown>;
  readonly delete: (id: string) => Promise<unknown>;
};

/** What lies aside and what is rung up change together: a sale is never in both, nor in neither. */
async function move(next: Lying, change: (parked: ParkedSales) => Promise<unknown>): Promise<boolean> {
  const kept = db.value;
  if (!kept) return false;
  if (isElsewhere.value) {
    toast(t.otherTab);
    return false;
  }
  if (!(await keeps(() => write(kept, next, change)))) return false;
  batch(() => {
    cart.value = next.cart;
    split.value = next.split;
    splitSale.value = null;
    isCartUnkept.value = false;
  });
  return true;
}

/** All of it or nothing: what fails undoes what was written before it. */
async function write(
  kept: TillDatabase,
  next: Lying,
  change: (parked: ParkedSales) => Promise<unknown>,
): Promise<void> {
  await inTransaction(kept, ['parked', 'notes'], async (tx) => {
    await change(tx.objectStore('parked'));
    await tx.objectStore('notes').put(next.cart, 'cart');
    await tx.objectStore('notes').put(next.split, 'split');
  });
}
