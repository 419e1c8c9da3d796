import { signal, type ReadonlySignal } from '@preact/signals';
import type { DBSchema, IDBPDatabase } from 'idb';
import { hasStorage } from '../kit/text/locale.ts';
import { createClock, type Clock } from './clock.ts';
import { openKept } from './open-kept.ts';

interface DeviceSchema extends DBSchema {
  kept: { key: string; value: unknown };
}

/** What a device knows about itself, whoever uses it. */
export type Device<Pairing> = {
  /** What it is paired with; null: nothing. */
  readonly pairing: ReadonlySignal<Pairing | null>;
  /** On the disk once it is through. */
  readonly pair: (pairing: Pairing) => Promise<void>;
  readonly unpair: () => Promise<void>;
  /** As another window may have paired it meanwhile. */
  readonly readPairing: () => Promise<Pairing | null>;
  /** Tokens that were given up here while the server could not hear of it, oldest first. */
  readonly readLeft: () => Promise<readonly string[]>;
  readonly keepLeft: (tokens: readonly string[]) => Promise<void>;
  /** One clock for everything that the app does. */
  readonly clock: Clock;
  /** Writes down how far the device's clock is off, for the next start without a network. */
  readonly keepClock: () => Promise<void>;
};

/**
 * Opens what `app` keeps of this device in a database of its own: in localStorage it would be gone when the browser is killed soon
 * after. A pairing holds a token, so it never leaves the device.
 */
export async function openDevice<Pairing>(app: string): Promise<Device<Pairing>> {
  if (!hasStorage()) return forgetfulDevice<Pairing>();
  const db = await openKept<DeviceSchema>({
    name: `cottontree-device-${app}`,
    version: 1,
    upgrade(database, from) {
      if (from === 0) database.createObjectStore('kept');
    },
  }).catch(() => null);
  // Told over the whole screen: the app stands below it, and takes nothing on.
  return db === null ? forgetfulDevice<Pairing>() : keptDevice<Pairing>(db);
}

async function keptDevice<Pairing>(db: IDBPDatabase<DeviceSchema>): Promise<Device<Pairing>> {
  const [paired, offsetMs] = await Promise.all([db.get('kept', 'pairing'), db.get('kept', 'clock')]);
  const pairing = signal((paired ?? null) as Pairing | null);
  const clock = createClock(typeof offsetMs === 'number' ? offsetMs : 0);
  const keep = async (key: string, value: unknown): Promise<void> => {
    const tx = db.transaction('kept', 'readwrite', { durability: 'strict' });
    await (value === null ? tx.store.delete(key) : tx.store.put(value, key));
    await tx.done;
  };
  return {
    pairing,
    async pair(next) {
      await keep('pairing', next);
      pairing.value = next;
    },
    async unpair() {
      await keep('pairing', null);
      pairing.value = null;
    },
    readPairing: async () => ((await db.get('kept', 'pairing')) ?? null) as Pairing | null,
    readLeft: async () => ((await db.get('kept', 'left')) ?? []) as readonly string[],
    keepLeft: (tokens) => keep('left', tokens.length === 0 ? null : tokens),
    clock,
    keepClock: () => keep('clock', clock.offsetMs()),
  };
}

/** In a frame where the browser keeps nothing: paired until the page is closed. */
function forgetfulDevice<Pairing>(): Device<Pairing> {
  const pairing = signal<Pairing | null>(null);
  let left: readonly string[] = [];
  return {
    pairing,
    pair: async (next) => void (pairing.value = next),
    unpair: async () => void (pairing.value = null),
    readPairing: async () => pairing.value,
    readLeft: async () => left,
    keepLeft: async (tokens) => void (left = tokens),
    clock: createClock(0),
    keepClock: async () => undefined,
  };
}
