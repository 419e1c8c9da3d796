import type { Data, DriverJob, Operations, SyncEvent } from '@cottontree/contract';
import { unwrap, type IDBPDatabase } from 'idb';
import { addOutboxStores, forgetAllButUnsent, type EntryOf, type OutboxSchema } from '../../outbox/index.ts';
import { openKept } from '../../tools/open-kept.ts';

export type CourierCash = Data<Operations['getCourierCash']>;
export type CourierShift = Data<Operations['setShift']>;

/** Cash that is handed in: whose, and what the cashier should know. */
export type Deposit = {
  readonly client_id: string;
  readonly job_numbers: readonly string[];
  /** What it is together, in units of the currency: for the courier alone, the server counts by itself. */
  readonly amount: number;
  readonly note?: string;
};

/** What the courier hands in when there is a network. */
export type CourierKinds = { readonly step: SyncEvent; readonly deposit: Deposit };
export type CourierEntry = EntryOf<CourierKinds>;
export type StepEntry = Extract<CourierEntry, { readonly kind: 'step' }>;
export type DepositEntry = Extract<CourierEntry, { readonly kind: 'deposit' }>;

/** Something that happened without the courier: a parcel that is somebody else's now, or was called off. */
export type News = {
  readonly jobNumber: string;
  readonly name: string;
  readonly what: 'reassigned' | 'cancelled';
  readonly at: string;
};

/** A place as the phone took it, as the API takes it. */
export type Point = {
  readonly lat: number;
  readonly lng: number;
  readonly accuracy_m: number;
  readonly speed: number | null;
  readonly heading: number | null;
  readonly recorded_at: string;
};

/** A signature as lines of points, in pixels of where it was written. */
export type Strokes = readonly (readonly (readonly [x: number, y: number])[])[];

/** What was taken for a step with a parcel and is in none yet: photos as base64, of the handover, of a place where nobody was, of why it ends. */
export type Draft = {
  readonly jobNumber: string;
  readonly handover?: string;
  readonly attempt?: string;
  readonly end?: string;
  readonly signature?: Strokes;
};

type Notes = {
  readonly shift: CourierShift;
  readonly cash: CourierCash;
  readonly news: readonly News[];
  /** The parcels whose money the courier has said to have; the handover tells it. */
  readonly paid: readonly string[];
  readonly drafts: readonly Draft[];
  /** Whether the courier said no to telling where he is. */ readonly placeRefused: boolean;
};

export interface CourierSchema extends OutboxSchema {
  readonly notes: { readonly key: string; readonly value: Notes[keyof Notes] };
  readonly jobs: { readonly key: string; readonly value: DriverJob };
  readonly points: { readonly key: number; readonly value: Point };
}
export type CourierDatabase = IDBPDatabase<CourierSchema>;

/** All that one courier's phone keeps, what it has to send included. Another courier on the same phone has another one. */
export function openCourierDatabase(driverId: string): Promise<CourierDatabase> {
  return openKept<CourierSchema>({
    name: `cottontree-courier-${driverId}`,
    version: 1,
    upgrade(db, from) {
      if (from > 0) return;
      addOutboxStores(unwrap(db));
      db.createObjectStore('notes');
      db.createObjectStore('jobs', { keyPath: 'job_number' });
      db.createObjectStore('points', { autoIncrement: true });
    },
  });
}

/** The courier leaves this phone. */
export function forgetCourier(db: CourierDatabase): Promise<void> {
  return forgetAllButUnsent(db, ['jobs', 'notes', 'points']);
}

export async function readNote<K extends keyof Notes>(
  db: CourierDatabase,
  name: K,
): Promise<Notes[K] | undefined> {
  return (await db.get('notes', name)) as Notes[K] | undefined;
}

export async function writeNote<K extends keyof Notes>(
  db: CourierDatabase,
  name: K,
  value: Notes[K],
): Promise<void> {
  await db.put('notes', value, name);
}
