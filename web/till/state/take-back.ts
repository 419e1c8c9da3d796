import { CottontreeError } from '@cottontree/client';
import type { Sale, SaleRefund } from '@cottontree/contract';
import { computed, signal } from '@preact/signals';
import { moneyText } from '../../kit/format/money.ts';
import { toast } from '../../kit/parts/toast.tsx';
import { client, faultOf, isInDoubt } from '../data/api.ts';
import type { KeptBack } from '../data/till-store.ts';
import { kickDrawer } from '../receipt/print-receipt.ts';
import { t } from '../texts.ts';
import { readDrawer } from './drawer.ts';
import { noteRefunded } from './refund-here.ts';
import { isElsewhere } from './sending.ts';
import { backs, db, session } from './signals.ts';

/** The sale of which something is being taken back now; null: none. */
const underWay = signal<string | null>(null);

/** Of what nobody knows what came of it: what is being asked for the first time is not in doubt yet. */
export const backsInDoubt = computed(() => backs.value.filter(({ saleId }) => saleId !== underWay.value));

/** What was asked to be taken back of a sale while nobody knows what came of it; null: nothing. */
export function backInDoubt(saleId: string): KeptBack | null {
  return backsInDoubt.value.find((one) => one.saleId === saleId) ?? null;
}

/** The same of a sale as this till made it, where nobody can be asked for the server's. */
export function madeBackInDoubt(clientId: string): KeptBack | null {
  return backsInDoubt.value.find((one) => one.saleClientId === clientId) ?? null;
}

/**
 * Has the server take something back. It is on the disk before anybody is asked, and until it is known what came of it nothing else
 * comes back of that sale: after a lost answer, a crash or a reload it is asked again as the same, and happens once. Answers why not.
 */
export async function takeBack(back: KeptBack): Promise<string | null> {
  if (isElsewhere.value) return t.otherTab;
  underWay.value = back.saleId;
  try {
    await keepBack(back.saleId, back);
    return await ask(back, 'first');
  } finally {
    underWay.value = null;
  }
}

/** Asks again for what is in doubt. Answers why it still is, or why it was refused. */
export async function askBackAgain(saleId: string): Promise<string | null> {
  const back = backInDoubt(saleId);
  if (back === null) return null;
  return isElsewhere.value ? t.otherTab : ask(back, 'again');
}

/** Read and written in one go: another window may keep something meanwhile. */
async function keepBack(saleId: string, back: KeptBack | null): Promise<void> {
  if (!db.value) return;
  const tx = db.value.transaction('notes', 'readwrite');
  const before = ((await tx.store.get('backs')) ?? []) as readonly KeptBack[];
  const next = [...before.filter((one) => one.saleId !== saleId), ...(back === null ? [] : [back])];
  await Promise.all([tx.store.put(next, 'backs'), tx.done]);
  backs.value = next;
}

type Done = { readonly isCash: boolean; readonly told: string | null };

async function ask(back: KeptBack, how: 'first' | 'again'): Promise<string | null> {
  try {
    await close(back, await send(back));
    return null;
  } catch (error) {
    if (isInDoubt(error)) return faultOf(error);
    return how === 'first' ? refused(back, error) : judge(back, error);
  }
}

async function refused({ saleId }: KeptBack, error: unknown): Promise<string> {
  await keepBack(saleId, null);
  return faultOf(error);
}

/** What is refused when it is asked again may have been done the first time: then it stands with the sale. */
async function judge(back: KeptBack, error: unknown): Promise<string | null> {
  const done = await find(back).catch((unknown: unknown) => faultOf(unknown));
  if (typeof done === 'string') return done;
  // Whoever is there now may not do it, which says nothing about what comes of the first time.
  if (done === null && error instanceof CottontreeError && error.status === 403) return faultOf(error);
  if (done === null) return refused(back, error);
  await close(back, done);
  return null;
}

/** In the name of whoever is there now: the server knows by the client_id, and by the sale, what was done before. */
async function send({ saleId, act }: KeptBack): Promise<Done> {
  const params = { id: saleId };
  const who = { staff_id: session.value?.staffId ?? '' };
  if (act.kind === 'void') return voided((await client.voidSale({ params, body: who })).data);
  return refunded((await client.refundSale({ params, body: { ...act.body, ...who } })).data);
}

async function find({ saleId, act }: KeptBack): Promise<Done | null> {
  const params = { id: saleId };
  if (act.kind === 'void') {
    const { data } = await client.getSale({ params });
    return data.status === 'voided' ? voided(data) : null;
  }
  const { data } = await client.listSaleRefunds({ params, query: { limit: 100 } });
  const known = data.find(({ client_id }) => client_id === act.body.client_id);
  return known ? refunded(known) : null;
}

function voided({ payments }: Sale): Done {
  const isCash = payments.some(({ channel, verdict }) => channel === 'cash' && verdict === 'kept');
  return { isCash, told: null };
}

function refunded({ payments, amount, currency }: SaleRefund): Done {
  const isCash = payments.some(({ channel, tender }) => channel === 'cash' || tender === 'cash');
  return { isCash, told: t.refundDone(moneyText(amount, currency)) };
}

async function close(
  { saleId, saleClientId, refunded: came }: KeptBack,
  { isCash, told }: Done,
): Promise<void> {
  // Before it is forgotten: in this order a crash in between does nothing twice.
  await noteRefunded(saleClientId, came);
  await keepBack(saleId, null);
  if (isCash) void kickDrawer();
  void readDrawer().catch(() => undefined);
  if (told !== null) toast(told);
}
