import { batch, effect, signal } from '@preact/signals';
import { openOutbox } from '../../outbox/index.ts';
import type { OutboxWorld } from '../../outbox/world.ts';
import type { Clock } from '../../tools/clock.ts';
import { applyLook } from '../../tools/look.ts';
import { openCatalogueStore } from '../catalogue/catalogue-store.ts';
import { device, sessionOver, token } from '../data/api.ts';
import { currency } from '../data/money.tsx';
import {
  openTillDatabase,
  readNote,
  writeNote,
  type TillDatabase,
  type TillKinds,
  type TillSchema,
} from '../data/till-store.ts';
import { emptyCart } from '../cart/cart.ts';
import { findLost } from './find-lost.ts';
import { keepFormers } from './formers.ts';
import { keepCatalogue, showCatalogue } from './catalogue.ts';
import { arrivedZ, nextNumber, outbox, sendEntries } from './sending.ts';
import { keepLocking, lockAfterMinutes, LOCK_AFTER_DEFAULT } from './idle-lock.ts';
import { keptCount } from './keep-count.ts';
import { splitSale } from './split-sale.ts';
import {
  asked,
  backs,
  cart,
  db,
  drawer,
  session,
  soldCounts,
  split,
  staff,
  terminal,
  things,
  type Terminal,
} from './signals.ts';

/** Whether everything that this till keeps has been read. */
export const isOpen = signal(false);

type Opening = { readonly clock: Clock; /** For tests. */ readonly world?: OutboxWorld };

/** Opens a till that is paired: what lay on the counter lies there again, and what is unsent is sent. */
export async function openTill(paired: Terminal, { clock, world }: Opening): Promise<void> {
  applyLook({ theme: 'system', mode: paired.livemode ? 'live' : 'test' });
  const [kept, catalogue] = await Promise.all([openTillDatabase(paired.id), openCatalogueStore(paired.id)]);
  await readDesk(kept);
  // Before anything is sent or asked: who it is stands in what is asked.
  terminal.value = paired;
  const box = await openOutbox<TillSchema, TillKinds>({
    name: 'till',
    db: kept,
    scope: paired.id,
    clock,
    send: sendEntries,
    probe: findLost,
    catchUp: async () => {
      // Another window made this device another till meanwhile.
      const now = await device.readPairing();
      if (now !== null && now.terminal.id !== paired.id) return location.reload();
      await readDesk(kept);
    },
    ...(world ? { world } : {}),
  });
  batch(() => {
    db.value = kept;
    outbox.value = box;
  });
  await showCatalogue(catalogue);
  await keepWhose(kept).catch(() => undefined);
  isOpen.value = true;
  keepFormers(world);
  keepLocking(() => keepSession(null));
  keepCatalogue(catalogue);
  effect(() => {
    const [first] = things.value.products.values();
    if (first) currency.value = first.currency;
  });
  effect(() => {
    if (token.value !== null && !sessionOver.value) box.sendNow();
  });
}

/** Beside what this till keeps, for when the device is another till and has to say whose it is. */
async function keepWhose(kept: TillDatabase): Promise<void> {
  const { value: paired } = device.pairing;
  if (paired === null) return;
  const { publicKey, storeName, terminal: till } = paired;
  await writeNote(kept, 'of', { publicKey, storeName, name: till.name });
}

/** What lies on the counter, as it was kept: also by another window, for what lay there before may be sold. */
async function readDesk(kept: TillDatabase): Promise<void> {
  const [lying, parts, waits, back, who, known, open, counts, seq, minutes, z, count] = await Promise.all([
    readNote(kept, 'cart'),
    readNote(kept, 'split'),
    readNote(kept, 'asked'),
    readNote(kept, 'backs'),
    readNote(kept, 'session'),
    readNote(kept, 'staff'),
    readNote(kept, 'drawer'),
    readNote(kept, 'sold'),
    readNote(kept, 'receiptSeq'),
    readNote(kept, 'lockAfter'),
    readNote(kept, 'arrivedZ'),
    readNote(kept, 'counted'),
  ]);
  batch(() => {
    cart.value = lying ?? emptyCart(crypto.randomUUID());
    split.value = parts ?? null;
    splitSale.value = null;
    asked.value = waits ?? null;
    backs.value = back ?? [];
    session.value = who ?? null;
    token.value = who?.token ?? null;
    staff.value = known ?? null;
    drawer.value = open ?? null;
    soldCounts.value = counts ?? {};
    nextNumber.value = (seq ?? 0) + 1;
    lockAfterMinutes.value = minutes ?? LOCK_AFTER_DEFAULT;
    arrivedZ.value = z ?? null;
    keptCount.value = count ?? null;
  });
}

/** Notes who is signed in from now on; null: the till is locked. */
export async function keepSession(next: typeof session.value): Promise<void> {
  session.value = next;
  if (!db.value) return;
  // To delete takes no room: a device that is full locks too.
  if (next === null) await db.value.delete('notes', 'session');
  else await writeNote(db.value, 'session', next);
}
