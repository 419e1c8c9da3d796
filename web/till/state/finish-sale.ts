import { batch, signal } from '@preact/signals';
import { addedSince, emptyCart, type Payment } from '../cart/cart.ts';
import { chargedSale, type Seller } from '../cart/sale-body.ts';
import { currency } from '../data/money.tsx';
import { printReceipt } from '../receipt/print-receipt.ts';
import { NoRoomError, OtherTabError } from '../../outbox/index.ts';
import { isStorageError } from '../../outbox/trouble.ts';
import type { LastSold } from '../data/last-sold.ts';
import type { MadeSale } from '../data/till-store.ts';
import { withSale } from '../day/tally.ts';
import { t } from '../texts.ts';
import { goHome } from './place.ts';
import { nextNumber, outbox } from './sending.ts';
import { changeCart, countSold, receiptNumber } from './selling.ts';
import { cart, drawer, session, terminal, totalMinor } from './signals.ts';

/** For the receipt. */
export const lastSold = signal<LastSold | null>(null);

/** Who sells where, now. */
export function sellerNow(): Seller {
  return {
    terminalId: terminal.value?.id ?? '',
    locationId: terminal.value?.locationId ?? '',
    staffId: session.value?.staffId ?? '',
    cashSessionId: drawer.value?.id ?? null,
    currency: currency.value,
  };
}

/**
 * Sells what is in the cart for money that is there. The sale, its receipt number, the empty cart and what is to be sent are on the disk
 * together before anybody reads "paid"; answers why not where they could not be kept.
 */
export async function sell(payments: readonly Payment[]): Promise<string | null> {
  const box = outbox.value;
  const sold = cart.value;
  const total = totalMinor.value;
  if (!box || sold.lines.length === 0) return t.notDone;
  const fresh = emptyCart(crypto.randomUUID());
  const open = drawer.value;
  const holds = open?.tally ? { ...open, tally: withSale(open.tally, payments) } : open;
  try {
    const made = await box.write(['notes', 'sales'], async (tx, add) => {
      const notes = tx.objectStore('notes');
      const seq = Number((await notes.get('receiptSeq')) ?? 0) + 1;
      const number = receiptNumber(seq);
      const charged = { seller: sellerNow(), payments, totalMinor: total };
      const entry = await add({
        kind: 'sale',
        body: ({ client_id, occurred_at }) => ({
          ...chargedSale({ ...sold, clientId: client_id }, { ...charged, occurredAt: occurred_at }),
          receipt_number: number,
        }),
      });
      const sale: MadeSale = {
        clientId: entry.client_id,
        number,
        cart: sold,
        payments,
        totalMinor: total,
        staffName: session.value?.name ?? '',
        occurredAt: entry.occurred_at,
      };
      await Promise.all([
        notes.put(seq, 'receiptSeq'),
        notes.put(fresh, 'cart'),
        notes.put(holds, 'drawer'),
        tx.objectStore('sales').put(sale),
      ]);
      return { sale, seq };
    });
    batch(() => {
      lastSold.value = { kind: 'made', sale: made.sale };
      nextNumber.value = made.seq + 1;
      drawer.value = holds;
      // Touched or scanned while the sale was being kept: it is of the next one.
      const next = { ...fresh, lines: addedSince(sold, cart.value) };
      if (cart.value === sold) cart.value = fresh;
      else changeCart(() => next);
      goHome({ at: 'sold' });
    });
    // "Paid" is on the screen first.
    setTimeout(() => {
      countSold(sold);
      void printReceipt({ kind: 'made', sale: made.sale }, 'by-itself');
    });
    return null;
  } catch (error) {
    if (error instanceof NoRoomError) return t.noRoom;
    if (error instanceof OtherTabError) return t.otherTab;
    if (isStorageError(error)) return t.notKept;
    throw error;
  }
}
