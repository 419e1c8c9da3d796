import { signal } from '@preact/signals';
import { writeNote } from '../data/till-store.ts';
import { asked, db, session } from './signals.ts';
import { splitSale } from './split-sale.ts';

/** Minutes without a touch; 0: the till never locks by itself. */
export const LOCK_AFTER_DEFAULT = 15;
export const lockAfterMinutes = signal(LOCK_AFTER_DEFAULT);

const LOOK_EVERY_MS = 5_000;
const TOUCHES = ['pointerdown', 'keydown'] as const;

export async function chooseLockAfter(minutes: number): Promise<void> {
  lockAfterMinutes.value = minutes;
  if (db.value) await writeNote(db.value, 'lockAfter', minutes);
}

/** Asks for a PIN again once nobody has touched the till for a while. Who waits for a customer's money is not sent away. */
export function keepLocking(lock: () => Promise<void>): void {
  let [touchedMs, touchedAtMs] = [performance.now(), Date.now()];
  const touched = (): void => {
    [touchedMs, touchedAtMs] = [performance.now(), Date.now()];
  };
  for (const name of TOUCHES) addEventListener(name, touched, { capture: true, passive: true });
  setInterval(() => {
    const minutes = lockAfterMinutes.value;
    const asks = asked.value !== null || splitSale.value?.status === 'pending_payment';
    if (session.value === null || asks) return touched();
    // While the device sleeps, only the clock on its wall goes on.
    const idleMs = Math.max(performance.now() - touchedMs, Date.now() - touchedAtMs);
    if (minutes > 0 && idleMs >= minutes * 60_000) void lock();
  }, LOOK_EVERY_MS);
}
