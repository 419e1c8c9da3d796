import { signal } from '@preact/signals';
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';

/**
 * Why this device cannot keep what is done here. none: the browser keeps nothing. waits: another window has to be closed first.
 * replaced: a newer version goes on in another window. older: a newer version kept here what this one cannot read. gone: the browser
 * took away what was kept.
 */
export type KeepingTrouble = 'none' | 'waits' | 'replaced' | 'older' | 'gone';

/** Told over the whole screen before anything is entrusted to it; null: all is well. */
export const keepingTrouble = signal<KeepingTrouble | null>(null);

type Kept<Schema extends DBSchema> = {
  readonly name: string;
  readonly version: number;
  readonly upgrade: (db: IDBPDatabase<Schema>, from: number) => void;
};

/** Opens what an app keeps on this device. A newer version of the app is given way to at once: what was begun is on the disk first. */
export async function openKept<Schema extends DBSchema>({
  name,
  version,
  upgrade,
}: Kept<Schema>): Promise<IDBPDatabase<Schema>> {
  try {
    const db = await openDB<Schema>(name, version, {
      upgrade: (opened, from) => upgrade(opened, from),
      blocked: () => tell('waits'),
      blocking(_mine, _wanted, { target }) {
        (target as IDBDatabase).close();
        tell('replaced');
      },
      terminated: () => tell('gone'),
    });
    if (keepingTrouble.value === 'waits') keepingTrouble.value = null;
    // Here in time: a newer version that takes this one's place takes its files, too.
    void loadScreen().catch(() => undefined);
    return db;
  } catch (error) {
    tell((error as { readonly name?: unknown } | null)?.name === 'VersionError' ? 'older' : 'none');
    throw error;
  }
}

let isShown = false;

/** Shown beside the app and not by it, which may be waiting for what it cannot read. */
function tell(trouble: KeepingTrouble): void {
  keepingTrouble.value = trouble;
  if (isShown) return;
  isShown = true;
  void loadScreen().then(({ showKeepingTrouble }) => showKeepingTrouble());
}

const loadScreen = () => import('./keeping-trouble.tsx');
