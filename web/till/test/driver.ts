import { NoRoomError } from '../../outbox/index.ts';
import { drive, hurriedWorld } from '../../tools/test/drive.ts';
import { emptyCart } from '../cart/cart.ts';
import { customLine } from '../cart/line-of.ts';
import { device } from '../data/api.ts';
import { openTillDatabase, readNote, writeNote } from '../data/till-store.ts';
import { madeLines, shareMinor } from '../sales/made-lines.ts';
import { closeHere, moveCash, NotKeptError, openDrawer } from '../state/drawer.ts';
import { lastSold, sell } from '../state/finish-sale.ts';
import { openTill } from '../state/open-till.ts';
import { refundHere } from '../state/refund-here.ts';
import { outbox } from '../state/sending.ts';
import type { TillAct, TillDone } from './acts.ts';
import { cart, db, drawer, rules, session, totalMinor, type Terminal } from '../state/signals.ts';

type Driven = { readonly key: string; readonly terminal: Terminal; readonly staffId: string };

async function open({ key, terminal, staffId }: Driven): Promise<void> {
  const kept = await openTillDatabase(terminal.id);
  // Where the disk is full nothing can be noted twice.
  if (!(await readNote(kept, 'session')))
    await writeNote(kept, 'session', { staffId, name: 'Hawa', token: key });
  kept.close();
  await openTill(terminal, { clock: device.clock, world: hurriedWorld() });
}

async function act(one: TillAct): Promise<TillDone | null> {
  const before = drawer.value?.id ?? '';
  try {
    const done = await doIt(one);
    return done && { ...done, drawerId: drawer.value?.id ?? before };
  } catch (error) {
    if (error instanceof NoRoomError || error instanceof NotKeptError) return null;
    throw error;
  }
}

async function doIt(one: TillAct): Promise<Omit<TillDone, 'drawerId'> | null> {
  switch (one.what) {
    case 'sale':
      return sellCloth(one.minor);
    case 'refund':
      return giveBack(one.clientId);
    case 'open':
      await openDrawer(one.minor);
      return { minor: one.minor, clientId: null };
    case 'close':
      await closeHere({ total: one.minor, notes: {} });
      return { minor: one.minor, clientId: null };
    case 'older':
      await keepOlder(one.minor);
      return { minor: one.minor, clientId: null };
    default:
      await moveCash(one.what, one.minor, 'Change');
      return { minor: one.minor, clientId: null };
  }
}

async function sellCloth(minor: number): Promise<Omit<TillDone, 'drawerId'> | null> {
  cart.value = { ...emptyCart(crypto.randomUUID()), lines: [customLine('Country cloth', minor)] };
  const problem = await sell([
    { channel: 'cash', amountMinor: totalMinor.value, tenderedMinor: totalMinor.value, roundingMinor: 0 },
  ]);
  const sold = lastSold.value;
  return problem === null && sold?.kind === 'made' ? { minor, clientId: sold.sale.clientId } : null;
}

async function giveBack(clientId: string): Promise<Omit<TillDone, 'drawerId'> | null> {
  const sale = await db.value?.get('sales', clientId);
  const lines = sale ? madeLines(sale, rules.value) : [];
  const [line] = lines;
  if (!sale || !line) throw new Error('This till did not make that sale.');
  const minor = shareMinor(sale, lines, { line, wantedMilli: line.quantityMilli });
  const problem = await refundHere({
    sale,
    line,
    minor,
    wantedMilli: line.quantityMilli,
    restock: false,
    reason: '',
  });
  return problem === null ? { minor, clientId } : null;
}

/** As a till of before kept what was put into its drawer, which was updated before it could send it. */
async function keepOlder(minor: number): Promise<void> {
  const { value: open } = drawer;
  if (!open || !outbox.value) throw new NotKeptError();
  await outbox.value.write(['notes'], (_, add) =>
    add({
      kind: 'movement',
      body: ({ client_id, occurred_at }) => ({
        cash_session_id: open.id,
        body: {
          client_id,
          occurred_at,
          type: 'pay_in',
          amount: minor / 100,
          reason: 'Change',
          staff_id: session.value?.staffId ?? '',
        },
      }),
    }),
  );
}

drive(() => outbox.value, { open, act });
