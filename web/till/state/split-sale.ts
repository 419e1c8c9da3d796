import { CottontreeError } from '@cottontree/client';
import type { CreateSaleBody, PaySaleBody, Sale } from '@cottontree/contract';
import { computed, signal } from '@preact/signals';
import type { Payment } from '../cart/cart.ts';
import { askedSale } from '../cart/sale-body.ts';
import { minorOf } from '../cart/line-of.ts';
import { toast } from '../../kit/parts/toast.tsx';
import { client, faultOf, isInDoubt } from '../data/api.ts';
import { major } from '../data/money.tsx';
import { writeNote, type KeptSplit, type SplitAct } from '../data/till-store.ts';
import { withCash } from '../day/tally.ts';
import { kickDrawer } from '../receipt/print-receipt.ts';
import { printer } from '../receipt/printer.ts';
import { t } from '../texts.ts';
import { finishAsked, startAgain } from './asked-sale.ts';
import { readDrawer } from './drawer.ts';
import { sellerNow } from './finish-sale.ts';
import { whyUnkept } from './keep.ts';
import { changeCart } from './selling.ts';
import { cart, db, drawer, split, totalMinor } from './signals.ts';

/** Money for a part of a sale. */
export type Part =
  | Payment
  | { readonly channel: 'qr' | 'mobile_money'; readonly amountMinor: number; readonly phone: string };

/** The sale as the server had it last; null: not read yet. */
export const splitSale = signal<Sale | null>(null);

/** What was put down of the sale before anybody was asked: it lies with the cart, and goes where that goes. */
export const putDown = computed(() => cart.value.parts ?? []);

/** Money that is there: nobody but this till has to know yet. */
export function putParts(parts: readonly Payment[]): void {
  changeCart((before) => ({ ...before, parts }));
}

/** What of it is left to pay, in minor units. */
export const splitLeft = computed(() => {
  const sale = splitSale.value;
  if (sale) return minorOf(sale.amount_due, sale.currency);
  return putDown.value.reduce((left, { amountMinor }) => left - amountMinor, totalMinor.value);
});

/** Keeps on the disk how far the paying in parts is. */
async function keepSplit(next: typeof split.value): Promise<void> {
  const before = split.value;
  split.value = next;
  try {
    // To delete takes no room.
    if (next === null) await db.value?.delete('notes', 'split');
    else if (db.value) await writeNote(db.value, 'split', next);
  } catch (error) {
    // What is not kept was not begun.
    split.value = before;
    throw error;
  }
}

/** All that was put down, and the first that has to be asked for: from here on the server has the sale. Answers why not. */
export async function beginSplit(asked: Part): Promise<string | null> {
  const body: CreateSaleBody = {
    ...askedSale(cart.value, {
      seller: sellerNow(),
      totalMinor: totalMinor.value,
      payments: [...putDown.value, asked].map(paymentIn),
      status: 'open',
    }),
  };
  return begun({ saleId: null, act: { kind: 'begin', key: crypto.randomUUID(), body } });
}

/** One more part. Answers why not. */
export async function payPart(part: Part): Promise<string | null> {
  const body: PaySaleBody = { ...paymentIn(part), ...atWork() };
  return begin({ kind: 'pay', key: crypto.randomUUID(), body });
}

/** Who does it, and the drawer that is open now: the one that took earlier parts may be closed. */
function atWork(): Pick<PaySaleBody, 'staff_id' | 'cash_session_id'> {
  const { staffId, cashSessionId } = sellerNow();
  return { staff_id: staffId, ...(cashSessionId === null ? {} : { cash_session_id: cashSessionId }) };
}

/** Gives up the sale: what was paid goes back the way it came. Answers why not. */
export async function giveBack(): Promise<string | null> {
  if (drawer.value === null && layInDrawer(splitSale.value)) return t.drawerFirst;
  return begin({ kind: 'cancel', key: crypto.randomUUID(), body: atWork() });
}

/** Whether cash of it went into a drawer, so that it comes out of one. */
function layInDrawer(sale: Sale | null): boolean {
  return (sale?.payments ?? []).some(
    ({ channel, verdict, cash_session_id }) =>
      channel === 'cash' && verdict === 'kept' && cash_session_id !== null,
  );
}

async function begin(act: SplitAct): Promise<string | null> {
  return begun({ saleId: null, ...split.value, act });
}

/** Keeps what is about to be asked for, and asks. Answers why not. */
async function begun(next: KeptSplit): Promise<string | null> {
  const unkept = await keepSplit(next).then(() => null, whyUnkept);
  return unkept ?? ask('first');
}

function paymentIn(part: Part): NonNullable<CreateSaleBody['payments']>[number] {
  const amount = major(part.amountMinor);
  if (part.channel === 'cash') return { channel: 'cash', amount, tendered: major(part.tenderedMinor) };
  if (part.channel === 'external')
    return {
      channel: 'external',
      amount,
      ...(part.reference === '' ? {} : { external_ref: part.reference }),
    };
  return { channel: part.channel, amount, ...(part.phone === '' ? {} : { phone: part.phone }) };
}

let goingOn: Promise<string | null> | null = null;

/**
 * Does what was kept to be done: sent again after a lost answer, a crash or a reload, it is the same request and happens once.
 * Answers why not; what the server refused is not tried again. Whoever asks meanwhile waits for the same answer.
 */
export function goOn(): Promise<string | null> {
  return ask('again');
}

function ask(how: 'first' | 'again'): Promise<string | null> {
  goingOn ??= doKept(how).finally(() => (goingOn = null));
  return goingOn;
}

async function doKept(how: 'first' | 'again'): Promise<string | null> {
  const { saleId = null, act = null } = split.value ?? {};
  if (act === null) return null;
  try {
    await takeOver(await send(act, saleId), 'acted');
    // What the drawer holds may have been read from the server between the act and its answer.
    void readDrawer().catch(() => undefined);
    return null;
  } catch (error) {
    // Whoever is there now may not do it, which says nothing about what came of the first time.
    const isOthers = how === 'again' && error instanceof CottontreeError && error.status === 403;
    if (isOthers || isInDoubt(error)) return faultOf(error);
    await keepSplit(split.value === null || saleId === null ? null : { ...split.value, act: null });
    // Closed elsewhere meanwhile: the next try names the one that is open.
    if (isDrawerGone(error)) await readDrawer().catch(() => undefined);
    return faultOf(error);
  }
}

function isDrawerGone(error: unknown): boolean {
  return error instanceof CottontreeError && error.code === 'CASH_SESSION_CLOSED';
}

async function send(act: SplitAct, saleId: string | null): Promise<Sale> {
  const idempotencyKey = act.key;
  const params = { id: saleId ?? '' };
  if (act.kind === 'begin') return (await client.createSale({ body: act.body, idempotencyKey })).data;
  if (act.kind === 'pay') return (await client.paySale({ params, body: act.body, idempotencyKey })).data;
  return (await client.cancelSale({ params, body: act.body, idempotencyKey })).data;
}

/** Looks how far the money is. */
export async function readSplit(): Promise<void> {
  const { saleId = null, act = null } = split.value ?? {};
  if (saleId === null || act !== null) return;
  const { data } = await client.getSale({ params: { id: saleId } });
  // Something was done while it was asked.
  if (split.value?.saleId === saleId && split.value.act === null) await takeOver(data, 'read');
}

/** Shows the sale as it stands; one that is over leaves the till. */
async function takeOver(sale: Sale, how: 'acted' | 'read'): Promise<void> {
  const before = split.value?.cashMinor;
  const counted = before ?? (how === 'read' ? cashOf(sale) : cashOf(splitSale.value));
  const cashMinor = how === 'acted' ? cashOf(sale) - counted : 0;
  if (how === 'acted' || before === undefined)
    await keepCounted({ saleId: sale.id, act: null, cashMinor: counted + cashMinor }, cashMinor);
  if (cashMinor < 0 || (cashMinor > 0 && printer.value.opensDrawer)) void kickDrawer();
  splitSale.value = sale;
  if (sale.status === 'completed') {
    await endSplit();
    finishAsked(sale);
  } else if (sale.status !== 'open' && sale.status !== 'pending_payment') {
    await endSplit();
    startAgain(true);
    toast(sale.status === 'cancelled' ? t.gaveBack : t.moneyNotCome);
  }
}

/** Keeps how far the sale is and what is in the drawer, both or neither: cash of it counts once, whatever happens in between. */
async function keepCounted(next: KeptSplit, cashMinor: number): Promise<void> {
  const open = drawer.value;
  const holds = open?.tally ? { ...open, tally: withCash(open.tally, cashMinor) } : open;
  split.value = next;
  drawer.value = holds;
  if (!db.value) return;
  const tx = db.value.transaction('notes', 'readwrite');
  await Promise.all([tx.store.put(next, 'split'), tx.store.put(holds, 'drawer'), tx.done]);
}

/** Cash of it that lies in the drawer. */
function cashOf(sale: Sale | null): number {
  if (sale === null || sale.status === 'cancelled') return 0;
  return sale.payments.reduce(
    (sum, { channel, verdict, amount }) =>
      channel === 'cash' && verdict === 'kept' ? sum + minorOf(amount, sale.currency) : sum,
    0,
  );
}

async function endSplit(): Promise<void> {
  await keepSplit(null);
  splitSale.value = null;
}

/** What goes back where the sale is given up: in cash, and the way it was paid. */
export function backOf(sale: Sale): { readonly cashMinor: number; readonly otherMinor: number } {
  const cashMinor = cashOf(sale);
  return { cashMinor, otherMinor: minorOf(sale.amount_paid, sale.currency) - cashMinor };
}
