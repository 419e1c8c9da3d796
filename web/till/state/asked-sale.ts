import { CottontreeError } from '@cottontree/client';
import type { Sale } from '@cottontree/contract';
import { toast } from '../../kit/parts/toast.tsx';
import { askedSale } from '../cart/sale-body.ts';
import { client, isInDoubt } from '../data/api.ts';
import { writeNote, type KeptAsked } from '../data/till-store.ts';
import { printReceipt } from '../receipt/print-receipt.ts';
import { countSold, changeCart, clearCart } from './selling.ts';
import { goHome, place } from './place.ts';
import { lastSold, sellerNow } from './finish-sale.ts';
import { asked, cart, db, totalMinor } from './signals.ts';
import { t } from '../texts.ts';

/** Keeps on the disk what a customer was asked for: until it is known what came of it, nothing else is done with the cart. */
async function keepAsked(next: KeptAsked | null): Promise<void> {
  if (next === null && asked.value === null) return;
  if (next === null) asked.value = null;
  if (db.value) await writeNote(db.value, 'asked', next);
  asked.value = next;
}

/**
 * Asks the customer for all of it. What was asked for before, by a till that was switched off or an answer that was lost, is the same
 * sale, and asked for once.
 */
export async function askForMoney(channel: KeptAsked['channel'], phone: string): Promise<Sale> {
  const before = asked.value;
  if (before?.saleId) return readAsked(before.saleId);
  const { body } = before ?? { body: bodyOf(channel, phone) };
  if (before === null) await keepAsked({ channel, body, saleId: null });
  try {
    const { data } = await client.createSale({ body });
    return await follow(data);
  } catch (error) {
    // Who signed in meanwhile may not ask what somebody else asked, which tells nothing about what came of it.
    const isOthers = before !== null && error instanceof CottontreeError && error.status === 403;
    if (!isInDoubt(error) && !isOthers) await keepAsked(null);
    throw error;
  }
}

function bodyOf(channel: KeptAsked['channel'], phone: string): KeptAsked['body'] {
  return askedSale(cart.value, {
    seller: sellerNow(),
    totalMinor: totalMinor.value,
    payments: [{ channel, ...(phone === '' ? {} : { phone }) }],
  });
}

/** Looks how far the money is. */
export async function readAsked(id: string): Promise<Sale> {
  return follow((await client.getSale({ params: { id } })).data);
}

async function follow(sale: Sale): Promise<Sale> {
  const kept = asked.value;
  // What was left to its customer meanwhile is nobody's business here.
  if (kept === null || sale.client_id !== kept.body.client_id) return sale;
  if (sale.status === 'completed') finishAsked(sale);
  else if (sale.status !== 'pending_payment') {
    startAgain();
    if (place.value.at !== 'asked') toast(t.moneyNotCome);
  } else if (kept.saleId !== sale.id) await keepAsked({ ...kept, saleId: sale.id });
  return sale;
}

/** The money is there. */
export function finishAsked(sale: Sale): void {
  const sold = cart.value;
  lastSold.value = { kind: 'asked', sale, cart: sold };
  countSold(sold);
  clearCart();
  void keepAsked(null);
  goHome({ at: 'sold' });
  void printReceipt({ kind: 'asked', sale, cart: sold }, 'by-itself');
}

/** The same things as another sale; the one that waits is left to its customer. */
export function startAgain(leave = false): void {
  changeCart((before) => ({ ...before, clientId: crypto.randomUUID(), parts: [] }));
  void keepAsked(null);
  if (leave) goHome({ at: 'cart' });
}
