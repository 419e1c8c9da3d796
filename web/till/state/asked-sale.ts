import type { Sale } from '@cottontree/contract';
import { askedSale } from '../cart/sale-body.ts';
import { client } from '../data/api.ts';
import { printReceipt } from '../receipt/print-receipt.ts';
import { countSold, changeCart, clearCart } from './selling.ts';
import { goHome } from './place.ts';
import { lastSold, sellerNow } from './finish-sale.ts';
import { cart, totalMinor } from './signals.ts';

/** Asks the customer for all of it; the same sale asked again is the same sale. */
export async function askForMoney(channel: 'qr' | 'mobile_money', phone: string): Promise<Sale> {
  const body = askedSale(cart.value, {
    seller: sellerNow(),
    totalMinor: totalMinor.value,
    payments: [{ channel, ...(phone === '' ? {} : { phone }) }],
  });
  const { data } = await client.createSale({ body });
  if (data.status === 'completed') finishAsked(data);
  return data;
}

export async function readAsked(id: string): Promise<Sale> {
  return (await client.getSale({ params: { id } })).data;
}

/** The money is there. */
export function finishAsked(sale: Sale): void {
  const sold = cart.value;
  lastSold.value = { kind: 'asked', sale, cart: sold };
  countSold(sold);
  clearCart();
  goHome({ at: 'sold' });
  void printReceipt({ kind: 'asked', sale, cart: sold }, 'by-itself');
}

/** The same things as another sale; the one that waits is left to its customer. */
export function startAgain(leave = false): void {
  changeCart((before) => ({ ...before, clientId: crypto.randomUUID() }));
  if (leave) goHome({ at: 'cart' });
}
