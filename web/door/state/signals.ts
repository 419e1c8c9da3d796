import type { ScanDirection } from '@cottontree/contract';
import { computed, signal } from '@preact/signals';
import type { Network } from '../../tools/network.ts';
import type { Outbox } from '../../outbox/index.ts';
import { device, doorOf } from '../data/api.ts';
import type { DoorDatabase, DoorKinds, DoorScan, DoorSchema } from '../data/door-store.ts';
import { createBook, type KeptHead } from '../manifest/book.ts';

/** The event at which this phone stands. */
export const door = computed(() => doorOf(device.pairing.value));
export const db = signal<DoorDatabase | null>(null);
export const outbox = signal<Outbox<DoorSchema, DoorKinds> | null>(null);

/** All tickets, and what is known beside them; null: nothing came yet. */
export const book = createBook();
export const head = signal<KeptHead | null>(null);
/** Counts what was put into the book. */
export const bookVersion = signal(0);

/** What was done at this door, in its order. */
export const scans = signal<readonly DoorScan[]>([]);

/** As which devices this phone was paired for the event. */
export const pairedAs = signal<readonly string[]>([]);

/** The gate where this phone stands, where its pairing names none. */
export const chosenGate = signal<string | null>(null);
export const gate = computed(() => door.value?.device.gate ?? chosenGate.value);
/** Which way people go past this phone. */
export const direction = signal<ScanDirection>('in');

export const network = signal<Network | null>(null);
/** False after a question that was not answered in time, until the server answers soon again. */
export const isAnswering = signal(true);
export const isOnline = computed(
  () => (network.value?.isReachable.value ?? navigator.onLine) && isAnswering.value,
);
/** Since when the server cannot be asked; null: it can. */
export const offlineSinceMs = signal<number | null>(null);

export const unsent = computed(() => outbox.value?.state.value.unsent ?? 0);
export const nowMs = (): number => device.clock.nowMs();
