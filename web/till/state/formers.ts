import { effect, signal } from '@preact/signals';
import { countUnsent, openOutbox } from '../../outbox/index.ts';
import type { OutboxWorld } from '../../outbox/world.ts';
import { toolClient } from '../../tools/api.ts';
import { client, device, sessionOver, token } from '../data/api.ts';
import {
  dropTill,
  keptTills,
  openTillDatabase,
  readNote,
  type TillDatabase,
  type TillKinds,
  type TillOf,
  type TillSchema,
} from '../data/till-store.ts';
import { handIn, isElsewhere, nobodySignedIn, type TillOutbox } from './sending.ts';
import { terminal } from './signals.ts';

/** A till that this device was before, of which something lies here. */
export type Former = {
  readonly id: string;
  /** Null: it was left before tills wrote it down. */ readonly of: TillOf | null;
  readonly box: TillOutbox;
  /** Sales that were parked or begun there. */ readonly lying: number;
  /** Whether it is a till of the shop and mode that this one belongs to; null: nobody could be asked yet. */
  readonly isOurs: boolean | null;
};

export const formers = signal<readonly Former[]>([]);

type Open = { readonly id: string; readonly kept: TillDatabase; readonly close: () => Promise<void> };
let open: readonly Open[] = [];
/** One after the other: a window that no longer writes closes what it was opening. */
let turn: Promise<void> = Promise.resolve();

/**
 * Hands in what tills left here that this device was before, each in its own name, as long as this window is the one that writes; what
 * has nothing more to hand in leaves the device.
 */
export function keepFormers(world?: OutboxWorld): void {
  effect(() => {
    const isWriting = !isElsewhere.value;
    turn = turn.then(() => (isWriting ? openFormers(world) : closeFormers())).catch(() => undefined);
  });
  effect(() => {
    if (token.value !== null && !sessionOver.value) sendFormers();
  });
}

export function sendFormers(): void {
  for (const { box } of formers.peek()) box.sendNow();
}

async function openFormers(world: OutboxWorld | undefined): Promise<void> {
  const own = terminal.value?.id;
  for (const id of await keptTills())
    if (id !== own && !open.some((one) => one.id === id)) await openFormer(id, world);
}

async function closeFormers(): Promise<void> {
  const before = open;
  open = [];
  formers.value = [];
  for (const one of before) await one.close();
}

async function openFormer(id: string, world: OutboxWorld | undefined): Promise<void> {
  const kept = await openTillDatabase(id);
  // Nobody signs in there by it any more: what tells a PIN does not lie here for nothing.
  await kept.delete('notes', 'staff');
  if (await isEmpty(kept)) return drop(id, kept);
  const [of, session, lying] = await Promise.all([
    readNote(kept, 'of'),
    readNote(kept, 'session'),
    countLying(kept),
  ]);
  const handing = handingOf({ id, of: of ?? null, token: session?.token ?? null });
  const box = await openOutbox<TillSchema, TillKinds>({
    name: `till-${id}`,
    db: kept,
    scope: id,
    clock: device.clock,
    send: async (batch, { signal: stopped }) => handIn(batch, await handing(), stopped),
    ...(world ? { world } : {}),
  });
  formers.value = [...formers.value, { id, of: of ?? null, box, lying, isOurs: null }];
  const stopWatching = effect(() => {
    const { unsent, toSee, phase } = box.state.value;
    if (phase === 'idle' && unsent + toSee === 0) turn = turn.then(() => letGo(id)).catch(() => undefined);
  });
  const close = async (): Promise<void> => {
    stopWatching();
    await box.close();
    kept.close();
  };
  open = [...open, { id, kept, close }];
}

/** What is all sent and seen leaves the device, if nothing else lies there that somebody may come back for. */
async function letGo(id: string): Promise<void> {
  const one = open.find((former) => former.id === id);
  if (!one || isElsewhere.value || !(await isEmpty(one.kept))) return;
  await remove(one);
}

/** What was parked or begun there is given up. What is unsent, or was refused and seen by nobody, stays all the same. */
export async function giveUp(id: string): Promise<void> {
  const one = open.find((former) => former.id === id);
  if (!one || isElsewhere.value || (await countWaiting(one.kept)) > 0) return;
  await remove(one);
}

async function remove({ id, kept, close }: Open): Promise<void> {
  open = open.filter((one) => one.id !== id);
  formers.value = formers.value.filter((one) => one.id !== id);
  await close();
  await drop(id, kept);
}

async function drop(id: string, kept: TillDatabase): Promise<void> {
  kept.close();
  await dropTill(id);
}

/** What the server has not got, and what of its answers nobody has seen. */
async function countWaiting(kept: TillDatabase): Promise<number> {
  const told = await kept.getAll('outbox');
  const unseen = told.filter(
    ({ status, seen_at }) => (status === 'rejected' || status === 'conflict') && seen_at === null,
  );
  return (await countUnsent(kept)) + unseen.length;
}

/** Sales that were parked, begun in parts or asked for, and refunds of which nobody knows what came of them. */
export async function countLying(kept: TillDatabase): Promise<number> {
  const [parked, split, asked, backs] = await Promise.all([
    kept.count('parked'),
    readNote(kept, 'split'),
    readNote(kept, 'asked'),
    readNote(kept, 'backs'),
  ]);
  return parked + (split ? 1 : 0) + (asked ? 1 : 0) + (backs?.length ?? 0);
}

async function isEmpty(kept: TillDatabase): Promise<boolean> {
  return (await countWaiting(kept)) + (await countLying(kept)) === 0;
}

type Left = { readonly id: string; readonly of: TillOf | null; readonly token: string | null };

/** By whose right something is handed in: by the session that it was left with, and once that is over by whoever works here, if it is the same shop's. */
function handingOf({ id, of, token: left }: Left): () => Promise<Parameters<typeof handIn>[1]> {
  let isOver = left === null;
  const asBefore = toolClient({ clock: device.clock, token: () => left });
  return async () => {
    isOver ||= await isRefused(asBefore);
    if (!isOver) return { client: asBefore, terminalId: id, isOwn: true };
    if (token.value === null || !(await isOurTill(id, of))) throw nobodySignedIn();
    return { client, terminalId: id, isOwn: false };
  };
}

async function isRefused(asBefore: typeof client): Promise<boolean> {
  try {
    await asBefore.getCurrentWidgetSession();
    return false;
  } catch (error) {
    if ((error as { readonly status?: unknown } | null)?.status === 401) return true;
    throw error;
  }
}

/** Told by the key that both were bound with, else by the server: nothing goes to a shop whose it is not. */
async function isOurTill(id: string, of: TillOf | null): Promise<boolean> {
  const known = formers.peek().find((one) => one.id === id)?.isOurs ?? null;
  const isOurs =
    known ??
    ((of !== null && of.publicKey === device.pairing.value?.publicKey) ||
      (await client.listSales({ query: { terminal_id: id, limit: 1 } })).data.length > 0);
  formers.value = formers.value.map((one) => (one.id === id ? { ...one, isOurs } : one));
  return isOurs;
}
