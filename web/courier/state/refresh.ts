import { device, faultOf, sessionOver } from '../data/api.ts';
import { readCash } from './cash.ts';
import { readJobs } from './jobs.ts';
import { readOffers } from './offers.ts';
import { sendPoints } from './position.ts';
import { isOnline, shift } from './signals.ts';

/** An offer may stand for half a minute only. */
const TICK_MS = 4_000;
const JOBS_EVERY = 5;
const CASH_EVERY = 15;

let count = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Asks the server now and then, for as long as the app is open. */
export function keepFresh(): void {
  const tick = async (): Promise<void> => {
    clearTimeout(timer);
    if (isOnline.value && !document.hidden && !sessionOver.value) await readDue().catch(faultOf);
    timer = setTimeout(() => void tick(), TICK_MS);
  };
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) void refresh();
  });
  void tick();
}

/** Asks for everything now. */
export async function refresh(): Promise<void> {
  count = 0;
  if (isOnline.value && !sessionOver.value) await readDue().catch(faultOf);
}

async function readDue(): Promise<void> {
  const turn = count;
  count += 1;
  if (shift.value?.online) await readOffers();
  if (turn % JOBS_EVERY === 0) await readJobs();
  if (turn % CASH_EVERY === 0) {
    await readCash();
    await sendPoints();
    await device.keepClock();
  }
}
