import { effect, signal } from '@preact/signals';
import { CottontreeError } from '@cottontree/client';
import type { CatalogueStore } from '../catalogue/catalogue-store.ts';
import { buildShelf } from '../catalogue/shelf.ts';
import { syncCatalogue } from '../catalogue/sync-catalogue.ts';
import type { Things } from '../catalogue/catalogue.ts';
import { client, sessionOver, token } from '../data/api.ts';
import { readDrawer } from './drawer.ts';
import { continueNumbers } from './receipt-numbers.ts';
import { isOnline } from './sending.ts';
import { may, runningOut, session, shelf, staff, terminal, things, db } from './signals.ts';
import { writeNote } from '../data/till-store.ts';

/** How many products have come, while they come for the first time; null: nothing is being read. */
export const reading = signal<number | null>(null);

const LOOK_EVERY_MS = 30_000;
const LOW_MAX = 100;
let cursor: string | null = null;

/** Shows what this till knows from before. */
export async function showCatalogue(store: CatalogueStore): Promise<void> {
  const known = await store.read();
  cursor = known.cursor;
  await show(known.things);
}

async function show(next: Things): Promise<void> {
  things.value = next;
  shelf.value = await buildShelf(next);
}

/** Takes over what changes, as long as somebody is signed in and there is a network. */
export function keepCatalogue(store: CatalogueStore): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isBusy = false;
  const look = async (): Promise<void> => {
    clearTimeout(timer);
    if (token.value === null || sessionOver.value || !isOnline.value || isBusy) return;
    isBusy = true;
    await readAll(store).catch((error: unknown) => {
      // Without an answer, or without room for it, the till goes on with what it knows, and asks again.
      if (error instanceof CottontreeError && error.status === 401) sessionOver.value = true;
    });
    isBusy = false;
    reading.value = null;
    timer = setTimeout(() => void look(), LOOK_EVERY_MS);
  };
  effect(() => {
    if (token.value !== null && !sessionOver.value && isOnline.value) void look();
  });
}

async function readAll(store: CatalogueStore): Promise<void> {
  // Whatever is in the way of it, the catalogue comes all the same.
  await continueNumbers().catch(() => undefined);
  const known = await syncCatalogue({
    client,
    store,
    from: { things: things.value, cursor },
    onProgress: (count) => {
      if (cursor === null) reading.value = count;
    },
  });
  cursor = known.cursor;
  if (known.changed) await show(known.things);
  await readStaff();
  if (may('cash') || may('close_session')) await readDrawer();
  await readRunningOut();
}

/** Who may do what here, and by which PIN they sign in without network. */
export async function readStaff(): Promise<void> {
  const { data } = await client.getTillStaff();
  staff.value = data;
  if (db.value) await writeNote(db.value, 'staff', data);
  // Somebody who works here no longer is shown the way out with the next sign-in.
  if (session.value && !data.staff.some(({ id }) => id === session.value?.staffId)) sessionOver.value = true;
}

async function readRunningOut(): Promise<void> {
  const { data } = await client.listLowStock({
    query: { location_id: terminal.value?.locationId ?? '', limit: LOW_MAX },
  });
  runningOut.value = new Map(data.map(({ variant_id, available }) => [variant_id, available]));
}
